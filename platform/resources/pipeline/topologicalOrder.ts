/**
 * Puts nodes in an order in which each comes after all that lead to it.
 * @returns all nodes but those in a circle or behind one
 */
export function topologicalOrder(
  nodes: Iterable<string>,
  after: (node: string) => readonly string[],
): string[] {
  const waysTo = new Map([...nodes].map((node) => [node, 0]));
  for (const node of waysTo.keys()) {
    for (const next of after(node)) waysTo.set(next, (waysTo.get(next) ?? 0) + 1);
  }
  const order = [...waysTo.keys()].filter((node) => waysTo.get(node) === 0);
  // It grows while it is read.
  for (const node of order) {
    for (const next of after(node)) {
      const left = (waysTo.get(next) ?? 1) - 1;
      waysTo.set(next, left);
      if (left === 0) order.push(next);
    }
  }
  return order;
}
