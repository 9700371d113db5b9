import { buildSchema } from 'graphql';
import { JOB_IDS, type LogLine, PROJECT_IDS, type SandboxOptions } from '../../../sandbox';
import { pipelineOf } from '../../operations/onSandbox';
import { sandboxForEachTest } from '../../support/testSandbox';
import { untilTestEnds } from '../../support/untilTestEnds';
import { byId, perform, performed, startOther } from './support';

const sandbox = sandboxForEachTest({ seedRuns: false });

const OTHERWISE: SandboxOptions = {
  introspection: false,
  schemaChanges: {
    without: [],
    instead:
      'type Query { jobs(projectId: String!, category: String, technologyId: UUID): [Job!] }',
  },
  tokenKind: 'opaque',
  tokenFormat: 'object',
  basePath: '/tenant-a',
  realmHeader: 'Acme-Realm',
};

test.each([
  ['as it is', {}, {}],
  ['with every setting of its own', OTHERWISE, { realmHeader: OTHERWISE.realmHeader }],
])('documented operations on a platform %s', async (_what, options, more) => {
  await sandbox.restart(options);
  const platform = { credentials: { ...sandbox.credentials, ...more } };
  const run = async (name: string, parameters: object = {}) =>
    await performed(platform, name, parameters);
  const urlOf = (page: string) => expect.stringMatching(`/project/${page}$`) as string;
  const { retail, energy } = PROJECT_IDS;

  const projects = await run('project.getAll');
  expect(projects).toHaveLength(Object.keys(PROJECT_IDS).length);
  const name = expect.any(String) as string;
  expect(projects).toContainEqual({ id: retail, name, url: urlOf(`${retail}/jobs`) });
  // Nothing but the documented request is sent.
  expect(sandbox.stats.recent.map(({ path }) => path.replace(/^\/tenant-a/, ''))).toEqual([
    '/authentication/api/open/authenticate',
    '/projects/api/platform/1/graphql',
  ]);

  const jobs = await run('job.getAll', { projectId: { __rl: true, mode: 'list', value: '' } });
  expect(jobs).toHaveLength(sandbox.store.jobs().length);
  const id = JOB_IDS.gridLoadModel;
  const technology = { id: expect.stringMatching(/^30000000-/) as string };
  const ofEnergy = { projectId: energy, projectName: 'Energy Forecast' };
  const url = urlOf(`${energy}/job/${id}`);
  expect(jobs).toContainEqual({ id, name, technology, ...ofEnergy, url });

  const jobId = JOB_IDS.salesExtraction;
  const [started] = await run('job.run', { jobId: byId(jobId) });
  const [stored] = sandbox.store.runsOfJob(jobId);
  const state = { status: 'REQUESTED', succeeded: null };
  expect(started).toEqual({ id: stored?.id, ...state, jobId, url: null });

  const pipelineId = pipelineOf(sandbox, jobId);
  const [startedPipeline] = await run('pipeline.run', { pipelineId: byId(pipelineId) });
  expect(startedPipeline).toMatchObject({ ...state, pipelineId });
  const unused = sandbox.store.addJob({ projectId: energy, name: 'Unused', alias: 'unused' });
  expect(await run('job.delete', { jobId: byId(unused.id) })).toMatchObject([{ deleted: true }]);
});

const APPS = 'type App { id: ID! } type Query { app(id: ID!): App } type Mutation';

async function deleteApp(signature: string, returned: unknown) {
  const schema = buildSchema(`${APPS} { ${signature} }`);
  const platform = await untilTestEnds(startOther(schema, { deleteApp: returned }));
  return await perform(platform, 'app.delete', { appId: byId('a-1') });
}

test.each([
  ['deleteApp(appId: ID!): Boolean', true],
  ['deleteApp(id: String!): Boolean!', true],
  ['deleteApp(application: ID!, force: Boolean): Boolean', true],
  ['deleteApp(id: ID!, reason: String): App', { id: 'a-1' }],
  ['deleteApp(id: ID!): App', null],
])('the ID goes where the platform takes it: %s', async (signature, returned) => {
  const { json, error } = await deleteApp(signature, returned);
  expect(error).toBeUndefined();
  expect(json).toEqual([{ deleted: true, id: 'a-1' }]);
});

const NO_DELETION =
  'This platform cannot delete app: its mutation "deleteApp" does not take the ID of an app';

test.each([
  ['project: ID!, name: String!', NO_DELETION, 'Its arguments are: project: ID!, name: String!'],
  ['appId: ID!', 'The platform did not do "deleteApp" for the app a-1', ''],
])('a mutation of "%s" that does not delete is reported', async (taken, message, description) => {
  const { error } = await deleteApp(`deleteApp(${taken}): Boolean`, false);
  expect(error?.message).toBe(message);
  expect(error?.description).toContain(description);
});

