import type { GraphQLSchema } from 'graphql';
import { loadNames } from '../../../../nodes/Projects/runs/read/runOutput';
import { buildTimeline } from '../../../../nodes/Projects/runs/read/timeline';
import { buildGetAll } from '../../../../nodes/Projects/runs/runOperations';
import { JOB } from '../../../../nodes/Projects/runs/runnable';
import { Pages } from '../../../../platform/connection/pages';
import { JOB_IDS, PROJECT_IDS, type Sandbox, startSandbox } from '../../../../sandbox';
import { pipelineOf } from '../../../operations/onSandbox';
import { GENERATIONS } from '../../../support/generationSchemas';
import { uuid } from '../../../support/ids';
import { JOB_ID, jobInstance, buildJobWithRuns } from '../../../support/jobInstances';
import { retryAtOnce } from '../../../support/retryAtOnce';
import { sandboxForEachTest } from '../../../support/testSandbox';
import { untilTestEnds } from '../../../support/untilTestEnds';
import { byId, perform, performed, startOther } from '../support';

const UNKNOWN_RUN = '00000000-0000-4000-8000-00000000dead';

describe('on a sandbox', () => {
  const sandbox = sandboxForEachTest({ seedRuns: false });

  test('many items share the requests for their runs, and one that does not exist fails alone', async () => {
    const { id: jobId } = sandbox.store.addJob({ name: 'Job' });
    const runs = Array.from({ length: 300 }, () => sandbox.store.startRun(jobId)?.id ?? '');
    const items = runs.with(7, UNKNOWN_RUN).map((runId) => ({ json: { runId } }));
    const settings = { onError: 'continueRegularOutput' as const };
    const parameters = { runId: '={{ $json.runId }}' };
    const { json } = await perform(sandbox, 'jobRun.get', parameters, { items, settings });
    expect(json.map(({ id }) => id)).toEqual(runs.with(7, undefined as never));
    expect(json[7]?.error).toMatch(/does not exist/);
    expect(sandbox.stats.byOperation.jobInstance).toBeLessThanOrEqual(300 / 10);
  });

  test.each([
    ['an unknown run', UNKNOWN_RUN, /does not exist/],
    ['what can be no ID', 'run 7', /"run 7" is not (a valid run ID|a UUID)/],
    ['nothing', ' ', /No run is selected/],
  ])('%s is refused in words, and nothing was changed', async (_name, runId, message) => {
    for (const operation of ['get', 'stop', 'wait', 'getLogs']) {
      const settings = { onError: 'continueRegularOutput' as const };
      const { json } = await perform(sandbox, `jobRun.${operation}`, { runId }, { settings });
      const error = expect.stringMatching(message);
      expect(json).toMatchObject([{ error, mayHaveHappened: false }]);
    }
  });

  test.each([
    [{}, 'an object'],
    ['none', 'a string'],
  ])('runs as %j are refused in words', async (instances, received) => {
    const data = { job: { name: 'x', instances } };
    sandbox.faults.add({ kind: 'errors', operation: 'job', errors: [], data });
    const parameters = { jobId: byId(JOB_IDS.weatherImport) };
    const { error } = await perform(sandbox, 'jobRun.getAll', parameters);
    expect(error?.message).toBe(`The platform returned ${received} for "instances"`);
  });
});

describe('as deployed platforms return them', () => {
  let platform: Awaited<ReturnType<typeof startOther>>;

  const on = async (schema: GraphQLSchema, rootValue: Record<string, unknown>) =>
    (platform = await untilTestEnds(startOther(schema, rootValue)));

  describe.each(Object.entries(GENERATIONS))('%s', (_generation, schema) => {
    const runsOfJob = { jobId: byId(JOB_ID), returnAll: true };

    test('runs with the names of what they are runs of, what people read first in front', async () => {
      const runs = Array.from({ length: 230 }, (_, n) => jobInstance(230 - n));
      const other = await on(schema, { job: buildJobWithRuns(runs) });
      const json = await performed(other, 'jobRun.getAll', runsOfJob);
      expect(json.map(({ number }) => number)).toEqual(runs.map(({ number }) => number));
      expect(platform.calls()).toHaveLength(3);
      expect(Object.entries(json[99] ?? {}).slice(0, 7)).toEqual([
        ['jobName', 'Import weather'],
        ['projectName', 'Weather'],
        ['id', uuid(131)],
        ['status', 'SUCCEEDED'],
        ['succeeded', true],
        ['jobId', JOB_ID],
        ['projectId', uuid(900_003)],
      ]);
      expect(json[99]?.url).toContain(`/${uuid(900_003)}/job/${JOB_ID}/instances/${uuid(131)}`);
      const few = { jobId: byId(JOB_ID), limit: 3 };
      expect(await performed(other, 'jobRun.getAll', few)).toEqual(json.slice(0, 3));
    });

    test('paging that ignores "skip" ends', async () => {
      const instances = Array.from({ length: 100 }, (_, n) => jobInstance(100 - n));
      const other = await on(schema, { job: { ...buildJobWithRuns([]), instances } });
      expect(await performed(other, 'jobRun.getAll', runsOfJob)).toHaveLength(100);
      expect(platform.calls()).toHaveLength(2);
    });
  });
});

