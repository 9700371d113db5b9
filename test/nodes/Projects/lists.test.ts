import type { INodeListSearchResult } from 'n8n-workflow';
import { APP_TECHNOLOGY_IDS, PROJECT_IDS, TECHNOLOGY_IDS } from '../../../sandbox';
import { sandboxForAllTests } from '../../support/testSandbox';
import { searchList } from '../../support/engine/searchList';
import { HOSTILE_NAMES, inheritedNames } from '../../support/hostileNames';
import { credentialFor, startRawServer, withLogin, type RawServer } from '../../support/rawServer';

const sandbox = sandboxForAllTests({ seedRuns: false });

const search = async (method: string, parameters: Record<string, unknown> = {}, filter?: string) =>
  await searchList(
    { method, parameters, credentials: { dataPlatformApi: sandbox.credentials } },
    filter,
  );

const project = (value: string) => ({ projectId: { __rl: true, mode: 'list', value } });
const values = ({ results }: INodeListSearchResult) => results.map(({ value }) => value);
const names = ({ results }: INodeListSearchResult) => results.map(({ name }) => name);

test('projects are found by a part of their names, whatever its case', async () => {
  const all = await search('searchProjects');
  expect(values(all).sort()).toEqual(Object.values(PROJECT_IDS).sort());
  const [first] = all.results;
  const found = await search('searchProjects', {}, first?.name.slice(1, 5).toUpperCase());
  expect(values(found)).toContain(first?.value);
});

test.each(['SALES  retail', 'tail dail'])(
  'a job is found by every word of "%s", in any order, in its name or that of its project',
  async (words) => {
    const found = await search('searchJobs', project(''), words);
    expect(names(found)).toContain('Retail Analytics / Extract daily sales');
    expect(values(await search('searchJobs', project(''), `${words} platform`))).toEqual([]);
  },
);

test.each([
  ['searchJobs', () => sandbox.store.jobs()],
  ['searchPipelines', () => sandbox.store.pipelines.list()],
  ['searchApps', () => sandbox.store.apps.list()],
])(
  '%s finds those of the chosen project, or of all, each with its project',
  async (method, all) => {
    const inRetail = all().filter(({ projectId }) => projectId === PROJECT_IDS.retail);
    const found = await search(method, project(PROJECT_IDS.retail));
    expect(values(found).sort()).toEqual(inRetail.map(({ id }) => id).sort());
    const ofAll = await search(method, project(''));
    expect(values(ofAll).sort()).toEqual(
      all()
        .map(({ id }) => id)
        .sort(),
    );
    expect(names(ofAll).every((name) => name.includes(' / '))).toBe(true);
  },
);

test('technologies are those of jobs or of apps, without what is no longer available', async () => {
  const ofJobs = values(await search('searchJobTechnologies'));
  const ofApps = values(await search('searchAppTechnologies'));
  const { legacyBoard, ...available }: Record<string, string> = APP_TECHNOLOGY_IDS;
  expect(ofJobs).toEqual(expect.arrayContaining(Object.values(TECHNOLOGY_IDS)));
  expect(ofApps).toEqual(expect.arrayContaining(Object.values(available)));
  expect(ofApps).not.toContain(legacyBoard);
  expect(ofJobs.filter((id) => ofApps.includes(id))).toEqual([]);
});

test('contexts are those of the chosen technology; for none, nothing is requested', async () => {
  const { requests } = sandbox.stats;
  expect(values(await search('searchContexts'))).toEqual([]);
  expect(sandbox.stats.requests).toBe(requests);
  const [technology] = sandbox.store.catalog.technologies();
  const technologyId = { __rl: true, mode: 'list', value: technology?.id };
  const { results } = await search('searchContexts', { technologyId });
  const contexts = technology?.contexts.map(({ id, label }) => ({ name: label, value: id })) ?? [];
  expect(contexts.length).toBeGreaterThan(0);
  expect(new Set(results)).toEqual(new Set(contexts));
});

test('categories are those that jobs have', async () => {
  const used = new Set(sandbox.store.jobs().map(({ category }) => category));
  expect(values(await search('searchJobCategories'))).toEqual([...used].sort());
});

