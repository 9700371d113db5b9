import type { INodeProperties } from 'n8n-workflow';
import { needsCheck, readText, readValue } from '../../../nodes/shared/parameters/fieldValue';
import { findIdentifyingFields, readIdentity } from '../../../nodes/shared/parameters/itemIdentity';
import { NodeParameters, UNSET } from '../../../nodes/shared/parameters/nodeParameters';

const makeField = (type: INodeProperties['type'], more: object = {}): INodeProperties =>
  ({ displayName: 'Field', name: 'field', default: '', type, ...more }) as INodeProperties;
const offering = (...values: string[]) => ({
  options: values.map((value) => ({ name: value, value })),
});

const NOT_NEGATIVE = makeField('number', { typeOptions: { minValue: 0 } });
const SECONDS = makeField('number', { typeOptions: { minValue: 1, numberPrecision: 1 } });
const FEW = makeField('number', { typeOptions: { minValue: 1, maxValue: 8 } });
const AT_MOST = makeField('number', { typeOptions: { maxValue: 8 } });
const SWITCH = makeField('boolean');
const CHOICE = makeField('options', offering('stop', 'fail'));
const CHOICES = makeField('multiOptions', offering('stop', 'fail'));
const LISTED = makeField('multiOptions', { typeOptions: { loadOptionsMethod: 'list' } });
const OR_NONE = makeField('options', offering('', 'all'));
const values = [makeField('string'), { ...NOT_NEGATIVE, name: 'count' }];
const PAIRS = makeField('fixedCollection', { options: [{ name: 'values', values }] });