/** Cases that a sandbox rarely has. */

test('the names of a job are asked for once in a call of the node, however its ID is written', async () => {
  const loadParentNames = jest.fn(async (id: string) => ({ jobName: `of ${id}` }));
  const runnable = { ...JOB, runs: () => ({ loadParentNames }) } as never;
  const read = async (ids: unknown[]) => {
    const call = { execution: {}, client: {}, options: {} } as never;
    return await Promise.all(ids.map((id) => loadNames(call, runnable, id)));
  };
  const [aB, seven] = [{ jobName: 'of aB' }, { jobName: 'of 7' }];
  // As odd platforms return IDs.
  const names = await read(['aB', 'Ab', 7, undefined, null, '', { id: 'x' }]);
  expect(names).toEqual([aB, aB, seven, {}, {}, {}, {}]);
  expect(await read(['Ab'])).toEqual([{ jobName: 'of Ab' }]);
  expect(loadParentNames.mock.calls.map(([id]) => id)).toEqual(['aB', '7', 'Ab']);
});

test.each([
  [false, ['timeline']],
  // A model sees no picture.
  [true, []],
])('a timeline (for a model: %s) names jobs as far as they can be read', async (isTool, fields) => {
  const execution = {
    isToolExecution: () => isTool,
    getNode: () => ({ type: 't' }),
    getTimezone: () => 'UTC',
    helpers: {
      prepareBinaryData: async (page: AsyncIterable<Buffer>) => {
        for await (const piece of page) drawn += piece.toString();
        return { data: 'page', mimeType: 'text/html' };
      },
    },
  };
  let drawn = '';
  const loadParentNames = async (id: string) => (id === 'a' ? { jobName: 'Job a' } : {});
  const client = { jobRuns: { loadParentNames } };
  const jobsInstance = ['a', 'unknown', undefined, 'a'].map((jobId) => ({
    ...{ jobId, id: `of ${jobId}`, status: 'FAILED' },
  }));
  const run = { id: 'r1', status: 'FAILED', jobsInstance };
  const options = { isWanted: true, property: 'timeline' };
  const { binary } = await buildTimeline({ execution, client, options: {} } as never, run, options);
  expect(Object.keys(binary ?? {})).toEqual(fields);
  expect(drawn.match(/Job a|unknown/g) ?? []).toEqual(
    isTool ? [] : expect.arrayContaining(['Job a', 'unknown']),
  );
});

test.each([
  [1_000, Infinity, true],
  [1_000, 1_000, false],
  [1_000, 1_001, true],
  [999, Infinity, false],
])('%i runs read and %d wanted: a hint (%s) says that there are more', async (...given) => {
  const [count, limit, isHinted] = given;
  const addExecutionHints = jest.fn();
  const list = async () => Array(count).fill({ id: 'r1', status: 'FAILED' });
  const runs = () => ({ list, maxListedRuns: 1_000 });
  const operation = buildGetAll({ ...JOB, runs, readParentId: () => 'j1' } as never);
  const { run } = operation as unknown as { run(call: unknown): Promise<object[]> };
  const items = await run({
    client: { pages: new Pages({ baseUrl: 'https://platform.example', platformId: '7' }) },
    execution: { addExecutionHints, getNode: () => ({ type: 't' }) },
    parameters: {
      boolean: () => limit === Infinity,
      number: () => limit,
      isGiven: () => false,
      choices: () => [],
      locator: () => 'j1',
      readSaved: () => 'j1',
    },
  });
  expect(items).toHaveLength(count);
  const message = 'Only the newest 1000 runs of the job j1 were read';
  const hint = [{ message, location: 'outputPane' }];
  expect(addExecutionHints.mock.calls).toEqual(isHinted ? [hint] : []);
});

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const EMPTY = byId('');

