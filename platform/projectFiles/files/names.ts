import { compareTexts } from './stableJson';

const MAX_CHARACTERS = 100;
/** Names that Windows keeps for itself. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** An alias made of a name, for what has none. */
export function aliasOf(name: string): string {
  return name.trim().replace(/\W+/g, '_') || '_';
}

/** A text as the name of a file that every system takes. */
export function safeFileName(text: string): string {
  const safe = text
    .normalize('NFC')
    .replace(/[^\w.-]+/g, '_')
    .slice(0, MAX_CHARACTERS)
    .replace(/^\.+|\.+$/g, '_');
  return safe === '' || RESERVED.test(safe) ? `_${safe}` : safe;
}

/**
 * Gives each entry a name of its own, the same ones whatever the order of the entries: if two want the same one, the
 * later one in `order` has a number behind it.
 * @param order what distinguishes entries of one name
 */
export function uniqueNames<Entry>(
  entries: readonly Entry[],
  wanted: (entry: Entry) => string,
  order: (entry: Entry) => string,
  { isCaseSensitive = true } = {},
): Map<Entry, string> {
  const form = (name: string) => (isCaseSensitive ? name : name.toLowerCase());
  const given = new Map<Entry, string>();
  const used = new Set<string>();
  const numbers = new Map<string, number>();
  const all = new Set(entries.map((entry) => form(wanted(entry))));
  const inOrder = [...entries].sort(
    (one, other) =>
      compareTexts(wanted(one), wanted(other)) || compareTexts(order(one), order(other)),
  );
  for (const entry of inOrder) {
    const first = wanted(entry);
    let name = first;
    // A name that another entry wants is left to it.
    const isUsed = () => used.has(form(name)) || (name !== first && all.has(form(name)));
    for (let number = numbers.get(form(first)) ?? 2; isUsed(); number++) {
      name = `${first}_${number}`;
      numbers.set(form(first), number);
    }
    used.add(form(name));
    given.set(entry, name);
  }
  return given;
}
