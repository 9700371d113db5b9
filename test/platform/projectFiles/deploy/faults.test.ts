import { CancelledError, type Effect } from '../../../../platform/common/errors/errors';
import type { Fault } from '../../../../sandbox';
import { deploy, jobFile, jobFiles, NO_WAITS, projectFiles, useProjects } from '../support';

const CREATIONS = ['createJob', 'createApp', 'createGraphPipeline', 'createVolume'];
const VERSIONS = ['addJobVersion', 'addAppVersion', 'addGraphPipelineVersion'];
const VARIABLE = 'saveEnvironmentVariable';
const timesOf = (operation: string) => (/^(addJobVersion|createJob)$/.test(operation) ? 2 : 1);

const at = useProjects();

/** Deploys two jobs, an app, a pipeline and a volume. @returns changes by action */
async function deployed(text: string, port: number, job: string) {
  const files = projectFiles({
    'jobs/one.json': jobFile('one', { version: { commandLine: text } }),
    'jobs/two.json': jobFile('two', { version: { package: 'main.py' } }),
    'jobs/two/main.py': text,
    'apps/board.json': {
      name: 'board',
      technology: { label: 'Notebook' },
      version: { context: '4.3', ports: [{ number: port }] },
    },
    'pipelines/daily.json': {
      ...{ alias: 'daily', name: 'daily' },
      version: { graph: { jobs: [{ node: 'a', job }] } },
    },
    'volumes/data.json': { name: 'data', size: '1 GB' },
  });
  at.sandbox.stats.reset();
  const { changes } = await at.deploy(files);
  return (action: string) => changes.filter((change) => change.action === action);
}

test.each(CREATIONS)('what is new is found if the response to %s was lost', async (operation) => {
  at.sandbox.faults.add({ kind: 'resetAfter', operation });
  const changes = await deployed('a', 8000, 'one');
  expect(changes('created')).toHaveLength(5);
  expect(at.mutations()[operation]).toBe(timesOf(operation));
});

test.each<[Omit<Fault, 'operation'>, string, number]>([
  [{ kind: 'resetAfter' }, 'created', 1],
  [{ kind: 'status', status: 504 }, 'failed', 0],
])('a new project whose response is lost (%j) is %s', async (fault, action, count) => {
  const name = `Lost, then ${action}`;
  at.sandbox.faults.add({ ...fault, operation: 'createProject' });
  const { changes } = await deploy(at.sandbox, projectFiles(jobFiles(['load'])), { name });
  expect(changes.find(({ kind }) => kind === 'project')?.action).toBe(action);
  expect(at.mutations()).toEqual({ createProject: 1, ...(count > 0 && { createJob: 1 }) });
  expect(at.store.projects().filter((project) => project.name === name)).toHaveLength(count);
});

test.each(VERSIONS)('a new version is made once if the response to %s was lost', async (lost) => {
  const times = timesOf(lost);
  const { store, faults } = at.sandbox;
  const versions = () => [
    ...store.jobs({ projectId: at.to }).map((job) => store.jobVersions(job).length),
    ...store.apps.list(at.to).map((app) => store.apps.versions(app).length),
    ...store.pipelines.list(at.to).map((one) => store.pipelines.versions(one).length),
  ];
  await deployed('a', 8000, 'one');
  faults.add({ kind: 'resetAfter', operation: lost, times });
  const found = await deployed('b', 9000, 'two');
  expect(found('updated')).toHaveLength(4);
  expect(versions()).toEqual([2, 2, 2, 2]);

  // A request that may have been lost is not sent again. The next deploy makes the change.
  faults.add({ kind: 'status', status: 504, operation: lost, times });
  const unknown = await deployed('c', 9001, 'one');
  const failures = unknown('failed').map(({ failure }) => failure?.name);
  expect(failures).toEqual(Array(times).fill('OutcomeUnknownError'));
  expect(at.mutations()[lost]).toBe(times);
  await deployed('c', 9001, 'one');
  expect(versions()).toEqual([3, 3, 3, 3]);
});

