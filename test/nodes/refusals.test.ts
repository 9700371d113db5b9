import { RESOURCES } from '../../nodes/outputs';
import { findErrorCode } from '../../platform/common/errors/errorCodes';
import { Platform } from '../../platform/connection/platform';
import { JOB_RUNS } from '../../platform/runs/kinds';
import { RunWaiter } from '../../platform/runs/wait/runWaiter';
import {
  type Fault,
  APP_IDS,
  JOB_IDS,
  PROJECT_IDS,
  startSandbox,
  TECHNOLOGY_IDS,
} from '../../sandbox';
import { mutations } from '../platform/projectFiles/support';
import { runNode } from '../support/engine/runWorkflow';
import { failureOf } from '../support/failureOf';
import { readRowsBelow } from '../support/markdownTable';
import { readText } from '../support/repository';
import { TestClock } from '../support/testClock';
import { sandboxForAllTests } from '../support/testSandbox';
import { untilTestEnds } from '../support/untilTestEnds';
import { byId, perform } from './Projects/support';
import { everyOperation } from './tries/everyOperation';
import { runTry } from './tries/operationTry';

// A start whose field is refused is looked for.
process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS = '0.5';
const sandbox = sandboxForAllTests({ seedRuns: false });
afterEach(() => sandbox.faults.clear());

const jobId = byId(JOB_IDS.salesExtraction);
const projectId = byId(PROJECT_IDS.retail);
const otherProjectId = { ...projectId, value: PROJECT_IDS.energy };

async function runAs(login: 'viewerCredentials' | 'credentials', parameters: object, items = 1) {
  return await runNode(
    { parameters: parameters as never, settings: { onError: 'continueRegularOutput' } },
    { dataPlatformApi: sandbox[login] },
    Array.from({ length: items }, () => ({})),
  );
}

const runAsViewer = async (parameters: object, items?: number) =>
  await runAs('viewerCredentials', parameters, items);

test.each([
  [{ resource: 'job', operation: 'run', jobId }, 'the role editor in the project', 1],
  [{ resource: 'job', operation: 'run', jobId }, 'the role editor in the project', 100],
  [{ resource: 'project', operation: 'delete', projectId }, 'the role manager in the project', 1],
  [
    { resource: 'job', operation: 'move', jobId, targetProjectId: otherProjectId },
    'the role editor in both projects',
    1,
  ],
  [
    { resource: 'project', operation: 'create', name: 'New' },
    'a login that may create projects',
    1,
  ],
  [
    {
      resource: 'graphql',
      operation: 'executeQuery',
      query: 'mutation { runJob(jobId: "x") { id } }',
    },
    'the role editor in the project',
    1,
  ],
])(
  '%j, refused to a viewer, names the login and %s (%d items)',
  async (parameters, right, items) => {
    const { outputs } = await runAsViewer(parameters, items);
    const failed = outputs.flat().map(({ json }) => json);
    expect(failed).toHaveLength(items);
    for (const json of failed) {
      expect(json).toMatchObject({
        error: 'The platform responded: Access is denied',
        errorDescription: expect.stringContaining(
          `The login "viewer" of the credential is not allowed to do this. Usually, this needs ${right}.`,
        ),
        errorCode: 'NOT_ALLOWED',
        mayHaveHappened: false,
      });
      expect(JSON.stringify(json)).not.toContain(sandbox.viewerCredentials.password);
    }
  },
);

test.each([
  [
    'a field of a change that was made',
    { resource: 'job', operation: 'run', jobId },
    {
      operation: 'runJob',
      errors: [{ message: 'Access is denied', path: ['runJob', 'status'] }],
      data: { runJob: null },
      afterEffect: true,
    },
  ],
  [
    'a global variable',
    { resource: 'environmentVariable', operation: 'getAll', scope: 'GLOBAL' },
    { errors: [{ message: 'Access is denied' }] },
  ],
])('%s that is refused names no right', async (_what, parameters, refused) => {
  sandbox.faults.add({ kind: 'errors', times: Infinity, ...refused } as Fault);
  const { json } = await runAs('credentials', parameters);
  expect(JSON.stringify(json)).toContain('Access is denied');
  expect(JSON.stringify(json)).not.toContain('Usually, this needs');
});

