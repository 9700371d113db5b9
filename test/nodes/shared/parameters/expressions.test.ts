import type { ParameterSource } from '../../../../nodes/shared/parameters/parameterSource';
import { evaluatedValue } from '../../../../nodes/shared/parameters/itemValue';

/** What a field comes to for each item, and for which of them n8n was asked. */
function read(
  written: unknown,
  items: unknown[],
  byN8n = (item: number): unknown => `n8n ${item}`,
) {
  const evaluated = jest.fn((_path: string, item: number) => byN8n(item));
  const source = { written: () => '', evaluated };
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
  ['=id {{ $json.a }}'],
  [{ mode: 'id', value: '={{ $json.a }}' }],
  [{ values: ['={{ $json.a }}'] }],
])('%j is read by n8n for each item', (written) => {
  const values = ['n8n 0', 'n8n 1', 'n8n 2'];
  expect(read(written, ITEMS)).toEqual({ isConstant: false, values, asked: [0, 1, 2] });
});
