import { replaceSecrets } from '../../../../platform/common/text/secrets';
import { excerpt, readHtmlTitle, stripAnsi } from '../../../../platform/common/text/text';

const password = `p"a\\s's & <w>ö+ /%`;
const percent = encodeURIComponent(password);
const json = JSON.stringify(password).slice(1, -1);
const base64 = Buffer.from(password).toString('base64');
const login = Buffer.from(`robot:${password}`).toString('base64');
/** Each character by its number. */
const each = (encode: (code: number) => string) =>
  [...password].map((character) => encode(character.codePointAt(0) ?? 0)).join('');
const hex4 = (code: number) => code.toString(16).padStart(4, '0');
const hex = (code: number) => code.toString(16);
const NAME: Record<string, string> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
};
const inPart = password.replace(/&/g, '&amp;').replace(/"/g, '&#34;').replace(/'/g, '&#x27;');

test.each([
  ['as it is', password],
  ['in JSON', json],
  ['in JSON, twice', JSON.stringify(json).slice(1, -1)],
  ['in JSON, with numbers', each((code) => `\\u${hex4(code)}`)],
  ['in JSON, with large numbers', each((code) => `\\u${hex4(code).toUpperCase()}`)],
  ['in HTML by names', password.replace(/[&<>"']/g, (one) => `&${NAME[one]};`)],
  ['in HTML in part', inPart],
  ['in HTML by numbers', each((code) => `&#${code};`)],
  ['in HTML by hexadecimal numbers', each((code) => `&#x${hex(code)};`)],
  ['in HTML by large hexadecimal numbers', each((code) => `&#X${hex(code).toUpperCase()};`)],
  ['in HTML, twice', each((code) => `&amp;#${code};`)],
  ['in an address', percent],
  ['in an address, in small letters', percent.toLowerCase()],
  ['in an address, twice', encodeURIComponent(percent)],
  ['in a form', new URLSearchParams({ '': password }).toString().slice(1)],
  ['in Base64', base64],
  ['in Base64 for addresses', Buffer.from(password).toString('base64url')],
  ['in Base64 within a form', encodeURIComponent(base64)],
  ['with the login, as HTTP sends it', login],
])('a secret is hidden %s', (_name, written) => {
  const secrets = [password, `robot:${password}`];
  const shown = excerpt(`before ${written} after`, secrets);
  expect(shown).toMatch(/^before \*\*\*=* after$|^before \*\*\*(?:%3D)* after$/);
  expect(readHtmlTitle(`<html><title>${written}</title>`, secrets)).toContain('***');
});

test('a secret that is written in an encoding is hidden where that was read, from four characters on', () => {
  expect(excerpt('before a/bc after', ['a%2Fbc'])).toBe('before *** after');
  expect(excerpt('before a/b after', ['a%2Fb'])).toBe('before a/b after');
  expect(excerpt('before YWJj after', ['abc'])).toBe('before YWJj after');
});

test.each([0, 1, 2])('a secret is hidden in Base64 of a longer text, after %d bytes', (place) => {
  const longer = `${'ab'.slice(0, place)}${password}, and more`;
  const shown = excerpt(`before ${Buffer.from(longer).toString('base64')} after`, [password]);
  expect(shown.indexOf('***')).toBe('before '.length + (place === 0 ? 0 : place + 1));
  const rest = String(shown.split('***')[1]).replace(' after', '');
  const read = [0, 1, 2, 3].map((skip) => Buffer.from(rest.slice(skip), 'base64').toString());
  expect(read.some((text) => text.endsWith('and more'))).toBe(true);
});

test('a secret that begins in what is shown and ends after what is looked at is hidden', () => {
  const secret = 'S'.repeat(2_000);
  const shown = excerpt(`${' '.repeat(16 * 1024 - 10)}${secret}`, [secret]);
  expect(shown).toBe('***');
});

test('a part of a secret at the end of what is looked at is not shown, though the text shrinks', () => {
  const secret = 'Secret-of-40-characters-that-is-cut-off!';
  const lookedAt = 16 * 1024 + secret.length * 2 * 40;
  const start = `&#83;${secret.slice(1)} `;
  const filled = start + '&#65;'.repeat(Math.floor((lookedAt - start.length - 20) / 5));
  const shown = replaceSecrets(filled + secret.repeat(9), [secret], 16 * 1024);
  expect(shown).toMatch(/^\*\*\* A+$/);
});

test('a long token is hidden, however it is encoded', () => {
  const token = `eyJ.${'aB3-_'.repeat(2_000)}.x`;
  const entities = [...token].map((character) => `&#${character.charCodeAt(0)};`).join('');
  expect(excerpt(`a ${token} b`, [token])).toBe('a *** b');
  expect(excerpt(`a ${entities} b`, [token]).startsWith('a ***')).toBe(true);
});

test.each([
  [
    'a token of someone else is hidden where it is called one',
    'sent Authorization: Bearer abc.def-123456',
    'sent Authorization: Bearer ***',
  ],
  ['words are none', 'bearer authentication required', 'bearer authentication required'],
  ['nothing invisible is left', 'a\u0000b\u202Ec\ud800d\u2066e\r\nf\u200b', 'a bc\ufffdde f'],
  [
    'no colors of a terminal are left',
    '\u001b[1;31mred\u001b[0m, \u001b[38:2::9:9:9mx\u001b[K',
    'red, x',
  ],
  [
    'no links of a terminal are left',
    '\u001b]8;;https://a.test\u0007text\u001b]8;;\u001b\\ b',
    'text b',
  ],
  ['what only begins like a sequence stays', 'a\u001b]8;b\u001bHello \u001b[', 'a ]8;b Hello ['],
])('%s', (_what, text, shown) => {
  expect(excerpt(text)).toBe(shown);
});

test.each(['\u001b[0m', '\u200b'])('a secret with %j in it is hidden', (invisible) => {
  expect(excerpt(`a Sec${invisible}ret-1 b`, ['Secret-1'])).toBe('a *** b');
});

test.each(['\u001b[', '\u001b[1;', '\u001b]0;', '\u001b[ ', '\u009b1;'])(
  'sequences that never end, as %j, are read in time that grows with the text',
  (start) => {
    const text = `${start}${start.slice(1).repeat(500_000)}${start.repeat(200_000)}`;
    const beganMs = performance.now();
    expect(stripAnsi(text).length).toBeGreaterThan(0);
    expect(performance.now() - beganMs).toBeLessThan(1_000);
  },
);

test('a text is cut between characters', () => {
  expect(excerpt('😀'.repeat(10), [], 4)).toBe('😀…');
});
