import { compareTexts } from './stableJson';

const MAX_FILE_NAME_CHARACTERS = 100;
const RESERVED_ON_WINDOWS = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Derives the alias that platforms give an entity by default. */
export function deriveAlias(name: string): string {
  return name.trim().replace(/\W+/g, '_') || '_';
}

/** Returns a file name that every operating system accepts. */
export function toSafeFileName(text: string): string {
  const safe = text
    .normalize('NFC')
    .replace(/[^\w.-]+/g, '_')
    .slice(0, MAX_FILE_NAME_CHARACTERS)
    .replace(/^\.+|\.+$/g, '_');
  return safe === '' || RESERVED_ON_WINDOWS.test(safe) ? `_${safe}` : safe;
}

/**
 * Assigns each entry a unique name. If several entries want the same name, the first by `toSortKey` gets it, and the others get
 * the name with a number.
 */
export function assignUniqueNames<T>(
  entries: readonly T[],
  toWantedName: (entry: T) => string,
  toSortKey: (entry: T) => string,
  { isCaseSensitive = true } = {},
): Map<T, string> {
  const fold = (name: string) => (isCaseSensitive ? name : name.toLowerCase());
  const names = new Map<T, string>();
  const used = new Set<string>();
  const numbers = new Map<string, number>();
  const wantedNames = new Set(entries.map((entry) => fold(toWantedName(entry))));
  const sorted = [...entries].sort(
    (one, other) =>
      compareTexts(toWantedName(one), toWantedName(other)) ||
      compareTexts(toSortKey(one), toSortKey(other)),
  );
  for (const entry of sorted) {
    const wantedName = toWantedName(entry);
    let name = wantedName;
    // A name with a number must not be the name that another entry wants.
    const isUsed = () =>
      used.has(fold(name)) || (name !== wantedName && wantedNames.has(fold(name)));
    for (let number = numbers.get(fold(wantedName)) ?? 2; isUsed(); number++) {
      name = `${wantedName}_${number}`;
      numbers.set(fold(wantedName), number);
    }
    used.add(fold(name));
    names.set(entry, name);
  }
  return names;
}