test('a viewer may read, and each of several refused reads names the role', async () => {
  const parameters = { resource: 'job', operation: 'get', jobId };
  const { json } = await runAsViewer(parameters);
  expect(json).toMatchObject([{ id: JOB_IDS.salesExtraction }]);
  const errors = [{ message: 'Access is denied', path: ['item0'] }];
  sandbox.faults.add({ kind: 'errors', operation: 'jobByAlias', errors });
  const byAlias = { __rl: true, mode: 'alias', value: '={{ $json.alias }}' };
  const twice = await runNode(
    {
      parameters: { ...parameters, projectId, jobId: byAlias } as never,
      settings: { onError: 'continueRegularOutput' },
    },
    { dataPlatformApi: sandbox.viewerCredentials },
    [{ alias: 'refused' }, { alias: 'unknown' }],
  );
  const [first, second] = twice.outputs.flat().map(({ json: result }) => result);
  expect(first?.errorDescription).toContain('Usually, this needs the role viewer in the project.');
  expect(second?.error).toBe('The project has no job with the alias "unknown"');
});

const gateways: Array<[string, Partial<Fault>]> = [
  ['a page', { body: 'html' }],
  ['JSON', { body: 'json' }],
  ['nothing', {}],
];
test.each(gateways)('a 403 of a gateway with %s does not blame the login', async (_body, body) => {
  sandbox.faults.add({
    kind: 'status',
    status: 403,
    path: '/projects/api',
    times: Infinity,
    ...body,
  });
  const { json } = await runAsViewer({ resource: 'job', operation: 'get', jobId });
  const text = String(json[0]?.errorDescription);
  expect(text).toMatch(/gateway/);
  expect(text).not.toContain('The platform refused this');
});

const NONE = '={{ $json.none }}';

const USUAL: Record<string, object> = {
  'job.create': {
    projectId,
    name: 'New',
    category: byId('Extraction'),
    technologyId: byId(TECHNOLOGY_IDS.python),
  },
  'job.update': { jobId },
  'job.duplicate': { jobId },
  'job.deleteVersions': { jobId },
  'project.update': { projectId },
  'project.getReport': { scope: 'one', projectId },
  'pipeline.create': { projectId, name: 'New' },
  'volume.create': { projectId, name: 'models', size: '2 GB' },
  'app.addVersion': { appId: byId(APP_IDS.salesDashboard) },
};

const update = (updateFields: object) => ({ updateFields });
const more = (moreFields: string) => update({ moreFields });
const graphWith = (node: object) => ({
  jobsAs: 'graph',
  graph: { jobNodes: [{ id: '1', job: JOB_IDS.salesExtraction, ...node }] },
});
const since = (from: string) => ({ period: 'since', from });
const between = (from: string, to: string) => ({ period: 'between', from, to });

type Row = [operation: string, parameters: object, message: RegExp];

