import { setTimeout as pause } from 'node:timers/promises';
import { runNode, startNode } from '../../../../harness/engine/runWorkflow';
import { startSandbox, type Accident, type Sandbox } from '../../../../sandbox';

process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS = '6';

const opened: Sandbox[] = [];
afterAll(async () => await Promise.all(opened.map(async (sandbox) => await sandbox.close())));

/** Runs that start while they are looked for, and go on. */
const script = { queueSeconds: 3, durationSeconds: null };
/** A platform of one test: the tests wait more than they work, so several run at the same time. */
async function open(generation: 'early' | 'middle' | 'recent' = 'recent') {
  const sandbox = await startSandbox({ seedRuns: false, generation });
  opened.push(sandbox);
  return {
    sandbox,
    credentials: { dataPlatformApi: sandbox.credentials },
    addJobs: (count: number, more: object = {}) =>
      Array.from(
        { length: count },
        () => sandbox.store.addJob({ name: 'Job', script: { ...script, ...more } }).id,
      ),
    runsOf: (job: string) => sandbox.store.runsOfJob(job),
    sends: () => sandbox.stats.byOperation.runJob ?? 0,
    lose: (accident: Partial<Accident>) =>
      sandbox.accidents.add({ kind: 'resetAfter', operation: 'runJob', ...accident }),
  };
}

const node = (operation: string, options: object = {}, settings: object = {}) => ({
  parameters: {
    resource: 'job',
    operation,
    jobId: { __rl: true, mode: 'id', value: '={{ $json.jobId }}' },
    options: options as never,
  },
  settings,
});
const itemsOf = (jobs: string[]) => jobs.map((jobId) => ({ jobId }));

describe.each(['early', 'middle', 'recent'] as const)('generation %s', (generation) => {
  test.concurrent.each([1, 100])('of %d items, each finds its lost run', async (count) => {
    const { credentials, addJobs, runsOf, sends, lose } = await open(generation);
    const jobs = addJobs(count);
    lose({ times: count });
    const { json, error } = await runNode(node('run'), credentials, itemsOf(jobs));
    expect(error).toBeUndefined();
    expect(json.map(({ id }) => id)).toEqual(jobs.map((job) => runsOf(job)[0]?.id));
    expect(sends()).toBe(count);
  });
});

test.concurrent(
  'of 100 items of one job, those whose responses were lost find runs of their own',
  async () => {
    const { credentials, addJobs, runsOf, sends, lose } = await open();
    const [job = ''] = addJobs(1);
    lose({ skip: 10, times: 5 });
    const { json, error } = await runNode(node('run'), credentials, itemsOf(Array(100).fill(job)));
    expect(error).toBeUndefined();
    const ids = json.map(({ id }) => id);
    expect(new Set(ids)).toEqual(new Set(runsOf(job).map(({ id }) => id)));
    expect([ids.length, sends()]).toEqual([100, 100]);
  },
);

test.concurrent.each([1, 100])('of %d items, an effect that comes late is found', async (count) => {
  const { credentials, addJobs, runsOf, lose } = await open();
  const jobs = addJobs(count, { queueSeconds: 0 });
  lose({ kind: 'status', status: 504, lateByMs: 2_500, times: count });
  const { json, error } = await runNode(node('run'), credentials, itemsOf(jobs));
  expect(error).toBeUndefined();
  expect(jobs.flatMap((job) => runsOf(job).map(({ id }) => id))).toEqual(json.map(({ id }) => id));
});

test.concurrent.each([
  ['another login', 'found', 'somebody else'],
  ['the same login', 'unknown', 'demo'],
])('where %s starts the job in the same second, it is %s', async (_who, expected, author) => {
  const { sandbox, credentials, addJobs, runsOf, sends, lose } = await open();
  const [job = ''] = addJobs(1);
  lose({});
  const { result } = await startNode(node('run'), credentials, itemsOf([job]));
  while (sends() === 0) await pause(5);
  await pause(100);
  const other = sandbox.store.startRun(job, { author });
  const { json, error } = await result;
  if (expected === 'found') {
    expect(json).toMatchObject([{ id: runsOf(job).find(({ id }) => id !== other?.id)?.id }]);
  } else {
    expect(error?.message).toContain('It is not known whether');
    for (const { id } of runsOf(job)) expect(error?.description).toContain(id);
  }
});

