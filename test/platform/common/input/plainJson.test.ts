import { toPlainJson } from '../../../../platform/common/input/plainJson';

const loop: Record<string, unknown> = {};
loop.self = loop;
const longList: unknown[] = [];
longList.push([[longList]]);
const { proxy: gone, revoke } = Proxy.revocable({}, {});
revoke();

const REFUSED: Array<[what: string, value: unknown, why: string]> = [
  ['an invalid date', new Date(NaN), 'it is not a valid date'],
  ['a date of Luxon', { toISO: () => null }, 'it is not a valid date'],
  ['the text of one', 'Invalid DateTime', 'it is not a valid date'],
  ['the text of another', 'Invalid Date', 'it is not a valid date'],
  ['a BigInt', 1n, 'it is a bigint'],
  ['a function', () => 1, 'it is a function'],
  ['a symbol', Symbol('a'), 'it is a symbol'],
  ['NaN', NaN, 'it is not a number'],
  ['Infinity', Infinity, 'it is not a number'],
  ['a number beyond 2^53', 2 ** 53, 'it is a whole number beyond 2^53'],
  ['one below zero', -(2 ** 53), 'it is a whole number beyond 2^53'],
  ['a Map', new Map([['a', 1]]), 'it is a Map'],
  ['a Set', new Set([1]), 'it is a Set'],
  ['a pattern', /a/, 'it is a RegExp'],
  ['a promise', Promise.resolve(1), 'it is a Promise'],
  ['an error', new Error('secret'), 'it is a Error'],
  ['a throwing toJSON', { toJSON: () => { throw new Error('secret'); } }, 'it cannot be read'],
  ['a throwing toISO', { toISO: () => { throw new Error('secret'); } }, 'it cannot be read'],
  ['a toJSON that gives a function', { toJSON: () => () => 1 }, 'it is a function'],
  ['a throwing getter', { get a() { throw new Error('secret'); } }, 'it cannot be read'],
  ['a proxy that is gone', gone, 'it cannot be read'],
]; // prettier-ignore

describe.each(REFUSED)('%s', (_what, value, why) => {
  test.each<[string, unknown, string]>([
    ['alone', value, 'when'],
    ['in an object', { a: { b: value } }, 'when.a.b'],
    ['in a list', [1, [value]], 'when.1.0'],
    ['given by toJSON', { toJSON: () => ({ c: value }) }, 'when.c'],
  ])('is refused by its place, %s', (_place, given, path) => {
    expect(() => toPlainJson(given, 'when')).toThrow(`"${path}" cannot be sent: ${why}`);
    expect(() => toPlainJson(given, 'when')).not.toThrow('secret');
  });
});

test.each([loop, longList, { a: [loop] }])('what holds itself is refused', (value) => {
  expect(() => toPlainJson(value, 'when')).toThrow('it contains itself');
});

test('an object that n8n wrote as text is refused, but not in data or a program', () => {
  for (const text of ['[object Object]', 'Job [object Object] \n']) {
    expect(() => toPlainJson(text, 'name')).toThrow('"name" cannot be sent: it contains [object O');
  }
  for (const value of [['[object Object]'], 'if (kind === "[object Object]")\n  stop();']) {
    expect(toPlainJson(value, 'name')).toEqual(value);
  }
});

test('the same object may stand at several places', () => {
  const one = { a: 1 };
  expect(toPlainJson([one, one, { one }], 'x')).toEqual([one, one, { one }]);
});

test('200 levels are accepted, 201 are refused', () => {
  const nested = (levels: number): unknown => (levels === 0 ? 'text' : [nested(levels - 1)]);
  expect(() => toPlainJson(nested(200), 'x')).not.toThrow();
  expect(() => toPlainJson(nested(201), 'x')).toThrow('"x');
});

test.each<[unknown, unknown]>([
  [new Date(0), '1970-01-01T00:00:00.000Z'],
  [{ toISO: () => '2024-01-01' }, '2024-01-01'],
  [{ toJSON: () => ({ a: [new Date(0)] }) }, { a: ['1970-01-01T00:00:00.000Z'] }],
  [
    { a: undefined, b: null, c: [undefined, 1] },
    { b: null, c: [null, 1] },
  ],
  [Array(2), [null, null]],
  ['', ''],
  [0, 0],
  [false, false],
  [null, null],
  [undefined, undefined],
])('%j is sent as %j', (value, sent) => {
  expect(JSON.stringify(toPlainJson(value, 'x'))).toBe(JSON.stringify(sent));
});

test('names that objects inherit are names like others', () => {
  const text = '{"__proto__":{"a":1},"constructor":2}';
  expect(JSON.stringify(toPlainJson(JSON.parse(text), 'x'))).toBe(text);
});
