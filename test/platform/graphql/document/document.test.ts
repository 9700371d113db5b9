import { parse } from 'graphql';
import { InvalidInputError } from '../../../../platform/common/errors/errors';
import { buildField, printDocument } from '../../../../platform/graphql/document/document';

const textOf = (value: unknown) =>
  printDocument('query', [buildField('x', { arguments: { value: value as string } })]);

test.each([
  [1, '1'],
  [-2.5, '-2.5'],
  [1e21, '1e+21'],
  [true, 'true'],
  [null, 'null'],
  [['a', 1], '["a" 1]'],
  [{ a: { b: [] } }, '{a:{b:[]}}'],
])('literal %j', (value, expected) => {
  expect(textOf(value)).toContain(`x(value:${expected})`);
  expect(() => parse(textOf(value))).not.toThrow();
});

test.each(['a"b\\c', '") { id } deleteJob(jobId: "x', 'a\nb\r\nc', 'naïve ☃ 𝒳'])(
  'a string stays one string: %j',
  (value) => {
    expect(JSON.stringify(parse(textOf(value)))).toContain(JSON.stringify(value));
  },
);

test.each([
  [Number.NaN, 'not a finite number'],
  ['Retail \ud83d', '"Retail \ufffd" contains half of a character'],
  [['\ude00'], 'half of a character'],
])('refuses %j, which GraphQL cannot write', (value, message) => {
  expect(() => textOf(value)).toThrow(InvalidInputError);
  expect(() => textOf(value)).toThrow(message);
});
