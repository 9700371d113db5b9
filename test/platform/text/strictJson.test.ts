import { readStrictJson, StrictJsonError } from '../../../platform/text/strictJson';
import { failureOf } from '../../support/failureOf';
import { randomNumbers } from '../../support/random';

const refusal = async (text: string) =>
  await failureOf<StrictJsonError>(() => readStrictJson(text));

test.each([
  ['{"a":1,"a":2}', 1, 'a'],
  ['{\n "a": 1,\n "b": {"a": [{"x":1,\n\n"x":2}]}\n}', 5, 'x'],
  ['[{"a":1},{"a":1,"\\u0061":2}]', 1, 'a'],
  ['{"a":"\\"a\\":1,\\"a\\"", "b": ":", "c": [",", "{"],\n"b":1}', 2, 'b'],
  ['{"__proto__":1,"constructor":2,"__proto__":3}', 1, '__proto__'],
  ['{"a\\"b": 1, "\\u0061\\"b" : 2}', 1, 'a"b'],
])('a name that comes twice is refused by its line: %j', async (text, line, twice) => {
  expect(await refusal(text)).toMatchObject({ line, twice });
});

test.each(['', '{', '{"a":1,}', '// a\n{}', "{'a':1}", '[1 2]', '{"a":\n\n x}'])(
  'what is not JSON is refused: %j',
  async (text) => {
    expect(await refusal(text)).toBeInstanceOf(StrictJsonError);
  },
);

test('a value is reported by its line, and one that is not there by what would hold it', () => {
  const { lineOf } = readStrictJson(
    '{\n"a": [\n 1,\n {"b": {\n"c": 1}}],\n"d": 2,\n"e": [0,\n{"z": 1}]}',
  );
  const lines = [[], ['a'], ['a', 0], ['a', 1], ['a', 1, 'b', 'c'], ['a', 1, 'z'], ['d'], ['z']];
  expect(lines.map(lineOf)).toEqual([1, 2, 3, 4, 5, 4, 6, 1]);
});

test('random JSON without a name twice is read as it is', () => {
  const chance = randomNumbers(7);
  const value = (depth: number): unknown => {
    const kind = Math.floor(chance() * (depth > 0 ? 6 : 4));
    if (kind < 4) return [chance(), 'a"\\{}[],:\n', true, null][kind];
    const entries = Array.from({ length: Math.floor(chance() * 4) }, () => value(depth - 1));
    return kind === 4
      ? entries
      : Object.fromEntries(entries.map((entry, n) => [`"n${n}\\`, entry]));
  };
  for (let n = 0; n < 100; n++) {
    const given = value(5);
    for (const indent of [0, 2]) {
      expect(readStrictJson(JSON.stringify(given, null, indent)).value).toEqual(given);
    }
  }
});
