import { decodeOnce, toByteString } from './decoding';

export const HIDDEN = '***';
/** In any encoding, one character is written with fewer characters than this. */
const MAX_ENCODED_CHARACTERS = 40;
/** Shorter decoded secrets, and the Base64 of shorter secrets, may be part of harmless words, so they are not hidden. */
const MIN_BYTES_FOR_OTHER_FORMS = 4;
/** Fewer characters of Base64 may be part of harmless words. */
const MIN_BASE64_CHARACTERS = 6;
const MAX_NESTED_ENCODINGS = 6;
/** Matches tokens even if they are not among the known secrets, such as the token of a proxy. */
const BEARER = /\b(bearer\s+)(?=\S*\d)[\w.~+/=-]{8,}/gi;

/** The logins of proxies from environment variables. Any response may repeat them. */
const proxyLogins = new Set<string>();

/** Hides the login of a proxy in all later texts. @param username percent-encoded, like the password */
export function hideProxyLogin({ username, password }: Pick<URL, 'username' | 'password'>): void {
  if (username === '' && password === '') return;
  const [user, secret] = [username, password].map(decodePercent);
  // The header Proxy-Authorization contains the Base64 of both.
  proxyLogins.add(`${user}:${secret}`).add(secret || `${user}`);
}

/** Returns the text unchanged if its encoding is not valid, because a login may contain a bare percent sign. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Hides secrets and the logins of proxies: plain, in Base64, and escaped for JSON, HTML, URLs and HTML forms. Also finds secrets
 * that are escaped only in part or several times. If a secret was escaped, returns the unescaped text.
 * @param scannedCharacters maximum length of the result, which is the start of the text
 */
export function replaceSecrets(
  text: string,
  secrets: readonly string[],
  scannedCharacters = text.length,
): string {
  const allSecrets = [...secrets, ...proxyLogins].filter((secret) => secret !== '');
  return replaceKnownSecrets(text, allSecrets, scannedCharacters).replace(BEARER, `$1${HIDDEN}`);
}

function replaceKnownSecrets(
  text: string,
  secrets: readonly string[],
  scannedCharacters: number,
): string {
  if (secrets.length === 0) return text.slice(0, scannedCharacters);
  // A secret that begins in the scanned part may end after it.
  const maxEncodedLength =
    Math.max(...secrets.map(({ length }) => length)) * 2 * MAX_ENCODED_CHARACTERS;
  const forms = new Set(secrets.flatMap(getForms));
  let bytes = toByteString(text.slice(0, scannedCharacters + maxEncodedLength));
  let result = bytes;
  // Each round hides the secrets at one level of encoding. The result is the last level with a secret.
  for (let level = 0; level < MAX_NESTED_ENCODINGS; level++) {
    const hidden = hideForms(bytes, forms);
    if (level === 0 || hidden !== bytes) result = hidden;
    bytes = decodeOnce(hidden);
    if (bytes === hidden) break;
  }
  const decoded = Buffer.from(result, 'latin1').toString('utf8');
  // If the text was cut, its end may be part of a secret.
  const isCut = text.length > scannedCharacters + maxEncodedLength;
  const whole = isCut ? decoded.slice(0, Math.max(0, decoded.length - maxEncodedLength)) : decoded;
  return whole.slice(0, scannedCharacters);
}

/** Hides overlapping forms as one. */
function hideForms(bytes: string, forms: ReadonlySet<string>): string {
  const ranges = [...forms].flatMap((form) => findRanges(bytes, form));
  ranges.sort((a, b) => a.from - b.from);
  let result = '';
  let at = 0;
  for (const { from, to } of ranges) {
    if (from >= at) result += bytes.slice(at, from) + HIDDEN;
    at = Math.max(at, to);
  }
  return result + bytes.slice(at);
}

interface Range {
  from: number;
  to: number;
}

function findRanges(bytes: string, form: string): Range[] {
  const ranges: Range[] = [];
  for (let at = bytes.indexOf(form); at !== -1; at = bytes.indexOf(form, at + form.length)) {
    ranges.push({ from: at, to: at + form.length });
  }
  return ranges;
}

/** Forms of up to this many secrets are cached: building those of a 256 kB token is slow, and a response may have thousands of errors. */
const MAX_CACHED_SECRETS = 20;
const cachedForms = new Map<string, string[]>();

function getForms(secret: string): string[] {
  const forms = cachedForms.get(secret) ?? buildForms(secret);
  if (cachedForms.size >= MAX_CACHED_SECRETS && !cachedForms.has(secret)) cachedForms.clear();
  cachedForms.set(secret, forms);
  return forms;
}

/** Returns the texts to hide: the secret unchanged, decoded, with "+" for spaces as in HTML forms, and in Base64. */
function buildForms(secret: string): string[] {
  const bytes = toByteString(secret);
  const decodings = [bytes];
  let decoded = decodeOnce(bytes);
  while (decoded !== decodings.at(-1) && decodings.length < MAX_NESTED_ENCODINGS) {
    decodings.push(decoded);
    decoded = decodeOnce(decoded);
  }
  const forms = decodings
    .filter((decoding) => decoding === bytes || decoding.length >= MIN_BYTES_FOR_OTHER_FORMS)
    .flatMap((decoding) => [decoding, decoding.replaceAll(' ', '+')]);
  if (bytes.length < MIN_BYTES_FOR_OTHER_FORMS) return forms;
  // Base64 may contain the JSON of a request.
  const inJson = JSON.stringify(secret).slice(1, -1);
  return [...forms, ...new Set([secret, inJson].flatMap(encodeBase64))];
}

function encodeBase64(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const whole = [bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')];
  return [...whole, ...[0, 1, 2].flatMap((offset) => encodeWithinBase64(bytes, offset))];
}

/**
 * Returns the characters of Base64 that depend only on the secret if the secret is part of a longer text.
 * @param offset position of the secret in a group of three bytes, which Base64 encodes as four characters
 */
function encodeWithinBase64(secret: Buffer, offset: number): string[] {
  const bytes = Buffer.concat([Buffer.alloc(offset), secret]);
  const start = offset === 0 ? 0 : offset + 1;
  const end = Math.floor((bytes.length * 4) / 3);
  return (['base64', 'base64url'] as const)
    .map((encoding) => bytes.toString(encoding).slice(start, end))
    .filter(({ length }) => length >= MIN_BASE64_CHARACTERS);
}
