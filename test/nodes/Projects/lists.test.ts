import { type INodeListSearchResult, NodeApiError } from 'n8n-workflow';
import { APP_TECHNOLOGY_IDS, PROJECT_IDS, TECHNOLOGY_IDS } from '../../../sandbox';
import { searchList } from '../../support/engine/searchList';
import { HOSTILE_NAMES, inheritedNames } from '../../support/hostileNames';
import { startRawPlatform } from '../../support/rawPlatform';
import { credentialFor } from '../../support/rawServer';
import { sandboxForAllTests } from '../../support/testSandbox';

const sandbox = sandboxForAllTests({ seedRuns: false });

const search = async (method: string, parameters: Record<string, unknown> = {}, filter?: string) =>
  await searchList(
    { method, parameters, credentials: { dataPlatformApi: sandbox.credentials } },
    filter,
  );

const project = (value: string) => ({ projectId: { __rl: true, mode: 'list', value } });
const values = ({ results }: INodeListSearchResult) => results.map(({ value }) => value).sort();
const names = ({ results }: INodeListSearchResult) => results.map(({ name }) => name);

test('projects are found by a part of their names, whatever its case', async () => {
  expect(values(await search('searchProjects'))).toEqual(Object.values(PROJECT_IDS).sort());
  expect(names(await search('searchProjects', {}, 'ETAIL'))).toEqual(['Retail Analytics']);
});

test('a job is found by every word of a text, in any order, in its name or that of its project', async () => {
  for (const words of ['SALES  retail', 'tail dail']) {
    const found = await search('searchJobs', project(''), words);
    expect(names(found)).toContain('Retail Analytics / Extract daily sales');
    expect(names(await search('searchJobs', project(''), `${words} platform`))).toEqual([]);
  }
});

test.each([
  ['searchJobs', () => sandbox.store.jobs()],
  ['searchPipelines', () => sandbox.store.pipelines.list()],
  ['searchApps', () => sandbox.store.apps.list()],
])('%s finds those of the chosen project, or of all with its name', async (method, stored) => {
  const idsOf = (all: Array<{ id: string }>) => all.map(({ id }) => id).sort();
  const inRetail = stored().filter(({ projectId }) => projectId === PROJECT_IDS.retail);
  expect(values(await search(method, project(PROJECT_IDS.retail)))).toEqual(idsOf(inRetail));
  const ofAll = await search(method, project(''));
  expect(values(ofAll)).toEqual(idsOf(stored()));
  expect(names(ofAll).every((name) => name.includes(' / '))).toBe(true);
});

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

test('a list that cannot be read names a host with dashes where the editor leaves them', async () => {
  const credentials = { ...sandbox.credentials, baseUrl: 'http://data-platform.invalid' };
  const question = { parameters: {}, credentials: { dataPlatformApi: credentials } };
  await expect(searchList({ method: 'searchProjects', ...question })).rejects.toMatchObject({
    // The editor of n8n 2.40 takes dashes out of a message.
    message: 'The list could not be loaded',
    description: expect.stringMatching(
      /^The host data-platform\.invalid was not found\.\nCheck the address in the credential/,
    ),
  });
});

test('a list that refuses a value says in the editor what to do', async () => {
  const projectId = { __rl: true, mode: 'name', value: 'Retail Analitics' };
  const failed = search('searchJobs', { projectId }).catch((thrown: unknown) => thrown);
  // Of other errors, n8n sends the editor the message alone.
  expect(await failed).toBeInstanceOf(NodeApiError);
  expect(await failed).toMatchObject({ description: expect.stringContaining('Retail Analytics') });
});

describe('of a platform that', () => {
  /** A platform that returns these as its jobs and its projects. */
  async function platformOf(entries: object[]) {
    const data = JSON.stringify({ data: { jobs: entries, projects: entries } });
    const server = await startRawPlatform((_request, response) => response.end(data));
    const ask = async (
      method: string,
      { filter, token, id = 'p1', login = 'demo' }: Record<string, string | undefined> = {},
    ) => {
      const credentials = { dataPlatformApi: { ...credentialFor(server.baseUrl), login } };
      return await searchList({ method, parameters: project(id), credentials }, filter, token);
    };
    const lists = () => server.received.filter(({ path }) => path.endsWith('/graphql')).length;
    return { ask, lists };
  }

  test('has 2,000 jobs: they are sorted, searched and cut into pages, and requested once', async () => {
    const MANY = 2_000;
    const numbers = Array.from({ length: MANY }, (_, n) => (n * 7919) % MANY);
    const nameOf = (n: number) => `Job ${String(n).padStart(5, '0')}`;
    const { ask, lists } = await platformOf(
      numbers.map((n) => ({ id: `id-${n}`, name: nameOf(n) })),
    );
    const typed = ['', 'j', 'job 01999'].map((filter) => ask('searchJobs', { filter }));
    const found = await Promise.all(typed);
    expect(found.map(({ results }) => results.length)).toEqual([100, 100, 1]);
    expect(found[0]?.results[0]).toMatchObject({ name: 'Job 00000', value: 'id-0' });
    const next = await ask('searchJobs', { token: found[0]?.paginationToken as string });
    expect(next.results[0]).toMatchObject({ name: 'Job 00100', value: 'id-100' });
    const last = await ask('searchJobs', { token: String(MANY - 100) });
    expect(last.results.at(-1)?.value).toBe(`id-${MANY - 1}`);
    expect(last.paginationToken).toBeUndefined();
    expect(lists()).toBe(1);

    await ask('searchJobs', { id: 'p2' });
    await ask('searchProjects');
    await ask('searchJobs', { login: 'another login' });
    expect(lists()).toBe(4);
  });

  const ODD_NAMES: unknown[] = [
    ...HOSTILE_NAMES,
    ...[null, undefined, 7, true, '', '  ', {}, [], { toString: null }, ['x']],
    ...['<img src=x onerror=alert(1)>', '{{ $json.secret }}', '\u202egnp.exe', '\ud800'],
    'x'.repeat(100_000),
  ];

  test.each(['searchJobs', 'searchProjects'])(
    '%s shows names of any form, or IDs in their place, and leaves out what has no ID',
    async (method) => {
      const before = inheritedNames();
      const named = ODD_NAMES.map((name, n) => ({ id: `id-${n}`, name }));
      const withoutId = [undefined, null, '', 7, {}, ['a']].map((id) => ({ id, name: 'Job' }));
      const { ask } = await platformOf([...named, ...withoutId]);
      const { results } = await ask(method);
      const shown = (name: unknown, id: string) =>
        typeof name === 'string' && name.trim() !== '' ? name : id;
      expect(new Map(results.map(({ name, value }) => [value, name]))).toEqual(
        new Map(named.map(({ id, name }) => [id, shown(name, id)])),
      );
      for (const filter of HOSTILE_NAMES) {
        expect(names(await ask(method, { filter }))).toContain(filter);
      }
      expect(inheritedNames()).toEqual(before);
    },
  );
});
