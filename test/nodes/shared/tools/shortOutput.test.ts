import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { MAX_TEXT_BYTES, toolOutput } from '../../../../nodes/shared/tools/toolOutput';
import { upToLimit } from '../../../../nodes/shared/items/paging';

const LIMITED = [{ name: 'returnAll' }];

/** What an agent is given of this output, where the limit is 2. */
function given(
  output: INodeExecutionData[],
  {
    fields = [] as object[],
    hints = [] as object[],
    listed = undefined as number | undefined,
  } = {},
) {
  const execution = {};
  const parameters = { boolean: () => false, number: () => 2 };
  if (listed !== undefined) {
    const itemCall = { execution, itemIndex: 0, parameters };
    upToLimit(itemCall as never, Array.from({ length: listed }));
  }
  const call = { execution, parametersOf: () => parameters };
  return toolOutput(call as never, fields as never, output, hints as never);
}

const itemsOf = (count: number): INodeExecutionData[] =>
  Array.from({ length: count }, (_, n) => ({ json: { n }, pairedItem: { item: 0 } }));
const notesOf = (items: INodeExecutionData[]) => items.flatMap(({ json }) => json.note ?? []);
const short = (json: object) => given([{ json: json as IDataObject }])[0]?.json;

test.each([
  [50, 50, []],
  [51, 50, ['1 more were left out: a tool returns up to 50 items. Request fewer.']],
  [60, 50, ['10 more were left out: a tool returns up to 50 items. Request fewer.']],
])('of %i items without a limit', (count, shown, notes) => {
  const items = given(itemsOf(count));
  expect(items).toHaveLength(shown + notes.length);
  expect(notesOf(items)).toEqual(notes);
});

test.each([
  ['fewer than the limit', 1, undefined, []],
  [
    'as many as the limit',
    2,
    undefined,
    ['There may be more: the limit is 2. Increase the limit to get more.'],
  ],
  ['all there are', 2, 2, []],
  [
    'some of those there are',
    2,
    5,
    ['3 more were left out: the limit is 2. Increase the limit to get more.'],
  ],
])('of a list with a limit, %s', (_what, count, listed, notes) => {
  expect(notesOf(given(itemsOf(count), { fields: LIMITED, listed }))).toEqual(notes);
});

test('of a list that failed, nothing is said of a limit', () => {
  const [first] = itemsOf(1);
  const failed = { json: {}, error: new Error('no') as never, pairedItem: { item: 0 } };
  expect(notesOf(given([first as INodeExecutionData, failed], { fields: LIMITED }))).toEqual([]);
});

test('a note follows the items of its own input', () => {
  const output = [
    ...itemsOf(51),
    { json: { n: 'second' }, pairedItem: { item: 1 } },
    { json: { n: 'third' } },
  ];
  const items = given(output);
  // What is paired with nothing is of the first input.
  expect(items.map(({ json }) => json.n ?? json.note)).toEqual([
    ...Array.from({ length: 50 }, (_, n) => n),
    '2 more were left out: a tool returns up to 50 items. Request fewer.',
    'second',
  ]);
  expect(items.at(-2)?.pairedItem).toEqual({ item: 0 });
});

test('hints for people come last', () => {
  expect(given(itemsOf(1), { hints: [{ message: 'Look.' }] }).at(-1)).toEqual({
    json: { note: 'Look.' },
    pairedItem: 0,
  });
});

test.each([
  [
    { a: null, b: undefined, c: 0, d: false, e: '' },
    { c: 0, d: false, e: '' },
  ],
  [{ a: { b: 1 } }, { a: { b: 1 } }],
  [{ a: { b: { c: 1, d: null } } }, { a: { 'b.c': 1 } }],
  [{ a: { b: { c: { d: 1 } } } }, { a: { 'b.c.d': 1 } }],
  [{ a: { b: [1, null] } }, { a: { b: [1, null] } }],
  [{ a: [{ b: { c: 1 } }] }, { a: [{ 'b.c': 1 }] }],
  [{ a: [[{ b: null }]] }, { a: [[{}]] }],
  [{ a: { b: {} } }, { a: {} }],
])('%j is shown as %j', (json, told) => {
  expect(short(json)).toEqual(told);
});

test.each([
  [50, undefined],
  [51, '1 more were left out'],
  [53, '3 more were left out'],
])('of a list of %i entries, 50 are reported', (count, note) => {
  const told = short({ list: Array.from({ length: count }, (_, n) => n) })?.list as unknown[];
  expect(told.slice(0, 50)).toEqual(Array.from({ length: 50 }, (_, n) => n));
  expect(told[50]).toBe(note);
});

test.each([
  ['x', MAX_TEXT_BYTES, undefined],
  ['x', MAX_TEXT_BYTES + 1, '… (4 more characters were left out)'],
])('of a text of %s, %i characters long', (character, length, end) => {
  const text = String(short({ text: character.repeat(length) })?.text);
  expect(text.replace(/^x+/, '') || undefined).toBe(end);
});