test('a list that cannot be read names a host with dashes whole, as the editor shows it', async () => {
  const credentials = { ...sandbox.credentials, baseUrl: 'http://data-platform.invalid' };
  const question = { parameters: {}, credentials: { dataPlatformApi: credentials } };
  await expect(searchList({ method: 'searchProjects', ...question })).rejects.toMatchObject({
    // The editor of n8n 2.40 cuts a message at each usual dash.
    message: 'The host data\u2011platform.invalid was not found',
    description: expect.stringContaining('Check the address in the credential'),
  });
});

describe('of a platform that', () => {
  let server: RawServer;
  let entries: object[];
  beforeEach(async () => {
    let data: string | undefined;
    server = await startRawServer(
      withLogin((_request, response) => {
        data ??= JSON.stringify({ data: { jobs: entries, projects: entries } });
        response.end(data);
      }),
    );
  });
  afterEach(() => server.close());

  const searchIn = async (
    method: string,
    filter?: string,
    token?: string,
    { project: id = 'p1', login = 'demo' } = {},
  ) =>
    await searchList(
      {
        method,
        parameters: project(id),
        credentials: { dataPlatformApi: { ...credentialFor(server.baseUrl), login } },
      },
      filter,
      token,
    );
  const lists = () => server.received.filter(({ path }) => path.endsWith('/graphql')).length;

  test('has 2,000 jobs: they are sorted, searched and cut into pages, and requested once', async () => {
    const MANY = 2_000;
    const numbers = Array.from({ length: MANY }, (_, n) => (n * 7919) % MANY);
    entries = numbers.map((n) => ({ id: `id-${n}`, name: `Job ${String(n).padStart(5, '0')}` }));
    const typed = ['', 'j', 'job 01999'].map(async (text) => await searchIn('searchJobs', text));
    const found = await Promise.all(typed);
    expect(found.map(({ results }) => results.length)).toEqual([100, 100, 1]);
    expect(found[0]?.results[0]).toMatchObject({ name: 'Job 00000', value: 'id-0' });
    const token = found[0]?.paginationToken as string;
    const next = await searchIn('searchJobs', undefined, token);
    expect(next.results[0]).toMatchObject({ name: 'Job 00100', value: 'id-100' });
    const last = await searchIn('searchJobs', undefined, String(MANY - 100));
    expect(last.results.at(-1)?.value).toBe(`id-${MANY - 1}`);
    expect(last.paginationToken).toBeUndefined();
    expect(lists()).toBe(1);

    await searchIn('searchJobs', '', undefined, { project: 'p2' });
    await searchIn('searchProjects');
    await searchIn('searchJobs', '', undefined, { login: 'another login' });
    expect(lists()).toBe(4);
  });

  const ODD_NAMES: unknown[] = [
    ...HOSTILE_NAMES,
    ...[null, undefined, 7, true, '', '  ', {}, [], { toString: null }, ['x']],
    '<img src=x onerror=alert(1)>',
    '{{ $json.secret }}',
    '\u202egnp.exe',
    '\ud800',
    'x'.repeat(100_000),
  ];

  test.each(['searchJobs', 'searchProjects'])(
    '%s shows names of any form, or IDs in their place, and leaves out what has no ID',
    async (method) => {
      const before = inheritedNames();
      const withoutId = [undefined, null, '', 7, {}, ['a']].map((id) => ({ id, name: 'Job' }));
      entries = [...ODD_NAMES.map((name, n) => ({ id: `id-${n}`, name })), ...withoutId];
      const { results } = await searchIn(method);
      const isName = (name: unknown): name is string =>
        typeof name === 'string' && name.trim() !== '';
      expect(new Map(results.map(({ name, value }) => [value, name]))).toEqual(
        new Map(ODD_NAMES.map((name, n) => [`id-${n}`, isName(name) ? name : `id-${n}`])),
      );
      for (const name of HOSTILE_NAMES) {
        const found = await searchIn(method, name);
        expect(found.results.map((result) => result.name)).toContain(name);
      }
      expect(inheritedNames()).toEqual(before);
    },
  );
});
