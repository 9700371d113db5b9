import { type IDataObject, type INodeListSearchResult, NodeApiError } from 'n8n-workflow';
import { buildRunTitle } from '../../../nodes/Projects/runs/read/runOutput';
import { findPage } from '../../../nodes/shared/locators/listSearch';
import { isLocatorLeftEmpty } from '../../../nodes/shared/locators/locators';
import { readRunNumber } from '../../../nodes/shared/locators/resolve';
import { isLeftEmpty } from '../../../nodes/shared/parameters/itemIdentity';
import {
  APP_TECHNOLOGY_IDS,
  JOB_IDS,
  PIPELINE_IDS,
  PROJECT_IDS,
  TECHNOLOGY_IDS,
} from '../../../sandbox';
import { captureInfoLines } from '../../support/engine/infoLines';
import { runNode } from '../../support/engine/runWorkflow';
import { searchList } from '../../support/engine/searchList';
import { failureOf } from '../../support/failureOf';
import { HOSTILE_NAMES, listInheritedNames } from '../../support/hostileNames';
import { NO_SUCH_ID } from '../../support/ids';
import { startRawPlatform } from '../../support/rawPlatform';
import { credentialFor } from '../../support/rawServer';
import { sandboxForAllTests } from '../../support/testSandbox';
import { byId, perform, performed } from './support';

const sandbox = sandboxForAllTests({ seedRuns: false, basePath: '/data' });

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
  const failed = await failureOf(search('searchJobs', { projectId }));
  // Of other errors, n8n sends the editor the message alone.
  expect(failed).toBeInstanceOf(NodeApiError);
  expect(failed).toMatchObject({ description: expect.stringContaining('Retail Analytics') });
  expect(failed).not.toMatchObject({ description: expect.stringContaining(failed.message) });
});

describe('of a platform that', () => {
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
      const before = listInheritedNames();
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
      expect(listInheritedNames()).toEqual(before);
    },
  );
});

test.each([
  ['WEATHER im', ['a1']],
  ['weather nightly', ['a1']],
  [' B2 ', ['B2']],
  ['b2', []],
  ['report', ['c3', 'd4']],
])(
  'entries are found by all words of a text, or by their ID, that of exactly this name first: %j',
  (filter, values) => {
    const entries = [
      { name: 'Import Weather', value: 'a1', description: 'nightly' },
      { name: 'Export weather', value: 'B2' },
      { name: 'A report', value: 'd4' },
      { name: 'Report · Query', value: 'c3' },
    ];
    expect(findPage(entries, filter).results.map(({ value }) => value)).toEqual(values);
  },
);

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
      parameters: { value: () => '', readSaved: () => '={{ $fromAI("projectId") }}' },
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
])('the number of a run in %j', (given, read) => {
  expect(readRunNumber(given)).toEqual(read);
});

const credentials = () => ({ dataPlatformApi: sandbox.credentials });
const searchRuns = async (more: object, filter?: string) => {
  const parameters = { resource: 'jobRun', operation: 'get', ...more };
  return await searchList({ method: 'searchRuns', parameters, credentials: credentials() }, filter);
};
const chosen = (value: string) => ({ __rl: true, mode: 'list', value });

function jobWithRuns(count: number, hasFailed: (n: number) => boolean = () => false) {
  const { id } = sandbox.store.addJob({ name: 'Job' });
  const startMs = Date.now() - 10 * 86_400_000;
  const runs = Array.from({ length: count }, (_, n) => {
    const script = { outcome: hasFailed(n) ? 'FAILED' : 'SUCCEEDED' } as const;
    return sandbox.store.startRun(id, { requestedAt: startMs + n * 1_000, script })?.id ?? '';
  });
  return { id, runs };
}