describe('making a job', () => {
  const JOB = { projectId: 'p', name: 'New', category: 'Any', technologyId: 't' };
  const SMALL = 'projectId: ID!, name: String!, category: String!, technologyId: ID!';

  async function create(job: string, version: string, parameters: object = {}) {
    const given: object[] = [];
    const createJob = (args: object) => {
      given.push(args);
      return { id: 'j' };
    };
    const schema = buildSchema(`
      scalar Upload
      type Job { id: ID! }
      input NewJob { ${SMALL} ${job} }
      input NewVersion { ${version} }
      type Query { job(id: ID!): Job }
      type Mutation { createJob(job: NewJob!, jobVersion: NewVersion!): Job! }
    `);
    const ids = { projectId: byId('p'), technologyId: byId('t') };
    const platform = await untilTestEnds(startOther(schema, { createJob }));
    const made = await perform(platform, 'job.create', { ...JOB, ...ids, ...parameters });
    return { ...made, given };
  }

  test('fits another form of its inputs, and fills in what is required and not set', async () => {
    const needs = 'isStreaming: Boolean!, doesUseGPU: Boolean!';
    const version = { dockerImage: 'etl:1' };
    const { json, given } = await create(needs, 'dockerImage: String', { version });
    expect(json).toMatchObject([{ id: 'j', url: expect.stringMatching(/\/project\/p\/job\/j$/) }]);
    const job = { ...JOB, isStreaming: false, doesUseGPU: false };
    expect(given).toEqual([{ job, jobVersion: version }]);
  });

  test('refuses what was set and the platform does not take, and sends nothing', async () => {
    const additionalFields = { alias: 'new', doesUseGPU: true };
    const { error, given } = await create('', 'commandLine: String', { additionalFields });
    expect(error?.message).toBe('This platform does not support "alias", "doesUseGPU" here');
    expect(error?.description).toContain(
      'The platform’s type NewJob has the fields: projectId: ID!',
    );
    expect(given).toEqual([]);
  });

  test('takes what only this platform requires', async () => {
    const { error } = await create('owner: String!', 'commandLine: String');
    expect(error?.description).toContain('"owner"');
    const additionalFields = { moreFields: '{ "owner": "etl" }' };
    const { given } = await create('owner: String!', 'commandLine: String', { additionalFields });
    expect(given).toMatchObject([{ job: { owner: 'etl' } }]);
  });
});

const LOG: LogLine[] = [
  { stream: 'STDOUT', value: 'Reading 40 pages' },
  { stream: 'STDERR', value: 'HTTPError: 429 Too Many Requests' },
];
const OPTIONS = { timeout: 30, pollInterval: 1 };

const failingJob = (logLines: LogLine[]) =>
  sandbox.store.addJob({
    projectId: PROJECT_IDS.retail,
    script: { queueSeconds: 0, durationSeconds: 0, outcome: 'FAILED', logLines },
  }).id;

async function errorOf(operation: string, parameters: object): Promise<string> {
  const { error } = await perform(sandbox, operation, { ...parameters, options: OPTIONS });
  return `${error?.message} ${error?.description}`;
}

const errorOfJob = (logLines = LOG) =>
  errorOf('job.runAndWait', { jobId: byId(failingJob(logLines)) });
const errorOfPipeline = () =>
  errorOf('pipeline.runAndWait', { pipelineId: byId(pipelineOf(sandbox, failingJob(LOG))) });

const EMPTY = /log[^.:]* is empty/;

// On a platform that has nothing but what is documented, runs cannot be read, and have no logs.
describe.each(['middle', 'recent'] as const)('on a platform that is %s', (generation) => {
  beforeEach(async () => await sandbox.restart({ generation }));

  test('the error of a failed run has its log, and says where there is none', async () => {
    const errors = [errorOfJob(), errorOfPipeline(), errorOfJob([])];
    const [job = '', pipeline = '', silent] = await Promise.all(errors);
    for (const text of [job, pipeline]) {
      expect(LOG.filter(({ value }) => !text.includes(value))).toEqual([]);
      expect(text).not.toMatch(EMPTY);
    }
    expect(silent).toMatch(EMPTY);
    expect(silent).not.toContain('could not be read');
  });

  test('where the log cannot be read, the error says that, and not that there is none', async () => {
    const errors = [{ message: 'No rights to read logs' }];
    for (const operation of ['logs', 'filteredLogs', 'countLogs', 'countFilteredLogs']) {
      sandbox.faults.add({ kind: 'errors', operation, errors, times: 50 });
    }
    for (const text of await Promise.all([errorOfJob(), errorOfPipeline()])) {
      expect(text).toMatch(/The log[^.]* could not be read: [^.]*No rights to read logs/);
      expect(text).not.toMatch(EMPTY);
    }
  });
});

test('a run that could not be waited for is not started', async () => {
  await sandbox.restart({ schemaChanges: { without: ['Query.jobInstance'], instead: '' } });
  const { error } = await perform(sandbox, 'job.runAndWait', {
    jobId: byId(JOB_IDS.salesExtraction),
  });
  expect(error?.message).toContain('This platform cannot return "jobInstance"');
  expect(sandbox.stats.byOperation.runJob).toBeUndefined();
});
