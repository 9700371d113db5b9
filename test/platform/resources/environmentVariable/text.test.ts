import { readVariables } from '../../../../platform/resources/environmentVariable/text';

test.each([
  [{ A: { value: 'x', isPasword: true } }, '"A" has no field "isPasword"'],
  [{ A: { value: 'x', isPassword: 'true' } }, '"isPassword" of "A" is neither true nor false'],
  [{ A: { value: 'x', isPassword: 1 } }, '"isPassword" of "A" is neither true nor false'],
  [{ A: { deep: 1 } }, '"A" has no field "deep"'],
  [{ A: ['x'] }, 'the value of "A" is not a text, a number, or a boolean'],
  [[{ name: 'A', valeu: 'x' }], '"A" has no field "valeu"'],
  ['{ "A": "x", "A": "y" }', '"A" is set twice'],
  ['{ "A": { "value": "x", "value": "y" } }', '"value" is set twice'],
])('the variables %j are refused by name', (given, problem) => {
  expect(() => readVariables('json', given)).toThrow(problem);
});

test('the output of "Get Many" is accepted', () => {
  const listed = { name: 'A', id: '1', scope: 'PROJECT', value: 'x', description: null };
  expect(readVariables('json', [{ ...listed, isPassword: false }])).toEqual([
    { name: 'A', value: 'x' },
  ]);
});