let now: number;
let sandbox: Sandbox;
const start = async (options: object = {}) => {
  now = Date.now();
  sandbox = await untilTestEnds(startSandbox({ seedRuns: false, clock: () => now, ...options }));
  return sandbox.store.addProject({ name: 'Many' }).id;
};

/** How many requests some work takes once the schema is known. */
async function requestsOf<T>(work: () => Promise<T>): Promise<[T, number]> {
  await work();
  sandbox.stats.reset();
  return [await work(), sandbox.stats.requests];
}

const SECONDS = { queueSeconds: 0, durationSeconds: 5 };
const addJob = (projectId: string, name: string, script: object = {}) =>
  sandbox.store.addJob({ projectId, name, script: { ...SECONDS, ...script } }).id;

describe('runs of many jobs', () => {
  const hoursAgo = (hours: number) => new Date(now - hours * HOUR_MS).toISOString();
  const YESTERDAY = () => ({ status: ['failed'], since: hoursAgo(24) });

  /** Jobs that failed one hour ago, succeeded two hours ago, and failed three days ago. */
  function addJobs(projectId: string, count: number) {
    return Array.from({ length: count }, (_, n) => {
      const id = addJob(projectId, `Job ${n}`);
      const runAt = (outcome: 'FAILED' | 'SUCCEEDED', hours: number) => {
        const requestedAt = now - hours * HOUR_MS + n;
        return sandbox.store.startRun(id, { requestedAt, script: { outcome } })?.id ?? '';
      };
      const [old, good] = [runAt('FAILED', 72), runAt('SUCCEEDED', 2)];
      return { id, old, good, failed: runAt('FAILED', 1) };
    });
  }

  const list = async (parameters: object, more?: object) => {
    const all = { jobId: EMPTY, returnAll: true, ...parameters };
    return await performed(sandbox, 'jobRun.getAll', all, more);
  };

  test.each([
    ['recent', 1],
    ['middle', 101],
  ] as const)('on a platform that is %s, of %i jobs, in few requests', async (...given) => {
    const [generation, count] = given;
    const projectId = await start({ generation });
    const jobs = addJobs(projectId, count);
    const parameters = { projectId: byId(projectId), options: YESTERDAY() };
    const [json, requests] = await requestsOf(() => list(parameters));
    expect(json.map(({ id }) => id)).toEqual(jobs.map(({ failed }) => failed).reverse());
    const names = { jobId: jobs.at(-1)?.id, jobName: `Job ${count - 1}`, projectId };
    expect(json[0]).toMatchObject({ ...names, status: 'FAILED', succeeded: false, number: 3 });
    // The jobs, their runs, those that are wanted.
    expect(requests).toBe(1 + 2 * Math.ceil(count / 100));
  });

  test('for 100 items share requests', async () => {
    const projectId = await start();
    addJobs(projectId, 2);
    const parameters = { projectId: byId(projectId), options: YESTERDAY() };
    const items = Array.from({ length: 100 }, () => ({ json: {} }));
    const [json, requests] = await requestsOf(() => list(parameters, { items }));
    expect(json).toHaveLength(200);
    expect(requests).toBeLessThan(12);
  });

  test('of all projects, newest first, as many as wanted', async () => {
    const one = await start();
    const other = sandbox.store.addProject({ name: 'Other' }).id;
    const jobs = [...addJobs(one, 3), ...addJobs(other, 3)];
    const parameters = { projectId: EMPTY, options: YESTERDAY() };
    const all = await list(parameters);
    expect(all.map(({ id }) => id).sort()).toEqual(jobs.map(({ failed }) => failed).sort());
    expect(new Set(all.map(({ projectName }) => projectName))).toEqual(new Set(['Many', 'Other']));
    const some = await list({ ...parameters, returnAll: false, limit: 2 });
    expect(some).toEqual(all.slice(0, 2));
  });

  test.each(['recent', 'middle'] as const)('of one job, in one request: %s', async (generation) => {
    const projectId = await start({ generation });
    const [job = { id: '', old: '', good: '', failed: '' }] = addJobs(projectId, 1);
    const idsOf = async (options: object) =>
      (await list({ jobId: byId(job.id), options })).map(({ id }) => id);
    expect(await requestsOf(() => idsOf(YESTERDAY()))).toEqual([[job.failed], 1]);
    expect(await idsOf({ status: ['failed'] })).toEqual([job.failed, job.old]);
    expect(await idsOf({ since: hoursAgo(24) })).toEqual([job.failed, job.good]);
    expect(await idsOf({ status: ['succeeded', 'stopped'] })).toEqual([job.good]);
    expect(await idsOf({ status: ['running'] })).toEqual([]);
  });

  test('of pipelines are listed in the same way', async () => {
    const projectId = await start();
    const pipelineId = pipelineOf(sandbox, addJob(projectId, 'Job', { outcome: 'FAILED' }));
    sandbox.store.pipelines.start(pipelineId);
    now += 60_000;
    const parameters = { pipelineId: EMPTY, projectId: byId(projectId), options: YESTERDAY() };
    const json = await performed(sandbox, 'pipelineRun.getAll', parameters);
    const pipelineName = sandbox.store.pipelines.find(pipelineId)?.name;
    expect(json).toMatchObject([{ pipelineId, pipelineName, status: 'FAILED' }]);
  });

  test('of a busy job, no page is read beyond the limit or the time', async () => {
    const projectId = await start();
    const id = addJob(projectId, 'Busy', { durationSeconds: 1, outcome: 'FAILED' });
    for (let n = 600; n > 0; n--) sandbox.store.startRun(id, { requestedAt: now - n * 60_000 });
    const all = { projectId: byId(projectId), options: { status: ['failed'] } };
    const some = { ...all, returnAll: false, limit: 10 };
    const [json, requests] = await requestsOf(() => list(some));
    expect([json.length, requests]).toEqual([10, 3]);
    expect(await list(all)).toHaveLength(600);
    const lastHour = { jobId: byId(id), options: { since: hoursAgo(1) } };
    expect((await requestsOf(() => list(lastHour)))[1]).toBe(1);
  });

  test.each<[object, string]>([
    [
      { options: { since: 'soon' } },
      '"Since" must be a date such as 2026-11-01 or 2026-11-01T06:00:00, not "soon"',
    ],
    // Not all jobs, as if it were left empty.
    [{ jobId: byId('={{ $json.jobId }}') }, 'No job is selected'],
  ])('are refused for %j', async (parameters, message) => {
    await start();
    const { error } = await perform(sandbox, 'jobRun.getAll', { jobId: EMPTY, ...parameters });
    expect(error?.message).toBe(message);
  });
});

