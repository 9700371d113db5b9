import type { INodeProperties } from 'n8n-workflow';
import { readIdentity, identifyingFields } from '../../../../nodes/shared/parameters/itemIdentity';
import { NodeParameters, UNSET } from '../../../../nodes/shared/parameters/nodeParameters';

/** The parameters of a node with these values, for an item; an expression `=a` gives the item's field `a`. */
function parametersOf(
  fields: INodeProperties[],
  written: Record<string, unknown>,
  items: Array<Record<string, unknown>> = [{}],
) {
  const evaluated = jest.fn((path: string, itemIndex: number) => {
    const value = written[path];
    const isExpression = typeof value === 'string' && value.startsWith('=');
    return isExpression ? items[itemIndex]?.[value.slice(1)] : value;
  });
  const source = {
    written: (path: string) => (path in written ? written[path] : UNSET),
    evaluated,
  };
  const parameters = new NodeParameters(source, fields);
  return { evaluated, of: (item = 0) => parameters.ofItem(item) };
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
  const { of, evaluated } = parametersOf(fields, written, items);
  of(0).check();
  of(1).check();
  expect(evaluated.mock.calls.map(([path, item]) => `${path} ${item}`)).toEqual([
    'count 0',
    'size 0',
    'size 1',
  ]);
  expect(() => of(2).check()).toThrow('"Field size" must be a whole number, not "x"');
});

test('n8n reads the ID in a locator once for each item', () => {
  const { of, evaluated } = parametersOf([ID], { jobId: '=id' }, [{ id: 'A' }, { id: 'B' }]);
  for (const item of [0, 1, 0]) {
    expect(readIdentity(of(item))).toEqual({ jobId: of(item).locator('jobId') });
  }
  expect(evaluated).toHaveBeenCalledTimes(2);
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
    expect([...identifyingFields(fields)]).toEqual([
      ['jobId', 'jobId'],
      ['path', 'filePath'],
    ]);
    const project = field('projectId', 'resourceLocator', { required: true });
    const both = [...identifyingFields([project, ID_IN_PROJECT]).keys()];
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
  ])('has its name: %s', (_case, fields, written, names) => {
    const identity = readIdentity(parametersOf(fields, written).of());
    const named = Object.entries(identity).filter(([name]) => name.endsWith('Name'));
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
