const ports = new Set<number>();

/**
 * Whether no server of this process had a port before. A system soon gives a free port again, and clients keep what they know
 * of an address.
 */
export function isNewPort(port: number): boolean {
  return ports.size < ports.add(port).size;
}
