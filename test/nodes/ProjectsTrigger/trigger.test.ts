import type { IDataObject } from 'n8n-workflow';
import { APP_IDS, JOB_IDS, PIPELINE_IDS, PROJECT_IDS } from '../../../sandbox';
import { pipelineOf } from '../../operations/onSandbox';
import { loadOptions } from '../../support/engine/loadOptions';
import { byId, performed } from '../Projects/support';
import {
  chosenJobs,
  HOUR_MS,
  MINUTE_MS,
  projectsTrigger,
  RUN_EVENTS,
  watchedSandbox,
} from './support';

const { clock, sandbox, poll, addJob, run } = watchedSandbox({ events: RUN_EVENTS });

const FAILED = { events: ['runFailed'] };
const SUCCEEDED = { events: ['runSucceeded'] };
/** The jobs run, and have done so when a minute is over. */
const runAll = (...jobIds: string[]) => {
  const ids = jobIds.map(run);
  clock.now += MINUTE_MS;
  return ids;
};
const jobIdsOf = (json: IDataObject[]) => json.map(({ jobId }) => jobId);

test.each([
  ['one project', 101, 1],
  ['all projects', 30, 2],
])('%s: %i jobs take %i requests a poll, one more for 100 runs with an event', async (...given) => {
  const [of, count, requests] = given;
  const parameters = of === 'all projects' ? { projectId: byId('') } : {};
  const jobs = Array.from({ length: count }, (_, n) => {
    const { id } = sandbox.store.addProject({ name: `Project ${n}` });
    return addJob({}, of === 'all projects' ? { projectId: id } : {});
  });
  const first = await poll({}, parameters);
  runAll(...jobs);
  sandbox.stats.reset();
  const second = await poll(first.staticData, parameters);
  expect(second.json).toHaveLength(2 * count);
  expect(new Set(jobIdsOf(second.json))).toEqual(new Set(jobs));
  expect(sandbox.stats.requests).toBe(requests + Math.ceil(count / 100));
  sandbox.stats.reset();
  expect((await poll(second.staticData, parameters)).items).toBeUndefined();
  expect(sandbox.stats.requests).toBe(requests);
});

const APP = { resource: 'app', events: ['appFailed'] };

test.each([
  ['of an unknown version', { job: { version: 9 } }, {}, true],
  ['of an unknown version, of apps', { app: { version: 9 } }, APP, true],
  [
    'of apps, which the node watched before',
    { app: { watched: 'app', latestMs: 0, states: [], missing: [] } },
    {},
    false,
  ],
])(
  'a state %s starts over, and the log says if it is lost',
  async (_of, state, parameters, isLost) => {
    const polled = await poll({ state }, parameters);
    expect(polled.items).toBeUndefined();
    const lost = 'Trigger: The saved state of the trigger cannot be read. The trigger starts over.';
    expect(polled.warnings).toEqual(isLost ? [lost] : []);
    expect((await poll(polled.staticData, parameters)).warnings).toEqual([]);
  },
);

test('what can be chosen is listed without a project, too, each with its project', async () => {
  const list = async (projectId: string) =>
    await loadOptions({
      ...projectsTrigger(sandbox, { projectId: byId(projectId) }),
      method: 'listWatchable',
    });
  const all = await list('');
  expect(all.slice(0, 2).map(({ value }) => value)).toEqual(['jobs', 'pipelines']);
  expect(all).toContainEqual({
    name: 'Energy Forecast / Train grid load model (job)',
    value: `job:${JOB_IDS.gridLoadModel}`,
  });
  expect(all).toContainEqual({
    name: expect.stringMatching(/^Retail Analytics \/ .* \(pipeline\)$/),
    value: `pipeline:${PIPELINE_IDS.dailySales}`,
  });
  const ofJobs = all.filter(({ value }) => String(value).startsWith('job:'));
  expect(ofJobs).toHaveLength(sandbox.store.jobs().length);
  const ofOne = (await list(PROJECT_IDS.retail)).map(({ name }) => name);
  expect(ofOne.some((name) => name.includes(' / '))).toBe(false);
});

