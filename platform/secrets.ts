/** What stands in a text instead of a secret. */
const HIDDEN = '***';
/** A character in any encoding takes fewer characters than this. */
const LONGEST_ENCODED = 40;
/** The Base64 form of anything shorter stands in many a harmless word. */
const LEAST_FOR_BASE64 = 4;
const MOST_PATTERNS = 50;
const MOST_ENCODED_CHARACTERS = 100;
/** A token that is not one of ours, as of a proxy. */
const BEARER = /\b(bearer\s+)(?=\S*\d)[\w.~+/=-]{8,}/gi;

/**
 * Hides secrets in a text: as they are, escaped for JSON (also twice), for HTML by name or number, for addresses and
 * forms, character by character or in part, and in Base64.
 * @param lookedAt only so many characters of the text are returned
 */
export function replaceSecrets(
  text: string,
  secrets: readonly string[],
  lookedAt = text.length,
): string {
  const known = secrets.filter((secret) => secret !== '');
  return withoutKnown(text, known, lookedAt).replace(BEARER, `$1${HIDDEN}`);
}

function withoutKnown(text: string, secrets: readonly string[], lookedAt: number): string {
  if (secrets.length === 0) return text.slice(0, lookedAt);
  // A secret that begins in what is looked at may end after it.
  const longest = Math.max(...secrets.map(({ length }) => length)) * 2 * LONGEST_ENCODED;
  const window = text.slice(0, lookedAt + longest);
  let shown = '';
  let at = 0;
  for (const { index, 0: found } of window.matchAll(patternOf(secrets))) {
    if (index >= lookedAt) break;
    shown += window.slice(at, index) + HIDDEN;
    at = index + found.length;
  }
  return at < lookedAt ? shown + window.slice(at, lookedAt) : shown;
}

const patterns = new Map<string, RegExp>();

function patternOf(secrets: readonly string[]): RegExp {
  const key = JSON.stringify(secrets);
  const known = patterns.get(key);
  if (known) return known;
  if (patterns.size >= MOST_PATTERNS) patterns.clear();
  const sources = secrets
    .flatMap((secret) => [secret, ...inBase64(secret)])
    // The longest first, so that one that holds another is hidden whole.
    .sort((one, other) => other.length - one.length)
    .map(sourceOf);
  const pattern = new RegExp(sources.join('|'), 'g');
  patterns.set(key, pattern);
  return pattern;
}

/** A pattern cannot be of any size: of a long secret, as a token, the start is recognized and the rest goes with it. */
function sourceOf(secret: string): string {
  const characters = [...secret];
  if (characters.length <= MOST_ENCODED_CHARACTERS) return characters.map(encodingsOf).join('');
  const start = characters.slice(0, MOST_ENCODED_CHARACTERS).map(encodingsOf).join('');
  return `${escaped(secret)}|${start}[^\\s"'<>]*`;
}

function inBase64(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  if (bytes.length < LEAST_FOR_BASE64) return [];
  return [bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')];
}

const HTML_NAMES = new Map([
  ['"', 'quot'],
  ["'", 'apos'],
  ['&', 'amp'],
  ['<', 'lt'],
  ['>', 'gt'],
]);
const JSON_LETTERS = new Map([
  ['\b', 'b'],
  ['\f', 'f'],
  ['\n', 'n'],
  ['\r', 'r'],
  ['\t', 't'],
]);

/** The marks that encodings begin and end with are encoded themselves where a text was encoded twice. */
const BACKSLASH = String.raw`(?:\\|%(?:25){0,3}5[cC]|&(?:amp;){0,3}(?:#0{0,6}92|#[xX]0{0,6}5[cC]|bsol);?)`;
const AMPERSAND = String.raw`(?:&|%(?:25){0,3}26)(?:amp(?:;|%(?:25){0,3}3[bB])){0,3}`;
const NUMBER_SIGN = String.raw`(?:#|%(?:25){0,3}23)`;
const SEMICOLON = String.raw`(?:;|%(?:25){0,3}3[bB])?`;

/** One character of a secret, in all its encodings, as the source of a pattern. */
function encodingsOf(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  const percent = [...Buffer.from(character, 'utf8')].map((byte) => `%(?:25){0,3}${hex(byte, 2)}`);
  const code = character.codePointAt(0) ?? 0;
  const name = HTML_NAMES.get(character);
  const number = `${NUMBER_SIGN}(?:0{0,6}${code}|[xX]0{0,6}${hex(code)})`;
  const letter = JSON_LETTERS.get(character);
  const forms = [
    units.map((unit) => `${BACKSLASH}{1,8}u${hex(unit, 4)}`).join(''),
    `${AMPERSAND}(?:${number}${name ? `|${name}` : ''})${SEMICOLON}`,
    percent.join(''),
    ...(letter ? [`${BACKSLASH}{1,8}${letter}`] : []),
    ...(character === ' ' ? ['\\+'] : []),
    // The last one, since its encodings begin with some characters themselves.
    escaped(character),
  ].join('|');
  return /[A-Za-z0-9]/.test(character) ? `(?:${forms})` : `${BACKSLASH}{0,7}(?:${forms})`;
}

function escaped(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Hexadecimal digits, large or small. */
function hex(code: number, digits = 1): string {
  return code
    .toString(16)
    .padStart(digits, '0')
    .replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}
