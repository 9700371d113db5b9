import { readStrictJson, StrictJsonError } from '../../../../platform/common/text/strictJson';
import { failureOf } from '../../../support/failureOf';

const refusal = async (text: string) =>
  await failureOf<StrictJsonError>(() => readStrictJson(text));

test.each([
  ['{"a":1,"a":2}', 1, 'a'],
  ['{\n "a": 1,\n "b": {"a": [{"x":1,\n\n"x":2}]}\n}', 5, 'x'],
  ['[{"a":1},{"a":1,"\\u0061":2}]', 1, 'a'],
  ['{"a":"\\"a\\":1,\\"a\\"", "b": ":", "c": [",", "{"],\n"b":1}', 2, 'b'],
  ['{"__proto__":1,"constructor":2,"__proto__":3}', 1, '__proto__'],
  ['{"a\\"b": 1, "\\u0061\\"b" : 2}', 1, 'a"b'],
])('a name that comes twice is refused by its line: %j', async (text, line, duplicateName) => {
  expect(await refusal(text)).toMatchObject({ line, duplicateName });
});

test.each([
  ['', 1],
  ['{', 1],
  ['{"a":1,\n}', 2],
  ['// a\n{}', undefined],
  ["{'a':1}", 1],
  ['[1 2]', 1],
  ['{"a":\n x\n\n}', undefined],
])(
  'what is not JSON is refused, with its line if the parser reports it: %j',
  async (text, line) => {
    const error = await refusal(text);
    expect(error).toBeInstanceOf(StrictJsonError);
    expect(error.line).toBe(line);
  },
);

test('a value is reported by its line, and one that is not there by what would hold it', () => {
  const { findLine } = readStrictJson(
    '{\n"a": [\n 1,\n {"b": {\n"c": 1}}],\n"d": 2,\n"e": [0,\n{"z": 1}]}',
  );
  const lines = [[], ['a'], ['a', 0], ['a', 1], ['a', 1, 'b', 'c'], ['a', 1, 'z'], ['d'], ['z']];
  expect(lines.map(findLine)).toEqual([1, 2, 3, 4, 5, 4, 6, 1]);
});
