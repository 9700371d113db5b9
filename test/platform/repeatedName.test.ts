import { repeatedName } from '../../platform/repeatedName';

test.each([
  ['{"a": 1, "a": 2}', 'a'],
  ['[{"a": 1}, {"b": {"c": 1, "c" : 1}}]', 'c'],
  ['{"a": 1, "\\u0061": 2}', 'a'],
  ['{"a\\"b": 1, "a\\"b": 2}', 'a"b'],
  ['{"__proto__": 1, "__proto__": 2}', '__proto__'],
])('%s has %j twice', (json, name) => {
  expect(repeatedName(json)).toBe(name);
});

test.each([
  '{"a": "a", "b": ["a", "a"]}',
  '[{"a": 1}, {"a": 2}]',
  '{"a": {"a": {"a": 1}}}',
  '{"a": "{\\"b\\": 1, \\"b\\": 2}"}',
  '{"a": "\\\\", "b": ":"}',
  '"a"',
  '7',
])('%s has no name twice', (json) => {
  expect(repeatedName(json)).toBeUndefined();
});

test('a long text is looked through at once', () => {
  const json = JSON.stringify({
    text: 'x"\\'.repeat(1_000_000),
    list: Array(100_000).fill({ a: 1 }),
  });
  expect(repeatedName(json)).toBeUndefined();
});