test('the latest runs of the chosen job, newest first, as people name them', async () => {
  const { id, runs } = jobWithRuns(130, (n) => n % 3 === 2);
  const { results, paginationToken } = await searchRuns({ jobId: chosen(id) });
  expect(paginationToken).toBeUndefined();
  expect(results.map(({ value }) => value)).toEqual(runs.reverse().slice(0, 100));
  expect(results[0]?.name).toMatch(/^130 · succeeded · \d{4}-\d\d-\d\d \d\d:\d\d$/);
  expect(results[1]?.name).toMatch(/^129 · failed · /);
  const found = await searchRuns({ jobId: chosen(id) }, 'failed 99');
  expect(found.results.map(({ name }) => name.split(' ·')[0])).toEqual(['99']);
});

test('the runs of a pipeline', async () => {
  const id = PIPELINE_IDS.dailySales;
  const run = sandbox.store.pipelines.start(id);
  const { results } = await searchRuns({ resource: 'pipelineRun', pipelineId: chosen(id) });
  expect(results).toEqual([{ name: expect.stringMatching(/^1 · /), value: run?.id }]);
});

test('while no job is chosen, the list says so', async () => {
  await expect(searchRuns({ jobId: chosen('') })).rejects.toMatchObject({
    message: 'No job is selected',
  });
  await expect(searchRuns({ resource: 'pipelineRun' })).rejects.toMatchObject({
    message: 'No pipeline is selected',
    description: expect.stringContaining('the ID of'),
  });
});

// How the parameter stands in a workflow: as it was saved before there was a list, and since.
test.each<[string, (id: string) => unknown, boolean]>([
  ['the plain text of an earlier workflow', (id) => id, true],
  ['an expression of an earlier workflow', () => '={{ $json.id }}', false],
  ['a choice from the list', chosen, true],
  ['an ID', (id) => ({ __rl: true, mode: 'id', value: id }), true],
  ['an expression', () => ({ __rl: true, mode: 'id', value: '={{ $json.id }}' }), false],
])('%s gives the run to an operation', async (_name, form, isFixed) => {
  const { runs } = jobWithRuns(3);
  const input = isFixed ? [{}] : runs.map((id) => ({ id }));
  for (const operation of ['get', 'wait']) {
    const parameters = { resource: 'jobRun', operation, runId: form(runs[0] ?? '') };
    const node = { parameters: parameters as never };
    const { json, error } = await runNode(node, credentials(), input);
    expect(error).toBeUndefined();
    expect(new Set(json.map((item) => item.id))).toEqual(new Set(isFixed ? [runs[0]] : runs));
  }
});

test.each([
  ['2026-11-21T23:30:00Z', '17 · failed · 2026-11-22 00:30'],
  [null, '17 · failed'],
  ['soon', '17 · failed'],
  ['2026-11-22T13:02:00.381215Z[UTC]', '17 · failed · 2026-11-22 14:02'],
])('a run that began at %s is "%s"', (startTime, title) => {
  expect(buildRunTitle({ id: 'x', number: 17, startTime }, 'failed', 'Europe/Berlin')).toBe(title);
});

let root: string;
beforeAll(() => {
  root = `${sandbox.baseUrl}/projects/platform/${sandbox.credentials.platformId}/project`;
});

