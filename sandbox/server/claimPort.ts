const ports = new Set<number>();

/**
 * Returns false if this function was called with the same port before. Tests need new ports: clients cache facts by address,
 * and the operating system soon assigns a port again.
 */
export function claimPort(port: number): boolean {
  return ports.size < ports.add(port).size;
}
