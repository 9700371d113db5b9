/** Writes JSON with sorted names and one value per line, so that the same content always gives the same text. */
export function toStableJson(value: unknown): string {
  return `${JSON.stringify(sortNames(value), undefined, 2)}\n`;
}

/** Writes sorted JSON on one line, for comparisons and hashes. */
export function toCanonicalText(value: unknown): string {
  return JSON.stringify(sortNames(value)) ?? 'null';
}

function sortNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortNames);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => compareTexts(one, other))
      .map(([name, member]) => [name, sortNames(member)]),
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

export function isMissingOrEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) ? value.length === 0 : value === undefined || value === null;
}

/** Compares texts by character codes, so that they sort the same on every machine. */
export function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