test.each([
  ['no job', () => undefined],
  ['a job without the package', () => at.addJob(at.to, 'two')],
])('after a lost request, %s is not taken for the new job', async (_found, addOther) => {
  at.sandbox.faults.add({ kind: 'status', status: 504, operation: 'createJob' });
  at.when('createJob', 1, addOther);
  const two = jobFile('two', { version: { package: 'main.py' } });
  const files = projectFiles({ 'jobs/two.json': two, 'jobs/two/main.py': 'a' });
  const { changes } = await at.deploy(files);
  expect(changes.flatMap(({ failure }) => failure?.name ?? [])).toEqual(['OutcomeUnknownError']);
});

test('a run after a deploy that does not end in time fails as such, and continues', async () => {
  const script = { queueSeconds: 0, durationSeconds: 3600 };
  const { id } = at.addJob(at.to, 'load', { script });
  const timing = { ...NO_WAITS, runsTimeoutMs: 1_000 };
  const { run } = await at.deploy(jobWith('a', 'b'), { runAfter: 'load', timing });
  const message = expect.stringMatching(/has not ended within 1 s: run /) as string;
  expect(run).toMatchObject({ failure: { message, code: 'TIMED_OUT' } });
  expect(at.store.runsOfJob(id)).toMatchObject([{ status: 'RUNNING' }]);
});

test('a pipeline is blocked if its job could not be created', async () => {
  const errors = [{ message: 'No', path: ['createJob'] }];
  at.sandbox.faults.add({ kind: 'errors', operation: 'createJob', errors });
  const graph = { jobs: [{ node: 'a', job: 'load' }] };
  const pipeline = { name: 'daily', alias: 'daily', version: { graph } };
  const files = projectFiles({ ...jobFiles(['load']), 'pipelines/daily.json': pipeline });
  const { changes } = await at.deploy(files);
  expect(changes.find(({ kind }) => kind === 'pipeline')).toMatchObject({
    action: 'blocked',
    reason: 'The job "load" was not deployed.',
  });
  expect(at.mutations()).toEqual({ createJob: 1 });
});

test('a cancel while a variable is sent ends the deploy as canceled', async () => {
  await at.deploy(jobWith('a', 'old'));
  const canceled = new AbortController();
  at.when(VARIABLE, 1, () => canceled.abort());
  const { sandbox, to } = at;
  const deploying = deploy(sandbox, jobWith('b', 'new'), to, {}, { signal: canceled.signal });
  await expect(deploying).rejects.toThrow(CancelledError);
});

test('a failure of the look-up does not hide that the outcome is unknown', async () => {
  const { faults } = at.sandbox;
  faults.add({ kind: 'resetAfter', operation: 'createVolume' });
  const errors = [{ message: 'The catalog is not available' }];
  faults.add({ kind: 'errors', operation: 'project', skip: 1, times: 9, errors });
  const { changes } = await at.deploy(
    projectFiles({ 'volumes/data.json': { name: 'data', size: '1 GB' } }),
  );
  expect(changes.flatMap(({ failure }) => failure?.name ?? [])).toEqual(['OutcomeUnknownError']);
});

const variables = (value: string) => ['ONE', 'TWO'].map((name) => ({ name, value }));
const jobWith = (text: string, value: string) =>
  projectFiles({
    'jobs/one.json': jobFile('one', {
      ...{ description: text, version: { commandLine: text }, variables: variables(value) },
    }),
  });
const NO = 'The platform responded: No';