describe('last runs', () => {
  /** Jobs of which every other one has run, each a day longer ago than the one before. */
  function addJobs(projectId: string, count: number) {
    return Array.from({ length: count }, (_, n) => {
      const id = addJob(projectId, `Job ${n}`, { outcome: 'FAILED' });
      for (const days of n % 2 === 1 ? [n + 1, n] : []) {
        sandbox.store.startRun(id, { requestedAt: now - days * DAY_MS });
      }
      return id;
    });
  }

  const list = async (projectId: string, options: object, more: object = {}) => {
    const parameters = { projectId: byId(projectId), returnAll: true, options, ...more };
    return await performed(sandbox, 'job.getAll', parameters);
  };

  test('of 250 jobs are asked for together, as many as the limit lets through', async () => {
    const projectId = await start();
    const jobs = addJobs(projectId, 250);
    const [json, requests] = await requestsOf(() => list(projectId, { lastRun: true }));
    expect(requests).toBe(1 + 3);
    expect(json.map(({ id }) => id)).toEqual(jobs);
    expect(json[0]?.lastRun).toBeNull();
    expect(json[1]?.lastRun).toEqual({
      id: sandbox.store.runsOfJob(jobs[1] ?? '')[0]?.id,
      number: 2,
      status: 'FAILED',
      succeeded: false,
      startTime: new Date(now - DAY_MS).toISOString(),
      endTime: new Date(now - DAY_MS + 5_000).toISOString(),
      url: expect.stringContaining(`/job/${jobs[1]}/instances/`),
    });
    const limit = { returnAll: false, limit: 30 };
    sandbox.stats.reset();
    expect(await list(projectId, { lastRun: true }, limit)).toHaveLength(30);
    expect(sandbox.stats.requests).toBe(2);
  });

  test('what has not run since stays, with what never ran; a run that goes on is one since', async () => {
    const projectId = await start();
    const jobs = addJobs(projectId, 10);
    const endless = addJob(projectId, 'Endless', { durationSeconds: null });
    sandbox.store.startRun(endless, { requestedAt: now - 9 * DAY_MS });
    const idle = async (notRunSinceDays: number, more: object = {}) =>
      (await list(projectId, { notRunSinceDays }, more)).map(({ id }) => id);
    const neverRun = jobs.filter((_, n) => n % 2 === 0);
    const ranLongAgo = (days: number) => jobs.filter((_, n) => n % 2 === 1 && n > days);
    expect((await idle(4)).sort()).toEqual([...neverRun, ...ranLongAgo(4)].sort());
    expect((await idle(0)).sort()).toEqual([...jobs].sort());
    // The limit counts what is left.
    expect(await idle(100, { returnAll: false, limit: 2 })).toEqual(neverRun.slice(0, 2));
    const [first] = await list(projectId, { notRunSinceDays: 100 });
    expect(first).not.toHaveProperty('lastRun');
  });

  test('of all projects, with the same fields as of one, and of pipelines', async () => {
    const projectId = await start();
    addJobs(projectId, 3);
    const ofOne = await list(projectId, { lastRun: true });
    const ofAll = await list('', { lastRun: true });
    expect(ofAll.filter(({ lastRun }) => lastRun !== null)).toHaveLength(1);
    expect(new Set(ofAll.flatMap(Object.keys))).toEqual(new Set(ofOne.flatMap(Object.keys)));
    expect(ofOne[0]).toMatchObject({ projectId, projectName: 'Many' });
    const ofRetail = { projectId: byId(PROJECT_IDS.retail), options: { lastRun: true } };
    const [pipeline] = await performed(sandbox, 'pipeline.getAll', ofRetail);
    expect(pipeline).toMatchObject({ lastRun: null, projectId: PROJECT_IDS.retail });
  });

  test('a platform that lacks them says so; without them it lists', async () => {
    const projectId = await start({ generation: 'documented' });
    const parameters = { projectId: byId(projectId), options: { lastRun: true } };
    const { error } = await perform(sandbox, 'job.getAll', parameters);
    expect(error?.message).toMatch(/^This platform cannot .*"job"/);
    sandbox.stats.reset();
    await list(projectId, {});
    expect(sandbox.stats.byOperation).toMatchObject({ jobs: 1, projects: 1 });
  });

  test('a job that is gone a moment later has none', async () => {
    const projectId = await start();
    addJobs(projectId, 2);
    const gone = { message: 'Job does not exist', path: ['item1'] };
    const errors = [{ ...gone, extensions: { code: 'NOT_FOUND' } }];
    const fault = { kind: 'errors', operation: 'job', data: { item0: null } } as const;
    sandbox.faults.add({ ...fault, errors, times: 3 });
    expect(await list(projectId, { lastRun: true })).toHaveLength(2);
  });
});