test.concurrent.each([1, 30])(
  'cancelled while %d lost starts are looked for, their runs are stopped',
  async (count) => {
    const { credentials, addJobs, runsOf, sends, lose } = await open();
    const jobs = addJobs(count);
    lose({ times: count });
    const { result, cancel } = await startNode(
      node('runAndWait', { stopOnCancel: true }),
      credentials,
      itemsOf(jobs),
    );
    while (sends() < count) await pause(5);
    await pause(300);
    cancel();
    await result;
    const isStopped = (job: string) => runsOf(job)[0]?.stoppedAt !== null;
    for (let tries = 0; tries < 200 && !jobs.every(isStopped); tries++) await pause(50);
    expect(jobs.filter(isStopped)).toEqual(jobs);
    expect(sends()).toBe(count);
  },
);

test.concurrent.each(['job', 'pipeline'])(
  '"Find the Run, or Start Again" sends a %s once more',
  async (resource) => {
    const { sandbox, credentials, addJobs, lose } = await open();
    const [job = ''] = addJobs(1);
    const [pipeline] = sandbox.store.pipelines.list();
    const pipelineId = { __rl: true, mode: 'id', value: pipeline?.id ?? '' };
    const operation = resource === 'job' ? 'runJob' : 'runPipeline';
    lose({ kind: 'status', status: 503, retryAfter: 1, operation });
    const { parameters } = node('run', { onLostAnswer: 'lookThenStart' });
    const { json, error } = await runNode(
      { parameters: { ...parameters, resource, pipelineId } },
      credentials,
      itemsOf([job]),
    );
    expect(error).toBeUndefined();
    expect(json).toHaveLength(1);
    expect(sandbox.stats.byOperation[operation]).toBe(2);
  },
);

describe.each(['run', 'runAndWait'])('%s', (operation) => {
  test.concurrent('takes a run that begins late, once', async () => {
    const { sandbox, credentials, addJobs, sends } = await open();
    const [job = ''] = addJobs(1, { queueSeconds: 0, durationSeconds: 1 });
    sandbox.accidents.add({ kind: 'status', status: 504, operation: 'runJob' });
    const { result } = await startNode(
      node(operation, { pollInterval: 1 }),
      credentials,
      itemsOf([job]),
    );
    // What is there at the first look may be older than the start; what comes later is not.
    const looks = () => sandbox.stats.byOperation.job ?? 0;
    while (sends() === 0) await pause(10);
    const looksBefore = looks();
    while (looks() === looksBefore) await pause(5);
    await pause(50);
    const late = sandbox.store.startRun(job);
    expect((await result).json).toEqual([expect.objectContaining({ id: late?.id })]);
    expect(sends()).toBe(1);
  });
});

describe('Retry On Fail', () => {
  const retry = { retryOnFail: true, maxTries: 2, waitBetweenTries: 100 };

  test.concurrent(
    'looks again for a run that was unknown, and does not start another',
    async () => {
      const { sandbox, credentials, addJobs, sends } = await open();
      const [job = ''] = addJobs(1);
      sandbox.accidents.add({ kind: 'resetBefore', operation: 'runJob' });
      const { error } = await runNode(node('run', {}, retry), credentials, itemsOf([job]));
      expect(error?.message).toContain('It is not known whether');
      expect(sends()).toBe(1);
    },
  );
});

describe('names', () => {
  const slow = (seconds: number) => ({ queueSeconds: 0, durationSeconds: seconds });

  test.concurrent.each([
    ['runAndWait', 1],
    ['runAndWait', 200],
    ['wait', 1],
    ['wait', 200],
  ])('%s of %d items asks once for up to 100 jobs', async (operation, count) => {
    const { sandbox, credentials, addJobs } = await open();
    const jobs = Array.from(
      { length: count },
      (_, n) => addJobs(1, slow(1 + (n % 10) / 3))[0] ?? '',
    );
    const runs = operation === 'wait' ? jobs.map((job) => sandbox.store.startRun(job)?.id) : [];
    const { parameters } = node(operation, { pollInterval: 1 });
    const { json, error } = await runNode(
      operation === 'wait'
        ? { parameters: { ...parameters, resource: 'jobRun', runId: '={{ $json.runId }}' } }
        : { parameters },
      credentials,
      operation === 'wait' ? runs.map((runId) => ({ runId: runId ?? '' })) : itemsOf(jobs),
    );
    expect(error).toBeUndefined();
    expect(new Set(json.map(({ jobName }) => jobName))).toEqual(new Set(['Job']));
    const looks = operation === 'wait' ? 0 : Math.ceil(count / 100);
    expect(sandbox.stats.byOperation.job).toBe(looks + Math.ceil(count / 100));
  });
});
