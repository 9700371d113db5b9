import { compareTexts } from './stableJson';

const MAX_CHARACTERS = 100;
/** Names that Windows reserves. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

export function deriveAlias(name: string): string {
  return name.trim().replace(/\W+/g, '_') || '_';
}

/** Returns a file name that every operating system accepts. */
export function toSafeFileName(text: string): string {
  const safe = text
    .normalize('NFC')
    .replace(/[^\w.-]+/g, '_')
    .slice(0, MAX_CHARACTERS)
    .replace(/^\.+|\.+$/g, '_');
  return safe === '' || RESERVED.test(safe) ? `_${safe}` : safe;
}

/**
 * Gives each entry a unique name, whatever the order of the entries: of those with the same name, the first by `sortKey` keeps
 * it and others get a number.
 */
export function assignUniqueNames<Entry>(
  entries: readonly Entry[],
  wanted: (entry: Entry) => string,
  sortKey: (entry: Entry) => string,
  { isCaseSensitive = true } = {},
): Map<Entry, string> {
  const fold = (name: string) => (isCaseSensitive ? name : name.toLowerCase());
  const given = new Map<Entry, string>();
  const used = new Set<string>();
  const numbers = new Map<string, number>();
  const all = new Set(entries.map((entry) => fold(wanted(entry))));
  const inOrder = [...entries].sort(
    (one, other) =>
      compareTexts(wanted(one), wanted(other)) || compareTexts(sortKey(one), sortKey(other)),
  );
  for (const entry of inOrder) {
    const first = wanted(entry);
    let name = first;
    // A name that another entry wants is left to it.
    const isUsed = () => used.has(fold(name)) || (name !== first && all.has(fold(name)));
    for (let number = numbers.get(fold(first)) ?? 2; isUsed(); number++) {
      name = `${first}_${number}`;
      numbers.set(fold(first), number);
    }
    used.add(fold(name));
    given.set(entry, name);
  }
  return given;
}