describe('the page of a job or its run', () => {
  const page = (jobId: string) => `${root}/${PROJECT_IDS.retail}/job/${jobId}`;
  const addJob = (outcome = 'SUCCEEDED', name = `Job that ${outcome}`) =>
    sandbox.store.addJob({
      projectId: PROJECT_IDS.retail,
      name,
      script: { queueSeconds: 0, durationSeconds: 0, outcome } as never,
    });

  const pickedJob = (value: string, url?: string) => ({
    ...{ __rl: true, mode: 'list', value, cachedResultUrl: url },
  });

  test('a failed run is named with its page: in the item, in its description, and to be clicked', async () => {
    const { id: jobId } = addJob('FAILED');
    const parameters = { jobId: byId(jobId), options: { pollInterval: 1 } };
    const { error } = await perform(sandbox, 'job.runAndWait', parameters);
    const [run] = sandbox.store.runsOfJob(jobId);
    const url = `${page(jobId)}/instances/${run?.id}`;
    expect(error?.description).toContain(`\nOpen the run: ${url}\n`);
    expect(error?.context?.descriptionTemplate).toContain(
      `<a href="${url}" target="_blank">${url}</a>`,
    );

    const onError = { onError: 'continueErrorOutput' } as const;
    const { outputs } = await perform(sandbox, 'job.runAndWait', parameters, { settings: onError });
    const [item] = outputs[1] ?? [];
    const [second] = sandbox.store.runsOfJob(jobId);
    expect(item?.json).toMatchObject({
      errorCode: 'RUN_FAILED',
      url: `${page(jobId)}/instances/${second?.id}`,
    });
  });

  test('a list has the page of each entry; what was picked of it is known where it is', async () => {
    const { id: jobId } = addJob('SUCCEEDED', 'A first one');
    const parameters = { resource: 'job', operation: 'get' };
    const credentials = { dataPlatformApi: sandbox.credentials };
    const { results } = await searchList({ method: 'searchJobs', parameters, credentials });
    const entry = results.find(({ value }) => value === jobId);
    expect(entry?.url).toBe(page(jobId));

    const picked = pickedJob(jobId, entry?.url);
    let run: IDataObject | undefined;
    const lines = await captureInfoLines(async () => {
      [run] = await performed(sandbox, 'job.run', { jobId: picked });
    });
    const id = String(run?.id);
    const url = `${page(jobId)}/instances/${id}`;
    expect(run?.url).toBe(url);
    expect(lines.join()).toContain(`Started run ${id} of job ${jobId}, ${url} (`);
  });

  test.each([
    ['of another platform', (url: string) => url.replace('127.0.0.1', 'elsewhere.example')],
    ['of another job', (url: string) => url.replace(/[^/]+$/, JOB_IDS.salesExtraction)],
  ])('a picked address %s is not believed', async (_which, change) => {
    const { id: jobId } = addJob();
    const picked = pickedJob(jobId, change(page(jobId)));
    const [run] = await performed(sandbox, 'job.run', { jobId: picked });
    expect(run).toMatchObject({ jobId, url: null });
  });

  test('a failed item has the page of what it knows', async () => {
    const settings = { onError: 'continueErrorOutput' } as const;
    const failedItem = async (jobId: object) =>
      (await perform(sandbox, 'job.get', { jobId }, { settings })).outputs[1]?.[0]?.json;
    const url = page(NO_SUCH_ID);
    const ofPicked = await failedItem(pickedJob(NO_SUCH_ID, url));
    expect(ofPicked).toMatchObject({ errorCode: 'NOT_FOUND', url });
    expect(await failedItem(byId(NO_SUCH_ID))).not.toHaveProperty('url');
  });
});

