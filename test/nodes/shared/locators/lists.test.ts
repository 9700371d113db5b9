import {
  choicesInProject,
  entryOf,
  pageOf,
  searchProjects,
} from '../../../../nodes/shared/locators/listSearch';
import { isLocatorLeftEmpty } from '../../../../nodes/shared/locators/locators';
import { isLeftEmpty } from '../../../../nodes/shared/parameters/itemIdentity';
import { readRunNumber, runIdOf } from '../../../../nodes/shared/locators/runNumbers';

const entriesOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ name: `Job ${n}`, value: `j${n}` }));

describe('a page of a list', () => {
  test.each([
    [99, undefined, 99, undefined],
    [100, undefined, 100, undefined],
    [101, undefined, 100, '100'],
    [101, '100', 1, undefined],
    [250, '100', 100, '200'],
    [250, 'no number', 100, '100'],
  ])('of %i entries from %s on has %i', (count, token, shown, next) => {
    const { results, paginationToken } = pageOf(entriesOf(count), undefined, token);
    expect(results).toHaveLength(shown);
    expect(paginationToken).toBe(next);
  });

  const ENTRIES = [
    { name: 'Import Weather', value: 'a1', description: 'nightly' },
    { name: 'Export weather', value: 'B2' },
    { name: 'Report', value: 'c3' },
  ];

  test.each([
    ['', ['a1', 'B2', 'c3']],
    ['weather', ['a1', 'B2']],
    ['WEATHER im', ['a1']],
    ['weather nightly', ['a1']],
    ['nothing', []],
    [' B2 ', ['B2']],
    ['b2', []],
  ])('found by %j', (filter, values) => {
    expect(pageOf(ENTRIES, filter).results.map(({ value }) => value)).toEqual(values);
  });
});

test.each([
  ['7', 'A', [{ name: 'A', value: '7' }]],
  ['7', ' ', [{ name: '7', value: '7' }]],
  ['7', null, [{ name: '7', value: '7' }]],
  ['', 'A', []],
  [7, 'A', []],
  [undefined, 'A', []],
])('the ID %j with the name %j becomes %j', (id, name, entries) => {
  expect(entryOf(id, name)).toEqual(entries);
});

describe('what is in a project', () => {
  const lists = {
    noun: 'job',
    ofOne: async (_client: unknown, projectId: string) => [
      { id: 'j1', name: `Of ${projectId}` },
      { id: '', name: 'Without an ID' },
    ],
    ofAll: async () => [
      {
        project: { id: 'p1', name: 'Retail' },
        entries: [
          { id: 'j1', name: 'Sales' },
          { id: 'j2', name: '' },
        ],
      },
      { project: { id: 'p2', name: null }, entries: [{ id: 'j3', name: 'Sales' }] },
    ],
  } as never;
  const read = async (projectId: unknown) => {
    const { name, read: readAll } = choicesInProject(lists, projectId);
    return [
      name,
      (await readAll({ pages: { url: () => null } } as never)).map((entry) => entry.name),
    ];
  };

  test('that is chosen', async () => {
    expect(await read('p1')).toEqual(['job in p1', ['Of p1']]);
  });

  test.each([[''], [undefined], [{}]])(
    'where %j is chosen: of all, each with its project',
    async (chosen) => {
      expect(await read(chosen)).toEqual([
        'job in all projects',
        ['Retail / Sales', 'Retail / j2', 'p2 / Sales'],
      ]);
    },
  );
});

test('a list that cannot be read says why', async () => {
  const context = {
    getCredentials: async () => await Promise.reject(new Error('no')),
    getNode: () => ({ name: 'Node', type: 't', parameters: {} }),
  };
  await expect(searchProjects.call(context as never)).rejects.toThrow(
    'n8n could not read the credential: no',
  );
});

test.each([
  ['', true],
  [undefined, true],
  [{ mode: 'list', value: '' }, true],
  [{ mode: 'list' }, false],
  ['={{ $json.none }}', false],
  [{ mode: 'id', value: '7' }, false],
  [null, false],
  [0, false],
])('%j is left empty: %s', (written, expected) => {
  expect(isLeftEmpty(written)).toBe(expected);
});

test.each([
  [true, true],
  [false, false],
])('where a model writes (%s), what its expression gives counts', (isToolExecution, expected) => {
  const call = {
    execution: { isToolExecution: () => isToolExecution, getNode: () => ({ type: 't' }) },
    parameters: { value: () => '', written: () => '={{ $fromAI("projectId") }}' },
  };
  expect(isLocatorLeftEmpty(call as never, 'projectId')).toBe(expected);
});

describe('the number of a run', () => {
  test.each([
    ['17', { number: 17, parent: undefined }],
    ['#17', { number: 17, parent: undefined }],
    ['run 17', { number: 17, parent: undefined }],
    ['Job run #17', { number: 17, parent: undefined }],
    ['run 17 of job Import weather', { number: 17, parent: 'Import weather' }],
    ['run 17 of the pipeline "Nightly"', { number: 17, parent: 'Nightly' }],
    ['17 of Import', { number: 17, parent: 'Import' }],
    ['999999999', { number: 999_999_999, parent: undefined }],
    ['1000000000', undefined],
    ['6f1d2c3b-0000-4000-8000-000000000000', undefined],
    ['run', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('in %j', (given, read) => {
    expect(readRunNumber(given)).toEqual(read);
  });

  test.each([
    ['job', 'of a job'],
    ['pipeline', 'of a pipeline'],
  ])('of a %s is looked for among its latest runs', async (noun, id) => {
    const asked: unknown[] = [];
    const listOf = (found: string) => ({
      list: async (...given: unknown[]) => {
        asked.push(given);
        return [
          { id: 'newer', number: 18 },
          { id: found, number: 17 },
        ];
      },
    });
    const client = { jobRuns: listOf('of a job'), pipelineRuns: listOf('of a pipeline') };
    const call = { client, options: {} } as never;
    expect(await runIdOf(call, noun, 'p', 17)).toBe(id);
    expect(asked).toEqual([['p', 1_000, {}]]);
    await expect(runIdOf(call, noun, 'p', 16)).rejects.toMatchObject({
      message: `The ${noun} has no run 16`,
      hint: 'None of its latest 1000 runs has this number. For an older run, use its ID.',
    });
  });
});