retryAtOnce();

describe('runs that are deleted', () => {
  const sandbox = sandboxForEachTest({ seedRuns: false });
  const QUICK = { queueSeconds: 0, durationSeconds: 0 };
  const asked = () => sandbox.stats.byOperation;

  /** Every second one failed; one a day, the oldest first. */
  function jobWithRuns(count: number): string {
    const { store } = sandbox;
    const { id } = store.addJob({ projectId: PROJECT_IDS.retail, script: QUICK });
    const now = store.clock();
    for (let day = count - 1; day >= 0; day--) {
      store.startRun(id, {
        requestedAt: now - day * DAY_MS - 1000,
        script: { outcome: day % 2 === 0 ? 'SUCCEEDED' : 'FAILED' },
      });
    }
    return id;
  }

  const DRY_RUN = 'This was a dry run. Nothing was changed.';

  const ALL = { olderThanDays: 0, keepLast: 0, outcomes: [], dryRun: false };
  const left = (id: string) => sandbox.store.countRunsOfJob(id);
  const operation = 'deleteJobInstances';
  const deleteRuns = async (id: string, more: object = {}, settings?: object) => {
    const parameters = { jobId: byId(id), ...ALL, ...more };
    return await perform(sandbox, 'jobRun.deleteMany', parameters, { settings });
  };

  test('are counted first, and deleted where that is wanted', async () => {
    const id = jobWithRuns(150);
    const old = { olderThanDays: 10 };
    const counted = await deleteRuns(id, { ...old, dryRun: true });
    expect(counted.hints).toEqual([DRY_RUN]);
    expect(counted.json).toEqual([{ jobId: id, matched: 140, deleted: 0, dryRun: true }]);
    expect([left(id), asked()[operation]]).toEqual([150, undefined]);
    const { json } = await deleteRuns(id, old);
    expect(json).toMatchObject([{ matched: 140, deleted: 140 }]);
    // Each time, two pages are read of the list, and it is not read again.
    expect([left(id), asked()[operation], asked().job]).toEqual([10, 2, 4]);
  });

  test('are deleted only for the items that are no dry run, and the hint is about the other items', async () => {
    const items = [true, false].map((dry) => ({ json: { id: jobWithRuns(2), dry } }));
    const parameters = { ...ALL, jobId: byId('={{ $json.id }}'), dryRun: '={{ $json.dry }}' };
    const { json, hints } = await perform(sandbox, 'jobRun.deleteMany', parameters, { items });
    expect(json).toMatchObject([
      { matched: 2, deleted: 0, dryRun: true },
      { matched: 2, deleted: 2, dryRun: false },
    ]);
    expect(items.map((item) => left(item.json.id))).toEqual([2, 0]);
    expect(hints).toEqual(['Nothing was changed for the items with "dryRun" set to true.']);
  });

  test.each([
    [{ keepLast: 12 }, 8],
    [{ outcomes: ['failed'] }, 10],
    [{ outcomes: ['failed'], keepLast: 18, olderThanDays: 19 }, 1],
    [{ outcomes: ['stopped'] }, 0],
  ])('%j takes %d of 20', async (which, matched) => {
    const id = jobWithRuns(20);
    expect((await deleteRuns(id, which)).json).toMatchObject([{ matched, deleted: matched }]);
    expect(left(id)).toBe(20 - matched);
  });

  test('are counted right if a response was lost, and deleted by Retry On Fail if all were', async () => {
    const matched = 20;
    sandbox.faults.add({ kind: 'resetAfter', operation });
    const { json } = await deleteRuns(jobWithRuns(matched));
    expect(json).toMatchObject([{ matched, deleted: matched }]);

    const id = jobWithRuns(matched);
    const sent = asked()[operation] ?? 0;
    sandbox.faults.add({ kind: 'status', status: 504, operation, times: 1000 });
    expect((await deleteRuns(id)).error?.message).toContain('not known');
    const times = (asked()[operation] ?? 0) - sent;
    sandbox.faults.clear();
    sandbox.faults.add({ kind: 'status', status: 504, operation, times });
    const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
    const again = await deleteRuns(id, {}, settings);
    expect(again.json).toMatchObject([{ matched, deleted: matched }]);
  });

  test('that the platform keeps are not counted as deleted', async () => {
    const id = jobWithRuns(20);
    const { store } = sandbox;
    const deleteRun = store.deleteRun.bind(store);
    let refusals = 0;
    store.deleteRun = (runId) => ++refusals % 4 > 0 && deleteRun(runId);
    expect((await deleteRuns(id)).json).toMatchObject([{ matched: 20, deleted: 15 }]);
    expect(left(id)).toBe(5);
  });

  test('that go on, or belong to a pipeline, stay', async () => {
    const { store } = sandbox;
    const id = jobWithRuns(1);
    store.startRun(id, { script: { durationSeconds: null } });
    const pipelineId = pipelineOf(sandbox, id);
    store.pipelines.start(pipelineId);
    expect((await deleteRuns(id)).json).toMatchObject([{ matched: 1, deleted: 1 }]);
    const ofPipeline = { pipelineId: byId(pipelineId), ...ALL };
    expect(await performed(sandbox, 'pipelineRun.deleteMany', ofPipeline)).toMatchObject([
      { matched: 1, deleted: 1 },
    ]);
    expect(left(id)).toBe(1);
  });
});