describe('a pasted address', () => {
  let addresses: Record<string, string>;
  beforeAll(() => {
    const run = sandbox.store.startRun(JOB_IDS.salesExtraction);
    const job = `${root}/${PROJECT_IDS.retail}/job/${JOB_IDS.salesExtraction}`;
    const app = sandbox.store.apps.list(PROJECT_IDS.retail)[0]?.id;
    addresses = {
      project: `${root}/${PROJECT_IDS.retail}/jobs`,
      job,
      jobRun: `${job}/instances/${run?.id}?tab=log`,
      pipeline: `${root}/${PROJECT_IDS.retail}/pipeline/${PIPELINE_IDS.dailySales}`,
      app: `${root}/${PROJECT_IDS.retail}/app/${app}/overview`,
    };
  });

  const byUrl = (value = '') => ({ __rl: true as const, mode: 'url', value });
  const KINDS = [
    ['project', 'projectId'],
    ['job', 'jobId'],
    ['jobRun', 'runId'],
    ['pipeline', 'pipelineId'],
    ['app', 'appId'],
  ] as const;

  test.each(KINDS)('of a %s is as good as its ID', async (kind, name) => {
    const [thing] = await performed(sandbox, `${kind}.get`, { [name]: byUrl(addresses[kind]) });
    expect(addresses[kind]).toContain(String(thing?.id));
    expect(thing?.url).toContain(String(thing?.id));
    const { error } = await perform(sandbox, `${kind}.get`, { [name]: byUrl('={{ "" }}') });
    // n8n says so of an address that is empty.
    expect(error?.message).toContain('URL entered is incorrect');
  });

  test.each(KINDS)('of another platform is no %s, and nothing is sent', async (kind, name) => {
    const own = addresses[kind] ?? '';
    const foreign = [
      own.replace('127.0.0.1', 'other.example'),
      own.replace('/data/', '/'),
      own.replace('/platform/1/', '/platform/2/'),
    ];
    sandbox.stats.reset();
    for (const address of foreign) {
      const { error } = await perform(sandbox, `${kind}.get`, { [name]: byUrl(address) });
      expect(error?.message).toBe(`The address does not belong to this platform: ${address}`);
      expect(error?.description).toContain(`the platform 1 at ${sandbox.baseUrl}`);
    }
    expect(sandbox.stats.requests).toBe(0);
  });

  test.each([
    ['job', 'jobId', 'app', 'a job'],
    ['app', 'appId', 'job', 'an app'],
  ])('of another kind of page is refused by name: no %s', async (kind, name, other, wanted) => {
    const items = [{ json: { address: addresses[other] } }];
    const address = byUrl('={{ $json.address }}');
    const { error } = await perform(sandbox, `${kind}.get`, { [name]: address }, { items });
    expect(error?.message).toBe(`The address is not that of ${wanted}: ${addresses[other]}`);
  });

  test('is no run of a pipeline, whose page is not known, nor an ID', async () => {
    const page = addresses.pipeline ?? '';
    for (const runId of [byUrl(page), { ...byUrl(page), mode: 'id' }]) {
      sandbox.stats.reset();
      const { error } = await perform(sandbox, 'pipelineRun.get', { runId });
      expect(error?.message).toMatch(
        /^(?:The address is not that of a run: |A URL is not a run ID$)/,
      );
      expect(error?.description).toContain('choose the pipeline and then the run');
      expect(sandbox.stats.requests).toBe(0);
    }
  });

  test('of a job shows where its run is, also before any response does', async () => {
    const [run] = await performed(sandbox, 'job.run', { jobId: byUrl(addresses.job) });
    expect(run?.url).toBe(`${addresses.job}/instances/${run?.id as string}`);
  });
});

test.each([
  ['Projects', '/projects/api/platform/1/graphiql'],
  ['Catalog', '/gateway/api/graphiql'],
] as const)(
  'the explorer of %s comes with its schema, and where a query is refused',
  async (node, path) => {
    const type = `n8n-nodes-data-platform.dataPlatform${node}`;
    const run = async (more: object) => {
      const parameters = { resource: 'graphql', ...more };
      return await runNode({ type, parameters }, { dataPlatformApi: { ...sandbox.credentials } });
    };
    const explorerUrl = sandbox.baseUrl + path;
    for (const format of ['sdl', 'json']) {
      const { json } = await run({ operation: 'getSchema', format });
      expect(json).toMatchObject([{ explorerUrl }]);
    }
    const response = await fetch(explorerUrl, { redirect: 'manual' });
    expect([200, 302, 303]).toContain(response.status);

    const text = `Try the query in the explorer: ${explorerUrl} (log in to the platform in the same browser first)`;
    const refused = await run({ operation: 'executeQuery', query: '{ nowhere }' });
    expect(refused.error?.description).toContain(`Nothing was sent.\n${text}`);
    const link = `<a href="${explorerUrl}" target="_blank">${explorerUrl}</a>`;
    expect(refused.error?.context?.descriptionTemplate).toContain(link);

    sandbox.faults.add({ kind: 'errors', errors: [{ message: 'Not today' }] });
    const failed = await run({ operation: 'executeQuery', query: '{ __typename }' });
    expect(failed.error?.message).toContain('Not today');
    expect(failed.error?.description).toContain(text);
  },
);
