const ports = new Set<number>();

/**
 * Returns true if no server of this process has used the port before. Clients cache facts by address, and the operating
 * system soon assigns a port again.
 */
export function isNewPort(port: number): boolean {
  return ports.size < ports.add(port).size;
}
