import { searchList } from '../support/engine/searchList';
import { testCredential } from '../support/engine/testCredential';
import { Platform } from '../../platform/connection/platform';
import { JOB_RUNS } from '../../platform/runs/kinds';
import { RunWaiter } from '../../platform/runs/wait/runWaiter';
import { listProjects } from '../../platform/resources/project';
import { JOB_IDS, PROJECT_IDS } from '../../sandbox';
import type { InvalidTokenResponse } from '../../sandbox/options';
import { takeSample } from '../support/cases';
import { sandboxForEachTest } from '../support/testSandbox';
import { byId, perform } from './Projects/support';
import { pollProjects } from './ProjectsTrigger/support';

process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS = '0.5';

const JSON_TYPE = { 'content-type': 'application/json' };
const page = (status: number, title: string, body = ''): InvalidTokenResponse => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!DOCTYPE html><html><head><title>${title}</title></head><body>${body}</body></html>`,
});
const bare = (status: number, headers = {}): InvalidTokenResponse => ({
  status,
  headers,
  body: '',
});
const json = (status: number, body: object): InvalidTokenResponse => ({
  ...{ status, headers: JSON_TYPE, body: JSON.stringify(body) },
});
const errors = [{ message: 'No', extensions: { code: 'UNAUTHENTICATED' } }];
const at = (...path: string[]) => [{ ...errors[0], path }];
const ofSpring = [{ message: 'No', extensions: { classification: 'UNAUTHORIZED' } }];

/** How platforms and gateways answer a request whose session has ended, and prove that nothing was done. */
const ENDS: Array<[string, InvalidTokenResponse]> = [
  ['401', { status: 401 }],
  ['302 to another server', bare(302, { location: 'https://sso.example/auth' })],
  ['303 to a page', bare(303, { location: '/login' })],
  ['a login page', page(200, 'Please log in')],
  ['a page in another language', page(200, 'Portal', '<input type="password" name="pw">')],
  ['a form for single sign-on', page(200, '', '<input type="hidden" name="SAMLRequest">')],
  ['UNAUTHENTICATED with 200', json(200, { errors })],
  ['UNAUTHENTICATED with 200 and null', json(200, { data: null, errors })],
  ['UNAUTHENTICATED with 500', json(500, { errors })],
  ['UNAUTHORIZED as Spring classifies it', json(200, { errors: ofSpring })],
  ['UNAUTHENTICATED with 403', json(403, { errors })],
  ['400 with invalid_token', json(400, { error: 'invalid_token' })],
];

/** The same without a proof: a change is not sent again. */
const UNPROVEN: typeof ENDS = [
  ['403 without a word', bare(403)],
  ['403 as JSON', { status: 403 }],
  ['403 as a page', page(403, '403 Forbidden')],
  ['302 to no login', bare(302, { location: '/maintenance' })],
  ['UNAUTHENTICATED for a root field', json(200, { data: null, errors: at('x') })],
  ['UNAUTHENTICATED for a field', json(200, { data: null, errors: at('x', 'y') })],
  ['401 for a field', json(401, { data: null, errors: at('x', 'y') })],
  ['401 for a field without a code', json(401, { data: null, errors: [{ path: ['x', 'y'] }] })],
];

const sandbox = sandboxForEachTest({ seedRuns: false });
let client: Platform;

async function start(invalidTokenResponse: InvalidTokenResponse): Promise<void> {
  await sandbox.restart({ invalidTokenResponse });
  client = Platform.connect(sandbox.credentials);
}

const PACKAGE_URL = `/projects/api/platform/1/project/${PROJECT_IDS.retail}/job/${JOB_IDS.salesExtraction}/version/1/artifact/extract-daily-sales.sql`;
const credentials = () => ({ dataPlatformApi: { ...sandbox.credentials } });
const quickJob = (durationSeconds = 0) =>
  sandbox.store.addJob({
    projectId: PROJECT_IDS.retail,
    name: 'Quick',
    script: { queueSeconds: 0, durationSeconds },
  }).id;

async function succeeds(name: string, parameters: object, more = {}): Promise<void> {
  const { error } = await perform(sandbox, name, parameters, more);
  expect([error?.message, error?.description]).toEqual([undefined, undefined]);
}

const inNode = (node: string) => ({
  settings: { type: `n8n-nodes-data-platform.dataPlatform${node}` },
});

const REQUESTS: Record<string, () => Promise<void>> = {
  'a read': async () => await succeeds('project.getAll', { returnAll: true }),
  'a start': async () => {
    const jobId = quickJob();
    await succeeds('job.run', { jobId: byId(jobId) });
    expect(sandbox.store.runsOfJob(jobId)).toHaveLength(1);
  },
  'an upload of a package': async () => {
    const parameters = { jobId: byId(quickJob()), binaryPropertyName: 'data' };
    const items = [{ json: {}, file: { name: 'a.py', text: 'print(1)' } }];
    await succeeds('job.addVersion', parameters, { items });
    expect(sandbox.stats.byOperation).toHaveProperty('addJobVersion');
  },
  settings: async () => await succeeds('gpu.get', {}, inNode('Settings')),
  'the catalog': async () =>
    await succeeds('technology.getAll', { returnAll: true }, inNode('Catalog')),
  'a download of a package': async () => {
    const text = await client.readPackage(PACKAGE_URL, async ({ body }) => {
      const pieces: Buffer[] = [];
      for await (const piece of body) pieces.push(piece);
      return Buffer.concat(pieces).toString();
    });
    expect(text).toContain('SELECT');
  },
  'the poll of a trigger': async () => {
    await pollProjects({ credentials: { ...sandbox.credentials } }, {}, { events: ['runFailed'] });
  },
  'a wait for a run': async () => {
    const run = sandbox.store.startRun(quickJob(0.1));
    const waiter = new RunWaiter(client.projects, JOB_RUNS, {});
    const wait = { timeoutMs: 10_000, pollIntervalMs: 100 };
    const { run: ended } = await waiter.waitForEnd(String(run?.id), wait);
    expect(ended?.status).toBe('SUCCEEDED');
  },
  'a picker': async () => {
    const list = { method: 'searchProjects', parameters: {}, credentials: credentials() };
    expect((await searchList(list)).results.length).toBeGreaterThan(0);
  },
  'the credential’s test': async () => {
    const result = await testCredential('dataPlatformApi', sandbox.credentials);
    expect(result).toMatchObject({ status: 'OK' });
  },
};

/** Where a file is asked for, JSON with 200 is a file. */
const isFile = (end: InvalidTokenResponse, request: string) =>
  end.status === 200 && end.headers === JSON_TYPE && /download/.test(request);

const CHANGES = ['a start', 'an upload of a package'];

const RENEWALS = [...ENDS, ...UNPROVEN].flatMap(([name, end]) =>
  Object.keys(REQUESTS)
    .filter((request) => !isFile(end, request))
    .filter((request) => !(CHANGES.includes(request) && UNPROVEN.some(([one]) => one === name)))
    .map((request) => ({ name, end, request })),
);

test.each(
  takeSample(
    RENEWALS,
    ({ name }) => name,
    ({ request }) => request,
  ),
)('a session that ends by $name is renewed by $request, once', async ({ end, request }) => {
  await start(end);
  await succeeds('project.getAll', { returnAll: true });
  await listProjects(client.projects);
  const logins = sandbox.stats.logins;
  sandbox.expireTokens();
  await REQUESTS[request]?.();
  expect(sandbox.stats.logins).toBe(logins + 1);
});

test.each(UNPROVEN)(
  'a start is sent once if its session may have ended by %s, and the next one logs in',
  async (_name, end) => {
    await start(end);
    await succeeds('project.getAll', { returnAll: true });
    sandbox.expireTokens();
    const jobId = quickJob();
    sandbox.stats.reset();
    const { error } = await perform(sandbox, 'job.run', { jobId: byId(jobId) });
    expect(error?.description).toContain('The request was not sent again.');
    expect(error?.description).toContain('The next request logs in again.');
    await succeeds('job.run', { jobId: byId(jobId) });
    expect([sandbox.stats.byOperation.runJob, sandbox.stats.logins]).toEqual([2, 1]);
    expect(sandbox.store.runsOfJob(jobId)).toHaveLength(1);
  },
);

test('many requests that meet the end of a session log in once', async () => {
  await start({ status: 403 });
  await succeeds('project.getAll', { returnAll: true });
  sandbox.expireTokens();
  const items = Array.from({ length: 50 }, () => ({ json: {} }));
  await succeeds('job.get', { jobId: byId(JOB_IDS.salesExtraction) }, { items });
  expect(sandbox.stats.logins).toBe(2);
});

test('a right that is missing costs one login more, not one for each request', async () => {
  await start({ status: 403 });
  await succeeds('project.getAll', { returnAll: true });
  const status = { kind: 'status', status: 403, body: 'json' } as const;
  sandbox.faults.add({ ...status, operation: 'gpuSetting', times: Infinity });
  const items = Array.from({ length: 50 }, (_, n) => ({ json: { n } }));
  for (let execution = 1; execution <= 3; execution++) {
    const { error } = await perform(sandbox, 'gpu.get', {}, { items, ...inNode('Settings') });
    expect(error?.message).toContain('HTTP 403');
    await succeeds('project.getAll', { returnAll: true });
  }
  expect(sandbox.stats.logins).toBe(2);
});
