/** Writes JSON with sorted names, one line per value: the same content gives the same text. */
export function toStableJson(value: unknown): string {
  return `${JSON.stringify(inOrder(value), undefined, 2)}\n`;
}

/** Writes sorted JSON on one line, for comparisons and hashes. */
export function toCanonicalText(value: unknown): string {
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

/** Removes null, empty texts, `false`, and lists and objects without other values. Undefined if nothing is left. */
export function removeEmpty(value: unknown): unknown {
  if (value === null || value === '' || value === false) return undefined;
  if (Array.isArray(value)) {
    const kept = value.map(removeEmpty).filter((entry) => entry !== undefined);
    return kept.length === 0 ? undefined : kept;
  }
  if (typeof value !== 'object') return value;
  const kept = Object.entries(value)
    .map(([name, member]) => [name, removeEmpty(member)] as const)
    .filter(([, member]) => member !== undefined);
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

export function isMissing(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) ? value.length === 0 : value === undefined || value === null;
}

/** Sorts texts in the same order on every machine. */
export function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
