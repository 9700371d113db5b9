/** Bounds that keep an example readable. */
const MAX_TEXT = 160;
const MAX_LINES = 6;

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
/** Of content that holds drawn IDs. */
const DIGEST = /\b[0-9a-f]{64}\b/g;
const DRAWN = /("containerId":"|"app-)[0-9a-f]{8}\b/g;
/** IDs of what every local platform holds. */
const SEEDED = /^[1-9]0000000-0000-4000-8000-/;

/** The same value at each run: IDs that were drawn get numbers in the order of their coming, addresses of this machine a name. */
export function stabilizer(): <T>(value: T) => T {
  const numbers = new Map<string, string>();
  const idOf = (uuid: string) => {
    if (SEEDED.test(uuid)) return uuid;
    const number = numbers.get(uuid) ?? String(numbers.size + 1).padStart(12, '0');
    numbers.set(uuid, number);
    return `a7c1e2f4-0000-4000-8000-${number}`;
  };
  return <T>(value: T) =>
    JSON.parse(
      JSON.stringify(value)
        .replace(UUID, idOf)
        .replace(DIGEST, '0123456789abcdef'.repeat(4))
        .replace(DRAWN, (_, before: string) => `${before}0123abcd`)
        .replace(/https?:\/\/127\.0\.0\.1:\d+/g, 'https://platform.example.com'),
    ) as T;
}

/** Lists with their first entry (of plain values: the first three), long texts with their beginning. */
export function shortened<T>(value: T): T;
export function shortened(value: unknown): unknown {
  if (typeof value === 'string') return shortenedText(value);
  if (Array.isArray(value)) {
    const isPlain = value.every((entry) => typeof entry !== 'object' || entry === null);
    return value.slice(0, isPlain ? 3 : 1).map((entry: unknown) => shortened(entry));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, shortened(of)]));
}

function shortenedText(text: string): string {
  const lines = text.split('\n');
  const few = lines.length > MAX_LINES ? `${lines.slice(0, MAX_LINES).join('\n')}\n…` : text;
  return few.length > MAX_TEXT ? `${few.slice(0, MAX_TEXT)}…` : few;
}
