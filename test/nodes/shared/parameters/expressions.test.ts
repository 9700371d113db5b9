import {
  evaluatedValue,
  type ParameterSource,
} from '../../../../nodes/shared/parameters/parameterSource';

/** What a field comes to for each item, and for which of them n8n was asked. */
function read(
  written: unknown,
  items: unknown[],
  byN8n = (item: number): unknown => `n8n ${item}`,
) {
  const evaluated = jest.fn((_path: string, item: number) => byN8n(item));
  const source = { written: () => '', evaluated, jsonOf: (item: number) => items[item] };
  const { isConstant, of } = evaluatedValue(source as ParameterSource, 'field', written);
  const values = items.map((_item, index) => of(index));
  return { isConstant, values, asked: evaluated.mock.calls.map(([, item]) => item) };
}

const ITEMS = [{ a: 'x' }, { a: 'y' }, { a: 'z' }];

test.each([['plain'], [5], [null], [{ mode: 'id', value: 'plain' }]])(
  '%j is the same for all items: n8n reads it once',
  (written) => {
    const values = ['n8n 0', 'n8n 0', 'n8n 0'];
    expect(read(written, ITEMS)).toEqual({ isConstant: true, values, asked: [0] });
  },
);

test.each([
  ['={{ $json.a }}'],
  ['={{$json.a}}'],
  [{ mode: 'id', value: '={{ $json.a }}' }],
  [{ mode: 'list', value: '={{ $json.a }}' }],
])('%j only names a value of its item: n8n reads the first one', (written) => {
  const { values, asked } = read(written, ITEMS, (item) => ITEMS[item]?.a);
  expect([values, asked]).toEqual([['x', 'y', 'z'], [0]]);
});

test.each([
  ['={{ $json }}'],
  ['={{ $json.a }} '],
  ['=id {{ $json.a }}'],
  ['={{ $json.a.trim() }}'],
  ['={{ $json?.a }}'],
  ['={{ $json["a"] }}'],
  ['={{ $json.a }}{{ $json.b }}'],
  ['={{ $jsonOther.a }}'],
  [{ mode: 'url', value: '={{ $json.a }}' }],
  [{ values: ['={{ $json.a }}'] }],
])('%j is left to n8n, for each item', (written) => {
  const values = ['n8n 0', 'n8n 1', 'n8n 2'];
  expect(read(written, ITEMS)).toEqual({ isConstant: false, values, asked: [0, 1, 2] });
});

test('if n8n reads something else in the first item, it reads all of them', () => {
  expect(read('={{ $json.a }}', ITEMS).values).toEqual(['n8n 0', 'n8n 1', 'n8n 2']);
});

test.each([[null], [{}], [['x']], [undefined]])('an item in which it is %j is left to n8n', (a) => {
  const items = [{ a: 'x' }, { a }, Object.create({ a: 'inherited' }), 'text', { a: 0 }];
  const { values } = read('={{ $json.a }}', items, (item) => (item === 0 ? 'x' : 'n8n'));
  expect(values).toEqual(['x', 'n8n', 'n8n', 'n8n', 0]);
});
