import type { Texts } from '../../support/textsIn';

const PROGRAMMERS_WORDS =
  /is not a function|is not iterable|Cannot (?:read|set|convert)|undefined is not|\[object Object\]|Invalid time value|Invalid (?:array|string) length|URI malformed|Maximum call stack|Unexpected (?:token|end of JSON)|E(?:CONN|HOST|PIPE)\w*\b.* at \/|Reduce of empty|circular structure/;

const MAX_TEXT = 10_000;

export function badWords({ spoken }: Texts): string[] {
  return spoken.flatMap((text) => {
    if (text.length > MAX_TEXT)
      return [`a text of ${text.length} characters: ${text.slice(0, 100)}`];
    return PROGRAMMERS_WORDS.test(text) ? [text.slice(0, 300)] : [];
  });
}

/** Finds secrets in texts, in any encoding. */
export function leaks(texts: readonly string[], secrets: ReadonlyMap<string, string>): string[] {
  const whole = texts.join('\n');
  return [...secrets].flatMap(([value, what]) => {
    const found = listMarks(value).find((mark) => whole.includes(mark));
    if (found === undefined) return [];
    const at = whole.indexOf(found);
    return [`${what}: …${whole.slice(Math.max(0, at - 60), at + 40).replace(/\s+/g, ' ')}…`];
  });
}

const MARK_LENGTH = 12;

/** Returns both ends of a secret, plain and in base64 at each of its three offsets. */
function listMarks(value: string): string[] {
  const ends = [value.slice(0, MARK_LENGTH), value.slice(-MARK_LENGTH)];
  const inBase64 = ends.flatMap((end) =>
    [0, 1, 2].map((shift) =>
      Buffer.from('x'.repeat(shift) + end)
        .toString('base64')
        .slice(shift === 0 ? 0 : 4, -4),
    ),
  );
  return [...ends, ...inBase64];
}
