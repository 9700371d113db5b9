import type { INodeListSearchResult } from 'n8n-workflow';
import { JOB_IDS, PROJECT_IDS, startSandbox, type Sandbox } from '../../../sandbox';
import { searchList } from '../../../harness/engine/searchList';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ seedRuns: false });
});
afterAll(() => sandbox.close());

const search = async (
  method: string,
  parameters: Record<string, unknown> = {},
  filter?: string,
  paginationToken?: string,
): Promise<INodeListSearchResult> =>
  await searchList(
    { method, parameters, credentials: { dataPlatformApi: sandbox.credentials } },
    filter,
    paginationToken,
  );

const project = (value: string) => ({ projectId: { __rl: true, mode: 'list', value } });
const values = ({ results }: INodeListSearchResult) => results.map(({ value }) => value);
const names = ({ results }: INodeListSearchResult) => results.map(({ name }) => name);

test('projects, by name', async () => {
  const found = await search('searchProjects');
  expect(values(found).sort()).toEqual(Object.values(PROJECT_IDS).sort());
  expect(names(found)).toEqual([...names(found)].sort((a, b) => a.localeCompare(b)));
});

test('projects whose name holds the search text, whatever its case', async () => {
  const [first] = (await search('searchProjects')).results;
  const found = await search('searchProjects', {}, first?.name.slice(1, 5).toUpperCase());
  expect(values(found)).toContain(first?.value);
  expect(values(await search('searchProjects', {}, 'no such project'))).toEqual([]);
});

test('jobs of the chosen project', async () => {
  const found = await search('searchJobs', project(PROJECT_IDS.retail));
  const expected = sandbox.store.jobs({ projectId: PROJECT_IDS.retail }).map(({ id }) => id);
  expect(values(found).sort()).toEqual(expected.sort());
});

test('jobs of all projects while none is chosen, each with its project', async () => {
  const found = await search('searchJobs', project(''));
  expect(values(found)).toContain(JOB_IDS.gridLoadModel);
  expect(values(found)).toHaveLength(sandbox.store.jobs().length);
  expect(names(found).every((name) => name.includes(' / '))).toBe(true);
});

test.each(['retail sales', 'SALES  retail', ' sales', 'tail dail'])(
  'a job is found by every word of "%s", in any order, in its name or that of its project',
  async (words) => {
    const found = await search('searchJobs', project(''), words);
    expect(names(found)).toContain('Retail Analytics / Extract daily sales');
    expect(values(await search('searchJobs', project(''), `${words} platform`))).toEqual([]);
  },
);

test('a list that cannot be had reports a host whose name has dashes whole, as the editor shows it', async () => {
  const credentials = { ...sandbox.credentials, baseUrl: 'http://data-platform.invalid' };
  const failure: unknown = await searchList({
    method: 'searchProjects',
    parameters: {},
    credentials: { dataPlatformApi: credentials },
  }).catch((error: unknown) => error);
  expect(asEditorShows((failure as Error).message)).toBe(
    'The host data\u2011platform.invalid was not found',
  );
  expect((failure as { description?: string }).description).toContain(
    'Check the address in the credential',
  );
});

/** What n8n's editor (2.40) makes of the message of a list that it could not load. */
function asEditorShows(message: string): string {
  const parts = /[-–—]/.test(message)
    ? message.split(/\s*[-–—]\s*/)
    : message.split(/(?<=[.!?])\s+/);
  return parts
    .filter((part) => part.trim() && !/check\s+(your\s+)?credentials?/i.test(part))
    .join(' ')
    .trim();
}

test('a long list comes in pages, none of it lost', async () => {
  const { id } = sandbox.store.addProject({ name: 'Large' });
  for (let index = 0; index < 250; index++) {
    sandbox.store.addJob({ projectId: id, name: `Job ${index}` });
  }
  const seen: unknown[] = [];
  let token: string | undefined;
  do {
    const page = await search('searchJobs', project(id), undefined, token);
    seen.push(...values(page));
    token = page.paginationToken as string | undefined;
  } while (token);
  expect(new Set(seen).size).toBe(250);
});

test('a list that cannot be had says why', async () => {
  await expect(
    searchList({
      method: 'searchProjects',
      parameters: {},
      credentials: { dataPlatformApi: { ...sandbox.credentials, password: 'wrong' } },
    }),
  ).rejects.toThrow('The platform rejected the login "demo"');
});