test.each(['job', 'pipeline'] as const)(
  'an event is what "Get" gives, and its name: %s',
  async (resource) => {
    const jobId = addJob({ outcome: 'FAILED' });
    const pipelineId = pipelineOf(sandbox, jobId);
    const { staticData, items, staticDataChanged } = await poll({}, { ids: [`${resource}s`] });
    expect([items, staticDataChanged]).toEqual([undefined, true]);
    const runId = resource === 'job' ? run(jobId) : sandbox.store.pipelines.start(pipelineId)?.id;
    clock.now += MINUTE_MS;
    const { json } = await poll(staticData, { ids: [`${resource}s`], ...FAILED });
    const [got] = await performed(sandbox, `${resource}Run.get`, { runId });
    expect(Object.keys(json[0] ?? {})[0]).toBe('event');
    const { id, ...others } = got ?? {};
    const text = expect.stringMatching(/^\S+ failed.*run 1.*\. http.*\/project\//);
    expect(json).toEqual([{ event: 'runFailed', text, runId: id, ...others }]);
  },
);

test('of a run that is gone a moment later, its event is reported with what was seen of it', async () => {
  const { staticData } = await poll({});
  const [id] = runAll(addJob({ outcome: 'FAILED' }));
  sandbox.accidents.add({ kind: 'status', operation: 'jobInstance', status: 404 });
  const { json } = await poll(staticData, FAILED);
  expect(json).toEqual([
    expect.objectContaining({
      event: 'runFailed',
      runId: id,
      jobName: 'Watched',
      succeeded: false,
    }),
  ]);
});

test('of a job that comes later, with many runs from before, only the new ones are read and reported', async () => {
  runAll(addJob());
  const first = await poll({});
  const late = addJob();
  for (let n = 0; n < 250; n++)
    sandbox.store.startRun(late, { requestedAt: clock.now - HOUR_MS + n });
  const ids = runAll(...Array.from({ length: 7 }, () => late));
  sandbox.stats.reset();
  const { json, staticData } = await poll(first.staticData);
  expect(json.map(({ runId }) => runId).sort()).toEqual([...ids, ...ids].sort());
  expect(sandbox.stats.byOperation.job).toBe(1);
  const [id] = runAll(late);
  const second = await poll(staticData);
  expect(second.json.map((given) => [given.event, given.runId])).toEqual([
    ['runStarted', id],
    ['runSucceeded', id],
  ]);
  // It had ended when it was read.
  expect(second.json[0]?.text).toMatch(/^\S+ has started \(RUNNING, run \d+\)\. http/);
});

test('a choice of jobs is watched alone; one that is added begins then', async () => {
  const [a, b] = [addJob(), addJob()];
  let { staticData } = await poll({}, chosenJobs(a));
  for (const { started, ids, seen } of [
    { started: [a, b], ids: [a], seen: a },
    { started: [a], ids: [a, b], seen: a },
    { started: [b], ids: [b, a], seen: b },
  ]) {
    runAll(...started);
    const polled = await poll(staticData, { ...chosenJobs(...ids), ...SUCCEEDED });
    expect(jobIdsOf(polled.json)).toEqual([seen]);
    ({ staticData } = polled);
  }
});

test('more runs are read at first, and none more when a deadline event is added', async () => {
  const chosen = chosenJobs(addJob());
  const both = { events: ['runFailed', 'scheduleMissed'] };
  const limits: unknown[] = [];
  let staticData: IDataObject = {};
  for (const events of [FAILED, FAILED, both, both]) {
    ({ staticData } = await poll(staticData, { ...chosen, ...events }));
    limits.push(/limit: ?(\d+)/.exec(sandbox.stats.recent.at(-1)?.body ?? '')?.[1]);
  }
  expect(limits).toEqual(['25', '5', '5', '5']);
});

test('failures from before the event "Recovered" was added count, though they were reported', async () => {
  const job = addJob({ outcome: 'FAILED' });
  const both = { events: ['runFailed', 'recovered'] };
  let { staticData } = await poll({}, FAILED);
  runAll(job, job);
  for (const parameters of [FAILED, both]) ({ staticData } = await poll(staticData, parameters));
  sandbox.store.setScript(job, { outcome: 'SUCCEEDED' });
  runAll(job);
  const { json } = await poll(staticData, both);
  expect(json).toEqual([expect.objectContaining({ event: 'recovered', failures: 2 })]);
});

test('"Fetch Test Event" returns the latest event that really happened and leaves the state alone', async () => {
  await expect(poll({}, {}, { mode: 'manual' })).rejects.toMatchObject({
    message: 'No matching event was found',
    description: expect.stringContaining('"Run Failed"'),
  });
  const jobId = addJob({ outcome: 'FAILED' });
  runAll(jobId);
  const [id] = runAll(jobId);
  const manual = await poll({}, FAILED, { mode: 'manual' });
  expect(manual.json).toEqual([expect.objectContaining({ event: 'runFailed', runId: id })]);
  expect(manual.staticData).toEqual({});
});

const NO_EVENT =
  '"Events" is empty. Choose at least one of: notSucceededInTime, recovered, runFailed, runStarted, runStopped, runSucceeded, runTooLong, scheduleMissed';

test.each([
  [{ events: [] }, NO_EVENT],
  [{ projectId: byId('={{ undefined }}') }, 'No project is selected'],
  [{ ids: ['seven'] }, '"seven" is neither a job nor a pipeline'],
  [{ ids: ['job:seven'] }, '"seven" is not a valid ID of a job'],
  [{ ids: ['pipelines', 'pipeline:'] }, 'No pipeline is selected'],
])('what cannot be watched is refused in words: %j', async (parameters, message) => {
  await expect(poll({}, parameters)).rejects.toMatchObject({ message });
});

test.each([
  ['run', { events: ['runFailed', 'notSucceededInTime'], deadline: 'age', deadlineHours: 0.01 }],
  ['app', { events: ['appStarted'] }],
])('with Simplify, an event of a %s has the same important fields', async (resource, more) => {
  const parameters = { resource, ...more };
  const first = await poll({}, parameters);
  run(addJob({ outcome: 'FAILED' }));
  sandbox.store.apps.begin(APP_IDS.salesDashboard, 'STARTING');
  clock.now += HOUR_MS;
  const whole = await poll({ ...first.staticData }, parameters);
  const simple = await poll({ ...first.staticData }, { ...parameters, simplify: true });
  expect(whole.json.length).toBeGreaterThan(0);
  expect(simple.json).toHaveLength(whole.json.length);
  simple.json.forEach((event, index) => {
    expect(whole.json[index]).toMatchObject(event);
    expect(event).toHaveProperty('url');
    expect(Object.keys(event)).not.toContain('resources');
    expect(Object.keys(event).length).toBeLessThan(16);
  });
});