// `test/nodes/values.test.ts` tries every field of every operation with values that its kind allows and refuses.
test.each([
  [NOT_NEGATIVE, ' 5.0 ', 5],
  [NOT_NEGATIVE, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  [SECONDS, '1.5', 1.5],
  [FEW, 1, 1],
  [FEW, 8, 8],
  [makeField('number'), -3, -3],
  [SWITCH, ' TRUE ', true],
  [SWITCH, 'False', false],
  [CHOICES, 'stop, fail', ['stop', 'fail']],
  [CHOICES, [], []],
  [OR_NONE, '', ''],
  [PAIRS, {}, {}],
  [PAIRS, { values: [{ field: 'a' }] }, { values: [{ field: 'a', count: '' }] }],
  [PAIRS, { values: [{ field: 'a', count: '2' }] }, { values: [{ field: 'a', count: 2 }] }],
  [makeField('json'), new Date(0), '1970-01-01T00:00:00.000Z'],
  [makeField('dateTime'), new Date(0), '1970-01-01T00:00:00.000Z'],
  [makeField('dateTime'), { toISO: () => '2026-11-01' }, '2026-11-01'],
  [makeField('resourceMapper'), new Date(0), new Date(0)],
])('of %j, %j is read as %j', (definition, given, value) => {
  expect(readValue(definition, given)).toEqual(value);
});

const WHOLE = 'must be a whole number of at least 0, not';

test.each([
  [NOT_NEGATIVE, undefined, `${WHOLE} undefined`],
  [NOT_NEGATIVE, '0x10', `${WHOLE} "0x10"`],
  [NOT_NEGATIVE, 2 ** 53, `${WHOLE} 9007199254740992`],
  [NOT_NEGATIVE, [5], `${WHOLE} a list`],
  [NOT_NEGATIVE, { secret: 'x' }, `${WHOLE} an object`],
  [NOT_NEGATIVE, 'x'.repeat(101), `${WHOLE} "${'x'.repeat(99)}…"`],
  [SECONDS, Infinity, 'must be a number of at least 1, not Infinity'],
  [FEW, 9, 'must be a whole number from 1 to 8, not 9'],
  [AT_MOST, 9, 'must be a whole number of at most 8, not 9'],
  [makeField('number'), '', 'must be a whole number, not ""'],
  [SWITCH, 1, 'must be true or false, not 1'],
  [CHOICE, ['stop'], 'cannot be a list. Choose one of: fail, stop'],
  [CHOICES, ['stop', 'Fail'], 'cannot be "Fail". Choose any of: fail, stop'],
  [{ ...CHOICES, required: true }, [], 'is empty. Choose at least one of: fail, stop'],
  [LISTED, [null], 'cannot be null. Choose any of: the entries of the list'],
  [OR_NONE, 'x', 'cannot be "x". Choose one of: "", all'],
  [PAIRS, 5, 'must be an object with values, not a number'],
  [PAIRS, { values: [[5]] }, 'must be an object with field, count, not a list'],
  [PAIRS, { value: [] }, 'has no field "value". Its fields: values'],
  [PAIRS, { values: {} }, 'must have a list in "values", not {}'],
  [PAIRS, { values: [{ name: 'a' }] }, 'has no field "name". Its fields: field, count'],
  [PAIRS, { values: [{ count: -1 }] }, `${WHOLE} -1`],
])('of %j, %j is refused', (definition, given, message) => {
  const hint = given === undefined || given === '' ? /returned nothing/ : /Fix the field/;
  expect(() => readValue(definition, given)).toThrow(
    expect.objectContaining({ message: `"Field" ${message}`, hint: expect.stringMatching(hint) }),
  );
});

test.each([
  [null, ''],
  [' a ', ' a '],
  [0, '0'],
  [false, 'false'],
])('as a text, %j is %j', (given, text) => {
  expect(readText({ displayName: 'Field' }, given)).toBe(text);
});

test('of texts and JSON, anything is accepted', () => {
  expect(() => readText({ displayName: 'Field' }, ['a'])).toThrow(
    '"Field" must be text, not a list',
  );
  const types = ['string', 'json', 'collection', 'resourceLocator', 'resourceMapper'] as const;
  expect(types.filter((type) => needsCheck(makeField(type)))).toEqual([]);
});

/** The parameters of a node with these values, for an item; an expression `=a` gives the item's field `a`. */
function parametersOf(
  fields: INodeProperties[],
  written: Record<string, unknown>,
  items: Array<Record<string, unknown>> = [{}],
) {
  const evaluate = jest.fn((path: string, itemIndex: number) => {
    const value = written[path];
    const isExpression = typeof value === 'string' && value.startsWith('=');
    return isExpression ? items[itemIndex]?.[value.slice(1)] : value;
  });
  const source = {
    readSaved: (path: string) => (path in written ? written[path] : UNSET),
    evaluate,
  };
  const parameters = new NodeParameters(source, fields);
  return { evaluate, of: (item = 0) => parameters.forItem(item) };
}

const field = (name: string, type: INodeProperties['type'], more: object = {}): INodeProperties =>
  ({ displayName: `Field ${name}`, name, type, default: '', ...more }) as INodeProperties;

const COUNT = field('count', 'number', { default: 5 });
const ID = field('jobId', 'resourceLocator', { required: true });
const ID_IN_PROJECT = field('jobId', 'resourceLocator', {
  required: true,
  typeOptions: { loadOptionsDependsOn: ['projectId.value'] },
});
const PATH = field('filePath', 'string', { required: true });

test('of fields with one name, the one that is shown counts', () => {
  const shown = (kind: string) => ({ displayOptions: { show: { kind: [kind] } } });
  const fields = [
    field('kind', 'options', { options: [{ value: 'a' }, { value: 'b' }, { value: 'c' }] }),
    field('value', 'number', { ...shown('a'), default: 1 }),
    field('value', 'string', { ...shown('b'), default: 'none' }),
  ];
  const items = [{ kind: 'a' }, { kind: 'b' }, { kind: 'c' }];
  const { of } = parametersOf(fields, { kind: '=kind', value: '9' }, items);
  expect([of(0).value('value'), of(1).value('value')]).toEqual([9, '9']);
  // Not shown, so neither its value nor the default of another field.
  expect([of(2).isGiven('value'), of(2).value('value')]).toEqual([false, 1]);
});

test.each([
  [true, {}, false],
  [true, { 'options.wait': true }, true],
  [true, { 'options.wait': false }, false],
  [false, {}, true],
])('a switch in a collection with the default %j, added as %j, is %j', (usual, written, value) => {
  const wait = field('wait', 'boolean', { default: usual });
  const fields = [field('options', 'collection', { options: [wait] })];
  expect(parametersOf(fields, written).of().boolean('options.wait')).toBe(value);
});

test('a field is shown if one of several choices is among those that show it', () => {
  const fields = [
    field('kinds', 'multiOptions', { options: [{ value: 'a' }, { value: 'b' }] }),
    field('more', 'string', { displayOptions: { show: { kinds: ['a'] } } }),
  ];
  const items = [{ kinds: ['b', 'a'] }, { kinds: ['b'] }, { kinds: [] }];
  const { of } = parametersOf(fields, { kinds: '=kinds', more: 'x' }, items);
  expect(items.map((_item, index) => of(index).isGiven('more'))).toEqual([true, false, false]);
});

test('of a collection, the fields that were added are read', () => {
  const options = field('options', 'collection', {
    options: [COUNT, field('name', 'string'), field('rest', 'string')],
  });
  const parameters = parametersOf([options], { 'options.count': 0, 'options.name': '' }).of();
  expect(parameters.added('options')).toEqual({ count: 0, name: '' });
  expect(parameters.isGiven('options.rest')).toBe(false);
  expect(() => parameters.isGiven('options.other')).toThrow('has no field "options.other"');
  expect(() => parameters.boolean('options.count')).toThrow('"options.count" of the type boolean');
});

test('a value of all items is checked once, others for each item', () => {
  const fields = [COUNT, field('size', 'number'), field('text', 'string')];
  const written = { count: 1, size: '=size', text: '=text' };
  const items = [{ size: 1 }, { size: 2 }, { size: 'x' }];
  const { of, evaluate } = parametersOf(fields, written, items);
  of(0).check();
  of(1).check();
  expect(evaluate.mock.calls.map(([path, item]) => `${path} ${item}`)).toEqual([
    'count 0',
    'size 0',
    'size 1',
  ]);
  expect(() => of(2).check()).toThrow('"Field size" must be a whole number, not "x"');
});

test('n8n reads the ID in a locator once for each item', () => {
  const { of, evaluate } = parametersOf([ID], { jobId: '=id' }, [{ id: 'A' }, { id: 'B' }]);
  for (const item of [0, 1, 0]) {
    expect(readIdentity(of(item))).toEqual({ jobId: of(item).locator('jobId') });
  }
  expect(evaluate).toHaveBeenCalledTimes(2);
});

test('a locator has the ID that was found for a name, of its item alone', () => {
  const { of } = parametersOf([ID], { jobId: '=name' }, [{ name: 'A' }, { name: 'B' }]);
  of(0).keepId('jobId', { id: '7' });
  expect([of(0).locator('jobId'), of(1).locator('jobId')]).toEqual(['7', 'B']);
  of(1).keepId('jobId', { failure: new Error('There is no job "B"') });
  expect(() => of(1).locator('jobId')).toThrow('There is no job "B"');
  expect(readIdentity(of(1))).toEqual({});
});

describe('the identity of what an item asked for', () => {
  test('is in its required locators of IDs, and in its path', () => {
    const fields = [
      ID_IN_PROJECT,
      PATH,
      COUNT,
      field('projectId', 'resourceLocator'),
      field('rootField', 'resourceLocator', { required: true }),
      field('textId', 'string', { required: true }),
    ];
    expect([...findIdentifyingFields(fields)]).toEqual([
      ['jobId', 'jobId'],
      ['path', 'filePath'],
    ]);
    const project = field('projectId', 'resourceLocator', { required: true });
    const both = [...findIdentifyingFields([project, ID_IN_PROJECT]).keys()];
    expect(both).toEqual(['projectId', 'jobId']);
  });

  test.each([
    [
      { jobId: ' 7 ', filePath: ' a.txt ' },
      { jobId: '7', path: '/a.txt' },
    ],
    [{ jobId: '  ', filePath: '/a.txt' }, { path: '/a.txt' }],
    [{ jobId: 7, filePath: ['a'] }, {}],
    [{ jobId: 'x'.repeat(1_000), filePath: 'x'.repeat(1_001) }, { jobId: 'x'.repeat(1_000) }],
  ])('in %j is %j', (written, thing) => {
    expect(readIdentity(parametersOf([ID, PATH, COUNT], written).of())).toEqual(thing);
  });

  const IN_PROJECT = [field('projectId', 'resourceLocator', { required: false }), ID_IN_PROJECT];
  const PROJECT = field('projectId', 'resourceLocator', { required: true });
  const RUN = field('runId', 'resourceLocator', { required: true });
  const picked = (cachedResultName: string, value = '7', mode = 'list') => ({
    ...{ __rl: true, mode, value, cachedResultName },
  });

  test.each([
    ['as it was picked', [ID], { jobId: picked('Sales') }, { jobName: 'Sales' }],
    [
      'without its project, of a list of all projects',
      IN_PROJECT,
      { projectId: picked('', ''), jobId: picked('Retail / Sales / EU') },
      { jobName: 'Sales / EU' },
    ],
    [
      'without its project, picked since',
      IN_PROJECT,
      { projectId: picked('Retail / EU'), jobId: picked('Retail / EU / Sales') },
      { jobName: 'Sales' },
    ],
    ['of a project', [PROJECT], { projectId: picked('A / B') }, { projectName: 'A / B' }],
    ['not of an ID', [ID], { jobId: picked('Sales', '7', 'id') }, {}],
    ['not of an expression', [ID], { jobId: picked('Sales', '={{ 7 }}') }, {}],
    ['not if it is empty', [ID], { jobId: picked('') }, {}],
    ['not of a run', [RUN], { runId: picked('17 · failed') }, {}],
  ])('has its name: %s', (_case, fields, written, names) => {
    const identity = readIdentity(parametersOf(fields, written).of());
    const named = Object.entries(identity).filter(([name]) => !name.endsWith('Id'));
    expect(Object.fromEntries(named)).toEqual(names);
  });
});

describe('a JSON object', () => {
  const read = (value: unknown) =>
    parametersOf([field('json', 'json')], { json: value })
      .of()
      .jsonObject('json');

  test.each([
    [' \n', {}],
    ['{ "a": 1 }', { a: 1 }],
    [{ a: 1 }, { a: 1 }],
  ])('%j is %j', (given, value) => {
    expect(read(given)).toEqual(value);
  });

  test.each([
    ['[]', 'is not a JSON object'],
    ['null', 'is not a JSON object'],
    ['{ a: 1 }', 'is not a JSON object'],
    [5, 'is not a JSON object'],
  ])('%j is refused', (given, message) => {
    expect(() => read(given)).toThrow(
      expect.objectContaining({
        message: `"Field json" ${message}`,
        hint: expect.stringContaining('Nothing was sent.'),
      }),
    );
  });
});
