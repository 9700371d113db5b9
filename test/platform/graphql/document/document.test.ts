import { parse } from 'graphql';
import { field, printDocument } from '../../../../platform/graphql/document/document';

const flat = (text: string) => text.replace(/\s+/g, ' ').trim();

test('writes arguments as literals', () => {
  const text = printDocument('mutation', [
    field('runJob', { arguments: { jobId: 'a-b' }, select: [field('id'), field('status')] }),
  ]);
  expect(flat(text)).toBe('mutation { runJob(jobId: "a-b") { id status } }');
});

test.each([
  ['quotes and backslashes', 'a"b\\c'],
  ['an attempt to break out', '") { id } deleteJob(jobId: "x'],
  ['line ends', 'a\nb\r\nc'],
  ['unicode', 'naïve ☃ 𝒳'],
])('a string stays one string: %s', (_name, value) => {
  const document = parse(printDocument('query', [field('jobs', { arguments: { value } })]));
  expect(JSON.stringify(document)).toContain(JSON.stringify(value));
});

test.each([
  [1, '1'],
  [-2.5, '-2.5'],
  [1e21, '1e+21'],
  [true, 'true'],
  [null, 'null'],
  [['a', 1], '["a", 1]'],
  [{ a: { b: [] } }, '{a: {b: []}}'],
])('literal %j', (value, expected) => {
  const text = printDocument('query', [field('x', { arguments: { value } })]);
  expect(flat(text)).toContain(`x(value: ${expected})`);
  expect(() => parse(text)).not.toThrow();
});

test('refuses a number that JSON has no form for', () => {
  expect(() => field('x', { arguments: { value: Number.NaN } })).toThrow('not a finite number');
});
