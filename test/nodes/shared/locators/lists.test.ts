import { entryOf, pageOf } from '../../../../nodes/shared/locators/listSearch';
import { isLocatorLeftEmpty } from '../../../../nodes/shared/locators/locators';
import {
  NamedEntities,
  appTechnologies,
  jobTechnologies,
  technologies,
} from '../../../../nodes/shared/locators/namedEntities';
import { readRunNumber, runIdOf } from '../../../../nodes/shared/locators/runNumbers';
import { isLeftEmpty } from '../../../../nodes/shared/parameters/itemIdentity';

// What lists show of a platform: `test/nodes/Projects/lists.test.ts`.
test.each([
  [100, undefined, 100, undefined],
  [101, undefined, 100, '100'],
  [101, '100', 1, undefined],
  [250, 'no number', 100, '100'],
])('of %i entries, the page from %s on has %i', (count, token, shown, next) => {
  const entries = Array.from({ length: count }, (_, n) => ({ name: `Job ${n}`, value: `j${n}` }));
  const { results, paginationToken } = pageOf(entries, undefined, token);
  expect(results).toHaveLength(shown);
  expect(paginationToken).toBe(next);
});

test.each([
  ['WEATHER im', ['a1']],
  ['weather nightly', ['a1']],
  [' B2 ', ['B2']],
  ['b2', []],
])('entries are found by all words of a text, or by their ID: %j', (filter, values) => {
  const entries = [
    { name: 'Import Weather', value: 'a1', description: 'nightly' },
    { name: 'Export weather', value: 'B2' },
    { name: 'Report', value: 'c3' },
  ];
  expect(pageOf(entries, filter).results.map(({ value }) => value)).toEqual(values);
});

test.each([
  ['7', 'A', [{ name: 'A', value: '7' }]],
  ['7', ' ', [{ name: '7', value: '7' }]],
  ['7', null, [{ name: '7', value: '7' }]],
  ['', 'A', []],
  [7, 'A', []],
])('the ID %j with the name %j becomes %j', (id, name, entries) => {
  expect(entryOf(id, name)).toEqual(entries);
});

test.each([
  [technologies, ['1', '2', '3', '4', '5']],
  // A platform may not report the kind: then it may be either.
  [jobTechnologies, ['1', '5']],
  [appTechnologies, ['3', '5']],
])('technologies are listed by kind, if they are available: %#', async (read, ids) => {
  const all = [
    { __typename: 'JobTechnology', id: '1', label: 'Python', available: true },
    { __typename: 'JobTechnology', id: '2', label: 'Old', available: false },
    { __typename: 'AppTechnology', id: '3', label: 'Dash' },
    { __typename: 'AppTechnology', id: '4', label: 'Gone', available: false },
    { id: '5', label: 'Untyped' },
  ];
  const client = { catalog: async () => ({ technologies: { list: async () => all } }) };
  expect((await read(client as never)).map(({ id }) => id)).toEqual(ids);
});

test('names are looked up in the list of their project, which is read once', async () => {
  const read: Array<string | undefined> = [];
  const list = async (_client: unknown, projectId: string) => {
    read.push(projectId);
    return [{ id: `of ${projectId}`, name: 'A' }];
  };
  const findIdByName = (_noun: string, [{ id }]: [{ id: string }], given: string) => given + id;
  const entities = new NamedEntities({ client: { findIdByName }, options: {} } as never);
  const kind = { noun: 'job', lists: { noun: 'job', ofOne: list } } as never;
  const names: Array<[string, string]> = [
    ['A', 'p1'],
    ['A', 'p2'],
    ['B', 'p1'],
  ];
  const found = names.map(async ([name, project]) => await entities.id(kind, name, project));
  expect(await Promise.all(found)).toEqual(['Aof p1', 'Aof p2', 'Bof p1']);
  expect(read).toEqual(['p1', 'p2']);
});

test.each([
  ['', true],
  [undefined, true],
  [{ mode: 'list', value: '' }, true],
  [{ mode: 'list' }, false],
  ['={{ $json.none }}', false],
  [null, false],
  [0, false],
])('%j is left empty: %s', (written, expected) => {
  expect(isLeftEmpty(written)).toBe(expected);
});

test.each([true, false])(
  'if a model writes (%s), the result of its expression counts',
  (isTool) => {
    const call = {
      execution: { isToolExecution: () => isTool, getNode: () => ({ type: 't' }) },
      parameters: { value: () => '', written: () => '={{ $fromAI("projectId") }}' },
    };
    expect(isLocatorLeftEmpty(call as never, 'projectId')).toBe(isTool);
  },
);

test.each([
  ['17', { number: 17, parent: undefined }],
  ['Job run #17', { number: 17, parent: undefined }],
  ['run 17 of job Import weather', { number: 17, parent: 'Import weather' }],
  ['run 17 of the pipeline "Nightly"', { number: 17, parent: 'Nightly' }],
  ['999999999', { number: 999_999_999, parent: undefined }],
  ['1000000000', undefined],
  ['6f1d2c3b-0000-4000-8000-000000000000', undefined],
  ['run', undefined],
  [undefined, undefined],
])('the number of a run in %j', (given, read) => {
  expect(readRunNumber(given)).toEqual(read);
});

test.each(['job', 'pipeline'])('the number of a %s run is looked for in its list', async (noun) => {
  const listOf = (found: string) => ({
    list: async (parent: string, limit: number) => [
      { id: 'newer', number: 18 },
      { id: `${found} of ${parent}, of ${limit}`, number: 17 },
    ],
  });
  const client = { jobRuns: listOf('job'), pipelineRuns: listOf('pipeline') };
  const call = { client, options: {} } as never;
  expect(await runIdOf(call, noun, 'p', 17)).toBe(`${noun} of p, of 1000`);
  await expect(runIdOf(call, noun, 'p', 16)).rejects.toMatchObject({
    message: `The ${noun} has no run 16`,
    hint: expect.stringContaining('None of its latest 1000 runs has this number.'),
  });
});
