import { randomNumbers } from '../../support/random';

/** Responses with status 200. ROOT is replaced by the requested field. */
export const FALSE_BODIES = {
  empty: '',
  begun: '{"data":{"',
  word: 'OK',
  beginOfList: '[1,2',
  control: '\u0000\u0001\u0002',
  noNumber: '{"data":NaN}',
  nullData: '{"data":null}',
  nothing: '{}',
  null: 'null',
  nullRoot: '{"data":{"ROOT":null}}',
  loginPage:
    '<!DOCTYPE html><html><head><title>Sign in</title></head><body><form method="post"><input name="password" type="password"></form></body></html>',
};

const long = 'It is a long story. '.repeat(1_500);
const many = Array.from({ length: 5_000 }, (_one, index) => ({
  message: `Trouble number ${index}`,
}));

/** Formats of `errors` that were seen or are possible. */
export const errorForms: readonly unknown[] = [
  ['not allowed'],
  [{}],
  [{ code: 17 }],
  { message: 'one object' },
  'a text',
  [null],
  [[]],
  [12],
  true,
  [{ message: { text: 'an object' } }],
  [{ message: null, path: null }],
  // No path goes below a root field: the change was not made.
  [{ message: 'path as text', path: 'runJob' }],
  [{ message: 'locations as an object', locations: { line: 1, column: 2 } }],
  [{ message: 'locations in a list of texts', locations: ['1:2'] }],
  [{ message: 'extensions as text', extensions: 'INTERNAL' }],
  [{ message: 'an ordinary one', path: ['somewhere'], locations: [{ line: 1, column: 1 }] }],
  [{ message: 'no path' }],
  [{ message: 'does not exist' }],
  [{ message: 'has already ended' }],
  [{ message: long }],
  [{ message: 'path of objects', path: [{ a: 1 }, null] }],
  { 0: { message: 'a list that is an object' }, length: 1 },
  many,
];

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

const HTML_NAMES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

const WRITTEN = {
  plain: (text: string) => text,
  json: inJson,
  jsonTwice: (text: string) => inJson(inJson(text)),
  html: (text: string) => text.replace(/[&<>"']/g, (sign) => HTML_NAMES.get(sign) ?? sign),
  htmlNumeric: (text: string) => text.replace(/[^\w ]/gu, (sign) => `&#${sign.codePointAt(0)};`),
  percent: encodeURIComponent,
  form: (text: string) => String(new URLSearchParams({ text })).slice('text='.length),
  base64: (text: string) => Buffer.from(text).toString('base64'),
};

type Encoding = keyof typeof WRITTEN;

export const ENCODINGS = Object.keys(WRITTEN) as Encoding[];

export function encoded(text: string, encoding: Encoding): string {
  return WRITTEN[encoding](text);
}

const deep = (levels: number): unknown => {
  let nested: unknown = 'bottom';
  for (let level = 0; level < levels; level++) nested = level % 2 ? [nested] : { next: nested };
  return nested;
};

const WRONG: ReadonlyArray<() => unknown> = [
  () => ({}),
  () => [],
  () => 12,
  () => -1,
  () => 1e300,
  () => 1_790_000_000_000_000_000,
  () => '',
  () => 'a text',
  () => '2026-13-45T99:00:00Z',
  () => '\ud800 alone',
  () => null,
  () => true,
  () => [null],
  () => [[[]]],
  () => ({ length: 3 }),
  () =>
    JSON.parse(
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
    ) as unknown,
  () => '__proto__',
  () => deep(50),
  () => deep(3_000),
];

/** Replaces one to three values by values of other types. A text that is not JSON gets a wrong end. */
export function damaged(text: string, seed: number): string {
  const random = randomNumbers(seed);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return `${text}}`;
  }
  const holder = { value };
  for (let wounds = 1 + Math.floor(random() * 3); wounds > 0; wounds--) wound(holder, random);
  return JSON.stringify(holder.value);
}

function wound(holder: object, random: () => number): void {
  const places: Array<[Record<string, unknown>, string]> = [];
  const collect = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > 12 || places.length > 400) return;
    for (const key of Object.keys(value)) {
      places.push([value as Record<string, unknown>, key]);
      collect((value as Record<string, unknown>)[key], depth + 1);
    }
  };
  collect(holder, 0);
  const [parent, key] = places[Math.floor(random() * places.length)] ?? [];
  const wrong = WRONG[Math.floor(random() * WRONG.length)];
  if (parent && key !== undefined && wrong) parent[key] = wrong();
}
