import type { IDataObject } from 'n8n-workflow';
import type { ParameterSource } from '../../../../nodes/shared/parameters/parameterSource';
import { evaluatedValue, cachedValue } from '../../../../nodes/shared/parameters/itemValue';

/** A node with these items; n8n's own evaluatedValue gives what `byN8n` says. */
function source(items: IDataObject[], byN8n: (itemIndex: number) => unknown) {
  const evaluated = jest.fn((_path: string, itemIndex: number) => byN8n(itemIndex));
  const given = { written: () => '', evaluated, jsonOf: (item: number) => items[item] };
  return { given: given as ParameterSource, asked: () => evaluated.mock.calls.map(([, n]) => n) };
}

const ITEMS = [{ a: 'x' }, { a: 'y' }, { a: 'z' }];
const read = (written: unknown, { given }: ReturnType<typeof source>) => {
  const reading = evaluatedValue(given, 'field', written);
  return [reading.isConstant, ITEMS.map((_item, index) => reading.of(index))];
};

test.each([['plain'], [5], [null], [{ mode: 'id', value: 'plain' }]])(
  'what %j comes to is asked for once: it is the same for all items',
  (written) => {
    const n8n = source(ITEMS, () => 'value');
    expect(read(written, n8n)).toEqual([true, ['value', 'value', 'value']]);
    expect(n8n.asked()).toEqual([0]);
  },
);

test.each([
  ['={{ $json.a }}'],
  [{ mode: 'id', value: '={{ $json.a }}' }],
  [{ mode: 'list', value: '={{ $json.a }}' }],
])('%j names a value of its item: n8n reads the first one', (written) => {
  const n8n = source(ITEMS, (item) => ITEMS[item]?.a);
  expect(read(written, n8n)).toEqual([false, ['x', 'y', 'z']]);
  expect(n8n.asked()).toEqual([0]);
});

test.each([
  ['={{ $json.a + 1 }}'],
  [{ mode: 'url', value: '={{ $json.a }}' }],
  [{ values: ['={{ $json.a }}'] }],
])('%j is left to n8n, for each item', (written) => {
  const n8n = source(ITEMS, (item) => `${item}`);
  expect(read(written, n8n)).toEqual([false, ['0', '1', '2']]);
  expect(n8n.asked()).toEqual([0, 1, 2]);
});

test('where n8n reads something else in the first item, it reads all of them', () => {
  const n8n = source(ITEMS, (item) => `other ${item}`);
  expect(read('={{ $json.a }}', n8n)).toEqual([false, ['other 0', 'other 1', 'other 2']]);
});

test('an item without the value is left to n8n, and shows nothing of the others', () => {
  const items = [{}, { a: 'y' }, { a: 'z' }];
  const n8n = source(items, (item) => items[item]?.a ?? null);
  expect(read('={{ $json.a }}', n8n)).toEqual([false, [null, 'y', 'z']]);
  expect(n8n.asked()).toEqual([0, 1]);
});

test.each([
  [true, [0]],
  [false, [0, 1]],
])('a value that is cachedValue is read once (the same for all items: %s)', (isConstant, asked) => {
  const of = jest.fn((itemIndex: number) => itemIndex);
  const reading = cachedValue({ isConstant, of });
  expect(reading.isConstant).toBe(isConstant);
  for (const item of [0, 1, 0, 1]) reading.of(item);
  expect(of.mock.calls.map(([item]) => item)).toEqual(asked);
});

test('what failed is read again', () => {
  const of = jest.fn().mockImplementationOnce(() => {
    throw new Error('no');
  });
  const reading = cachedValue({ isConstant: true, of: of.mockReturnValue('value') });
  expect(() => reading.of(0)).toThrow('no');
  expect(reading.of(0)).toBe('value');
});
