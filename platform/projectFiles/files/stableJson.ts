/** The same text for the same content: names in order, a line a value. */
export function stableJson(value: unknown): string {
  return `${JSON.stringify(inOrder(value), undefined, 2)}\n`;
}

/** The same without line ends: to compare and to hash. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(inOrder(value)) ?? 'null';
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => compareTexts(one, other))
      .map(([name, member]) => [name, inOrder(member)]),
  );
}

/** A value without what says nothing: null, an empty text, "false", lists and objects of nothing else. Undefined for such a one. */
export function withoutEmpty(value: unknown): unknown {
  if (value === null || value === '' || value === false) return undefined;
  if (Array.isArray(value)) {
    const kept = value.map(withoutEmpty).filter((entry) => entry !== undefined);
    return kept.length === 0 ? undefined : kept;
  }
  if (typeof value !== 'object') return value;
  const kept = Object.entries(value)
    .map(([name, member]) => [name, withoutEmpty(member)] as const)
    .filter(([, member]) => member !== undefined);
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** An order that no language of a machine changes. */
export function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