test.each<[operation: string, skip: number, before: string, text: string, said: string, Effect]>([
  ['createJob', 0, '', 'a', NO, 'none'],
  [
    VARIABLE,
    0,
    '',
    'a',
    `It was created, but the deploy failed at its variable "ONE": ${NO}`,
    'made',
  ],
  ['editJob', 0, 'a', 'b', NO, 'none'],
  [
    'addJobVersion',
    0,
    'a',
    'b',
    `A part of it was changed, but the deploy failed at its settings: ${NO}`,
    'made',
  ],
  [VARIABLE, 0, 'a', 'a', `The deploy failed at its variable "ONE": ${NO}`, 'none'],
  [
    VARIABLE,
    1,
    'a',
    'a',
    `A part of it was changed, but the deploy failed at its variable "TWO": ${NO}`,
    'made',
  ],
])(
  'a deploy after which %s (skip %i) was refused says what of the job was changed',
  async (operation, skip, before, text, said, effect) => {
    if (before !== '') await at.deploy(jobWith(before, 'old'));
    const errors = [{ message: 'No', path: [operation] }];
    at.sandbox.faults.add({ kind: 'errors', operation, skip, errors });
    const { changes } = await at.deploy(jobWith(text, 'new'));
    const { action, reason, failure } = changes.find(({ kind }) => kind === 'job') ?? {};
    expect({ action, reason, effect: failure?.effect }).toEqual({
      action: 'failed',
      reason: said,
      effect,
    });
    expect((await at.deploy(jobWith(text, 'new'))).summary.counts.failed).toBe(0);
  },
);

test('a project that was created but does not become ready in time counts as made', async () => {
  const files = projectFiles({ 'project.json': { format: 1, description: 'New' } });
  const timing = { ...NO_WAITS, readyTimeoutMs: -1 };
  const { changes } = await deploy(at.sandbox, files, { name: 'Slow' }, { timing });
  const { action, reason, failure } = changes.find(({ kind }) => kind === 'project') ?? {};
  expect({ action, reason, effect: failure?.effect }).toEqual({
    action: 'failed',
    reason: 'The project is not ready: its status is CREATED',
    effect: 'made',
  });
});

describe('after a deploy that lost a response', () => {
  const filesWith = (commandLine: string, more: object = {}) =>
    projectFiles({ 'jobs/load.json': jobFile('load', { version: { commandLine }, ...more }) });

  async function tried(files: ReadonlyMap<string, Buffer>) {
    const options = { continueOnError: true };
    const { changes } = await at.deploy(files, options);
    const { action, reason } = changes.find(({ kind }) => kind === 'job') ?? {};
    return { action, reason };
  }

  const lose = (operation: string, times = 1) =>
    at.sandbox.faults.add({ kind: 'status', status: 504, operation, times });

  test('a new version that came before the next try is found', async () => {
    await at.deploy(filesWith('a'));
    lose('addJobVersion');
    expect(await tried(filesWith('b'))).toMatchObject({ action: 'failed' });
    const { store } = at.sandbox;
    const [job] = store.jobs({ projectId: at.to });
    store.addJobVersion(job?.id ?? '', { commandLine: 'b' }, 'the platform, late');
    expect(await tried(filesWith('b'))).toEqual({ action: 'unchanged', reason: undefined });
    expect(job && store.jobVersions(job)).toHaveLength(2);
  });

  test('a setting that was lost is there once, however often it is sent', async () => {
    await at.deploy(filesWith('a'));
    const files = filesWith('a', { description: 'New' });
    lose('editJob', 50);
    await tried(files);
    at.sandbox.faults.clear();
    expect(await tried(files)).toEqual({ action: 'updated', reason: undefined });
  });

  test('with Deploy Only, another job of its name is not taken for the one that was lost', async () => {
    const variables = [{ name: 'OWN', value: 'b' }];
    const files = projectFiles({
      'jobs/a.json': jobFile('a', { name: 'Load' }),
      'jobs/b.json': jobFile('b', { name: 'Load', variables }),
    });
    await at.deploy(files, { select: ['jobs/a'] });
    lose('createJob');
    const options = { select: ['jobs/b'], continueOnError: true };
    const { changes } = await at.deploy(files, options);
    expect(changes.find(({ alias }) => alias === 'b')?.action).toBe('failed');
    const jobs = at.store.jobs({ projectId: at.to });
    expect(jobs.map(({ alias }) => alias)).toEqual(['a']);
    expect(at.store.variables.of('JOB', jobs[0]?.id ?? '')).toEqual([]);
  });
});