test.each<Row>([
  ['job.create', { category: byId(NONE) }, /No category is selected/],
  ['job.create', { technologyId: byId(NONE) }, /No technology is selected/],
  ['job.create', { name: NONE }, /The name is empty/],
  ['job.create', { binaryPropertyName: 'other' }, /other/],
  ['job.create', { additionalFields: { resources: 'much' } }, /not match its type JobInput/],
  ['job.create', { version: { moreFields: '{ "a": 1 }' } }, /not match its type JobVersionInput/],
  ['job.update', {}, /There is nothing to update/],
  ['job.update', update({ name: ' ' }), /The name is empty/],
  ['job.update', update({ resources: 'much' }), /not match its type JobEditionInput/],
  ...['1;2', '1 2', '1,,2', '1.0', '0x1'].map((versionNumbers): Row => [
    'job.deleteVersions',
    { versionNumbers },
    /The version number is missing or is not valid/,
  ]),
  ['job.duplicate', more('{ "shoeSize": 42 }'), /JobEditionInput!.*"shoeSize"/s],
  ['project.update', {}, /There is nothing to update/],
  ['project.update', update({ name: '' }), /The name is empty/],
  ['project.update', more('{ "colour": "red" }'), /not match its type ProjectEditionInput/],
  ['project.update', more('red'), /"More Fields \(JSON\)" is not a JSON object/],
  ['project.getReport', { timezone: 'Mars/Olympus' }, /"Mars\/Olympus" is not a valid time zone/],
  ['project.getReport', since('a'), /"From" must be a date such as .*, not "a"/],
  ['project.getReport', since('2999-01-01'), /"From" is in the future/],
  ...['2026-01-01', '2026-02-01'].map((to): Row => [
    'project.getReport',
    between('2026-02-01', to),
    /"To" must be later than "From"/,
  ]),
  ['project.getReport', between('2020-01-01', '2026-01-01'), /longer than 366 days/],
  ['pipeline.create', graphWith({ nextNode: ['2'] }), /"nextNode"/],
  ['pipeline.create', graphWith({ position: { x: 'left', y: 2 } }), /position\.x/],
  ['pipeline.create', { jobIds: JOB_IDS.meterReadings }, /the project has no job "2000/],
  ['volume.create', { name: ' ' }, /name/],
  ['environmentVariable.set', { scope: 'GLOBAL', name: NONE, value: 'x' }, /variable has no name/],
  ['environmentVariable.delete', { scope: 'GLOBAL', name: NONE }, /variable has no name/],
  ['volume.create', { size: '={{ "" }}' }, /The size is empty/],
  ['app.addVersion', { version: { ports: '[{ "number": 80, "nmae": "web" }]' } }, /"nmae"/],
])('%s with %j is refused before anything is sent', async (operation, parameters, message) => {
  sandbox.stats.reset();
  const { error } = await perform(sandbox, operation, { ...USUAL[operation], ...parameters });
  expect(`${error?.message} ${error?.description}`).toMatch(message);
  expect(mutations(sandbox)).toEqual({});
});

const given = (value: unknown) => `={{ ${JSON.stringify(value)} }}`;
const entry = (name: unknown, value: unknown) => ({ name: given(name), value: given(value) });

test.each([
  ['a name twice', [entry('A', 'x'), entry(' A', 'y')], '"Variables" contains "A" twice'],
  ['no name', [entry('', 'x')], 'The first field of an entry of "Variables" is empty'],
  ['an object', [entry('A', { deep: 'sesame' })], '"Variables" must be text, not an object'],
])('Plan with variables that have %s is refused by name', async (_what, values, message) => {
  const target = { target: 'project', projectId };
  const { error } = await perform(
    sandbox,
    'project.plan',
    {
      source: 'items',
      filePath: '={{ $json.path }}',
      ...target,
      options: { variables: { values } },
    },
    {
      items: [
        ['project.json', '{ "format": 1, "include": [] }'],
        ['volumes/data.json', '{ "name": "data", "size": "1 GB" }'],
      ].map(([path = '', text = '']) => ({ json: { path }, file: { name: 'file.json', text } })),
    },
  );
  expect(error?.message).toBe(message);
});

/** How a platform that lets nobody do anything refuses each of its parts. */
const GRAPHQL: Fault = {
  kind: 'errors',
  errors: [{ message: 'Access denied', extensions: { code: 'FORBIDDEN' } }],
};
const HTTP: Fault = { kind: 'status', status: 403, body: 'json' };
const REFUSALS: Record<string, Fault> = {
  '/projects/api': GRAPHQL,
  '/technology/api': GRAPHQL,
  '/gateway/api': GRAPHQL,
  '/settings/api': HTTP,
  '/conf': HTTP,
};

/** The messages on the page, in which `…` matches any text. */
const MESSAGES = readRowsBelow(
  readText('docs/rights.md'),
  'What you see if a right is missing',
).map(([, message = '', code = '']) => {
  const parts = message.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const words = new RegExp(`^${parts.join('.+')}$`, 's');
  return { message, words, code: code.replaceAll('`', ''), isMet: false };
});

function told(message: string, code: unknown): boolean {
  const fitting = MESSAGES.filter(({ words, code: its }) => words.test(message) && its === code);
  // The one that says most at its beginning.
  const [row] = fitting.sort((a, b) => b.message.indexOf('…') - a.message.indexOf('…'));
  if (row) row.isMet = true;
  return row !== undefined;
}

/** An operation that asks the platform nothing cannot be refused. */
const REFUSABLE = everyOperation().filter(({ node, resource, operation }) => {
  const operations = RESOURCES[node]?.find(({ value }) => value === resource)?.operations;
  return !operations?.find(({ value }) => value === operation)?.needsNoCredential;
});

test.each(REFUSABLE)('$name says that it is not allowed', async ({ tries: [tried], fields }) => {
  const parameters = tried.parameters(sandbox);
  const options = fields.find(({ name }) => name === 'options')?.options ?? [];
  const isWait = options.some(({ name }) => name === 'timeout');
  for (const [path, fault] of Object.entries(REFUSALS)) {
    sandbox.faults.add({ ...fault, path, times: Infinity });
  }
  sandbox.cluster.forbidden = new Set(['nodes', 'pods', 'secrets', 'services/proxy']);
  const run = await runTry(sandbox, tried, {
    parameters: { ...parameters, ...(isWait && { options: { timeout: 1 } }) },
    settings: { onError: 'continueRegularOutput' },
  });
  sandbox.faults.clear();
  sandbox.cluster.forbidden = new Set(['namespaces']);
  const failed = run.outputs.flat().map(({ json }) => json);
  expect(failed.length).toBeGreaterThan(0);
  const untold = failed.filter(({ error, errorCode }) => !told(String(error), errorCode));
  expect(untold.map(({ error, errorCode }) => [error, errorCode])).toEqual([]);
});

test.each([
  { resource: 'project', operation: 'getAll' },
  { resource: 'graphql', operation: 'executeQuery', query: '{ projects { name } }' },
])(
  'a login that is refused is reported as docs/rights.md says, after one try: %j',
  async (parameters) => {
    sandbox.stats.reset();
    const { error } = await runNode(
      { parameters },
      { dataPlatformApi: { ...sandbox.credentials, password: 'wrong' } },
    );
    expect(told(String(error?.message), 'LOGIN_FAILED')).toBe(true);
    expect(sandbox.stats.byOperation).toEqual({ authenticate: 1 });
  },
);

describe('a wait whose run may not be read is reported as docs/rights.md says', () => {
  async function startRefusingPlatform() {
    const other = await untilTestEnds(startSandbox({ seedRuns: false }));
    const runId = other.store.startRun(JOB_IDS.salesExtraction)?.id ?? '';
    // The schema may be read.
    other.faults.add({ ...GRAPHQL, path: '/projects/api', skip: 1, times: Infinity });
    return { runId, credentials: other.credentials };
  }

  test('after its timeout, if that is shorter than 60 s', async () => {
    const { runId, credentials } = await startRefusingPlatform();
    const { error } = await runNode(
      {
        parameters: {
          ...{ resource: 'jobRun', operation: 'wait', options: { timeout: 1 } },
          runId: { __rl: true, mode: 'id', value: runId },
        },
      },
      { dataPlatformApi: credentials },
    );
    expect(told(String(error?.message), 'TIMED_OUT')).toBe(true);
  });

  // Without the node, so that 60 s pass at once.
  test('otherwise after 60 s', async () => {
    const { runId, credentials } = await startRefusingPlatform();
    const { projects } = Platform.connect(credentials);
    const clock = new TestClock();
    const waiter = new RunWaiter(projects, JOB_RUNS, {});
    const wait = failureOf(
      waiter.waitForEnd(runId, { timeoutMs: 3_600_000, pollIntervalMs: 5_000 }),
    );
    const seconds = (await clock.measureDuration(wait)) / 1000;
    const failure = await wait;
    expect(seconds).toBeGreaterThanOrEqual(60);
    expect(seconds).toBeLessThan(70);
    expect(told(failure.message, findErrorCode(failure))).toBe(true);
    expect(findErrorCode(failure)).toBe('NOT_ALLOWED');
  });
});

test('each row of docs/rights.md is a message that was met here', () => {
  expect(MESSAGES.length).toBeGreaterThan(5);
  expect(MESSAGES.filter(({ isMet }) => !isMet).map(({ message }) => message)).toEqual([]);
});
