const ports = new Set<number>();

/** Whether no server of this process had a port before. Systems soon reuse ports, and clients cache facts by address. */
export function isNewPort(port: number): boolean {
  return ports.size < ports.add(port).size;
}
