import { decodeOnce, rawText } from './decoding';

export const HIDDEN = '***';
/** In any encoding, a character takes fewer characters than this. */
const MAX_ENCODED = 40;
/** A decoded secret with fewer bytes is part of many harmless words. */
const MIN_FOR_OTHER_FORMS = 4;
/** Fewer characters of Base64 are part of many harmless words. */
const MIN_WITHIN_BASE64 = 6;
/** Encodings may be nested. */
const MAX_LEVELS = 6;
/** Matches other tokens, such as that of a proxy. */
const BEARER = /\b(bearer\s+)(?=\S*\d)[\w.~+/=-]{8,}/gi;

/** Any response may repeat the logins of the environment's proxies. */
const proxyLogins = new Set<string>();

/** Hides the login of a proxy from now on. It is percent-encoded in the address. */
export function hideProxyLogin({ username, password }: Pick<URL, 'username' | 'password'>): void {
  if (username === '' && password === '') return;
  const [user, secret] = [username, password].map(decodePercent);
  // The header for the proxy is the Base64 of both.
  proxyLogins.add(`${user}:${secret}`).add(secret || `${user}`);
}

/** Returns a text with a bare percent sign, which a login may contain, unchanged. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Hides secrets and the logins of proxies: plain, in Base64, and escaped for JSON, HTML, addresses and forms, even in part or
 * nested. If a secret was encoded, returns the decoded text.
 * @param scannedCharacters maximum length of the result
 */
export function replaceSecrets(
  text: string,
  secrets: readonly string[],
  scannedCharacters = text.length,
): string {
  const known = [...secrets, ...proxyLogins].filter((secret) => secret !== '');
  return hideSecrets(text, known, scannedCharacters).replace(BEARER, `$1${HIDDEN}`);
}

function hideSecrets(text: string, secrets: readonly string[], scannedCharacters: number): string {
  if (secrets.length === 0) return text.slice(0, scannedCharacters);
  // A secret that begins in the scanned part may end after it.
  const longest = Math.max(...secrets.map(({ length }) => length)) * 2 * MAX_ENCODED;
  const forms = new Set(secrets.flatMap(listForms));
  let level = rawText(text.slice(0, scannedCharacters + longest));
  let shown = level;
  for (let levels = 0; levels < MAX_LEVELS; levels++) {
    const hidden = hideForms(level, forms);
    if (levels === 0 || hidden !== level) shown = hidden;
    level = decodeOnce(hidden);
    if (level === hidden) break;
  }
  const decoded = Buffer.from(shown, 'latin1').toString('utf8');
  // The end of a text that was cut may be part of a secret.
  const isCut = text.length > scannedCharacters + longest;
  const whole = isCut ? decoded.slice(0, Math.max(0, decoded.length - longest)) : decoded;
  return whole.slice(0, scannedCharacters);
}

/** Hides overlapping forms as one. */
function hideForms(bytes: string, forms: ReadonlySet<string>): string {
  const ranges = [...forms].flatMap((form) => findRanges(bytes, form));
  ranges.sort((one, other) => one.from - other.from);
  let shown = '';
  let at = 0;
  for (const { from, to } of ranges) {
    if (from >= at) shown += bytes.slice(at, from) + HIDDEN;
    at = Math.max(at, to);
  }
  return shown + bytes.slice(at);
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

/** The forms of this many secrets are kept, because a token may have 256 kB and there may be thousands of errors. */
const MAX_KEPT = 20;
const kept = new Map<string, string[]>();

function listForms(secret: string): string[] {
  const forms = kept.get(secret) ?? encodeForms(secret);
  if (kept.size >= MAX_KEPT && !kept.has(secret)) kept.clear();
  kept.set(secret, forms);
  return forms;
}

/** Returns a secret unchanged, decoded, with "+" for spaces as in forms, and in Base64. */
function encodeForms(secret: string): string[] {
  const bytes = rawText(secret);
  const readings = [bytes];
  let decoded = decodeOnce(bytes);
  while (decoded !== readings.at(-1) && readings.length < MAX_LEVELS) {
    readings.push(decoded);
    decoded = decodeOnce(decoded);
  }
  const forms = readings
    .filter((reading) => reading === bytes || reading.length >= MIN_FOR_OTHER_FORMS)
    .flatMap((reading) => [reading, reading.replaceAll(' ', '+')]);
  if (bytes.length < MIN_FOR_OTHER_FORMS) return forms;
  // Base64 may contain the JSON of a request.
  const inJson = JSON.stringify(secret).slice(1, -1);
  return [...forms, ...new Set([secret, inJson].flatMap(encodeBase64))];
}

function encodeBase64(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const whole = [bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')];
  return [...whole, ...[0, 1, 2].flatMap((place) => encodeWithinBase64(bytes, place))];
}

/** Returns the characters that depend only on the secret if it is within a longer text. Three bytes become four characters. */
function encodeWithinBase64(secret: Buffer, place: number): string[] {
  const bytes = Buffer.concat([Buffer.alloc(place), secret]);
  const start = place === 0 ? 0 : place + 1;
  const end = Math.floor((bytes.length * 4) / 3);
  return (['base64', 'base64url'] as const)
    .map((encoding) => bytes.toString(encoding).slice(start, end))
    .filter(({ length }) => length >= MIN_WITHIN_BASE64);
}
