import { buildSchema } from 'graphql';
import { untilTestEnds, whenTestEnds } from '../../../support/untilTestEnds';
import { pollProjects } from '../../ProjectsTrigger/support';
import { byId, perform, startOther } from '../support';

/** A platform whose words for the status of a run are its own. */
const SCHEMA = buildSchema(`
  scalar Time
  type Project { id: ID! name: String }
  type Version { number: Int }
  type Run { id: ID! number: Int status: String jobId: ID startTime: Time endTime: Time }
  type Job { id: ID! name: String versions: [Version] project: Project instances(limit: Int, skip: Int): [Run] }
  type Deleted { id: ID! success: Boolean }
  type Started { id: ID! status: String }
  type Query { projects: [Project] job(id: ID!): Job jobs(projectId: ID!): [Job] jobInstance(id: ID!): Run }
  type Mutation { runJob(jobId: ID!): Started deleteJobInstances(jobId: ID!, jobInstanceIds: [ID!]!): [Deleted] }
`);
const [PROJECT, JOB, RUN] = ['1', '2', '3'].map(
  (digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`,
);
const [startTime, endTime] = [60, 30].map((ago) => new Date(Date.now() - ago * 1000).toISOString());
const options = { timeout: 1, pollInterval: 1, onTimeout: 'output', onFailure: 'output' };

async function platformWith(run: object) {
  const state = { id: RUN, number: 1, jobId: JOB, startTime, endTime: null as unknown, ...run };
  const page = ({ skip = 0 }) => (skip > 0 ? [] : [state]);
  const project = { id: PROJECT, name: 'Sales' };
  const job = { id: JOB, name: 'Load', versions: [], project, instances: page };
  const roots = { projects: [project], job, jobs: [job], jobInstance: () => state };
  const started = { id: RUN, status: 'REQUESTED' };
  const other = startOther(SCHEMA, { ...roots, runJob: started, deleteJobInstances: [] });
  return Object.assign(await untilTestEnds(other), { state });
}
type Other = Awaited<ReturnType<typeof platformWith>>;

const jobId = byId(JOB);
const itemOf = async (platform: Other, name: string, parameters: object) => {
  const { json, error } = await perform(platform, name, parameters);
  return error ? { error: error.message } : (json[0] ?? {});
};

/** Result of each caller that judges a run. None of them leaves another run behind. */
const JUDGES = {
  wait: async (platform: Other) => {
    const item = await itemOf(platform, 'jobRun.wait', { runId: byId(RUN), options });
    return item.timedOut ? undefined : item.succeeded;
  },
  get: async (platform: Other) =>
    (await itemOf(platform, 'jobRun.get', { runId: byId(RUN) })).succeeded,
  diagnosis: async (platform: Other) =>
    (await itemOf(platform, 'jobRun.diagnose', { runId: byId(RUN) })).cause,
  deletion: async (platform: Other) => {
    const which = { olderThanDays: 0, keepLast: 0, dryRun: true };
    return (await itemOf(platform, 'jobRun.deleteMany', { jobId, ...which })).matched;
  },
  report: async (platform: Other) => {
    const wanted = { scope: 'one', projectId: byId(PROJECT), include: 'jobs' };
    const { succeeded, failed, stopped, skipped, running } = await itemOf(
      platform,
      'project.getReport',
      wanted,
    );
    return { succeeded, failed, stopped, skipped, running };
  },
  start: async (platform: Other) => {
    const { error } = await itemOf(platform, 'job.run', { jobId, options: { ifRunning: 'error' } });
    return error === undefined ? 'starts' : /already running/.test(String(error));
  },
  trigger: async (platform: Other) => {
    const parameters = {
      projectId: byId(PROJECT),
      events: ['runSucceeded', 'runFailed', 'runStopped'],
    };
    const staticData = {};
    const told = { ...platform.state };
    Object.assign(platform.state, { status: 'RUNNING', endTime: null });
    await pollProjects(platform as never, staticData, parameters);
    Object.assign(platform.state, told);
    const { items } = await pollProjects(platform as never, staticData, parameters);
    return (items ?? []).map(({ json }) => json.event);
  },
};
const NONE = { succeeded: 0, failed: 0, stopped: 0, skipped: 0, running: 0 };
const OPEN = {
  ...{ wait: undefined, get: null, diagnosis: 'stillRunning', deletion: 0 },
  ...{ report: { ...NONE, running: 1 }, start: true, trigger: [] },
};
const ended = (outcome: string, event: string[], diagnosis = 'unknown') => ({
  ...{ wait: outcome === 'succeeded', get: outcome === 'succeeded', diagnosis, deletion: 1 },
  ...{ report: { ...NONE, [outcome]: 1 }, start: 'starts', trigger: event },
});
const FAILED = ended('failed', ['runFailed']);

test.each([
  ['SUCCEEDED', null, ended('succeeded', ['runSucceeded'], 'succeeded')],
  ['ERROR', null, FAILED],
  ['KILLED', endTime, ended('stopped', ['runStopped'], 'stopped')],
  ['SKIPPED', null, ended('skipped', [], 'skipped')],
  ['RUNNING', null, OPEN],
  ['QUEUED', null, OPEN],
  ['UNKNOWN', null, { ...OPEN, deletion: 1 }],
  ['COMPLETED', null, OPEN],
  ['COMPLETED', '0001-01-01T00:00:00Z', OPEN],
  ['COMPLETED', endTime, FAILED],
  ['TIMEOUT', endTime?.replace('Z', '123Z[UTC]'), FAILED],
  ['UNKNOWN', endTime, FAILED],
  ['RUNNING', endTime, OPEN],
])(
  '%s is the same to all that judge a run: %#',
  async (status, end, expected) => {
    const platform = await platformWith({ status, endTime: end });
    const { trigger, ...others } = JUDGES;
    const judge = async ([name, of]: [string, (platform: Other) => Promise<unknown>]) =>
      [name, await of(platform)] as const;
    const judged = await Promise.all(Object.entries(others).map(judge));
    // It changes the run meanwhile.
    judged.push(await judge(['trigger', trigger]));
    expect(Object.fromEntries(judged)).toEqual(expected);
  },
  60_000,
);

test('a run whose end time is before its start has no duration', async () => {
  const platform = await platformWith({ status: 'RUNNING', endTime: '0001-01-01T00:00:00Z' });
  const item = await itemOf(platform, 'jobRun.get', { runId: byId(RUN) });
  expect(item.durationSeconds).toBeNull();
});

test.each([
  ['FAILED', 1],
  ['COMPLETED', 0],
])('a deletion of failed runs finds %s: %d', async (status, matched) => {
  const platform = await platformWith({ status, endTime });
  const which = { olderThanDays: 0, keepLast: 0, outcomes: ['failed'], dryRun: true };
  expect(await itemOf(platform, 'jobRun.deleteMany', { jobId, ...which })).toMatchObject({
    matched,
  });
});

test('the trigger reports a run that ten polls in a row find UNKNOWN as failed, once', async () => {
  const platform = await platformWith({ status: 'RUNNING' });
  const parameters = { projectId: byId(PROJECT), events: ['runFailed', 'runSucceeded'] };
  let staticData = {};
  const polled = async (status: string, times: number) => {
    Object.assign(platform.state, { status });
    const found = [];
    for (let n = 0; n < times; n++) {
      const { items = [], ...poll } = await pollProjects(platform as never, staticData, parameters);
      // As n8n reads what it has saved.
      staticData = JSON.parse(JSON.stringify(poll.staticData)) as object;
      for (const { json } of items) found.push([n, json.event, json.status, json.succeeded]);
    }
    return found;
  };
  expect(await polled('RUNNING', 1)).toEqual([]);
  expect(await polled('UNKNOWN', 9)).toEqual([]);
  expect(await polled('RUNNING', 1)).toEqual([]);
  expect(await polled('UNKNOWN', 12)).toEqual([[9, 'runFailed', 'UNKNOWN', false]]);
  expect(await polled('FAILED', 1)).toEqual([]);
}, 60_000);

test.each([
  ['waits for it again', '', 1],
  ['starts another run if UNKNOWN is final', 'UNKNOWN=failed', 2],
])(
  'after a run stayed UNKNOWN, a retry %s',
  async (_what, finalStatuses, sends) => {
    const platform = await platformWith({ status: 'UNKNOWN' });
    const starts = () => platform.calls().filter((query) => query.includes('runJob')).length;
    const realNow = Date.now.bind(Date);
    let reads = 0;
    // Each read of the run takes half a minute.
    const time = jest.spyOn(Date, 'now').mockImplementation(() => realNow() + reads * 31_000);
    whenTestEnds(() => time.mockRestore());
    const shown = () => {
      if (starts() > 0) reads++;
      return reads > 3 || starts() > 1 ? 'SUCCEEDED' : 'UNKNOWN';
    };
    Object.defineProperty(platform.state, 'status', { get: shown });
    const parameters = { jobId, options: { finalStatuses, pollInterval: 1 } };
    const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
    const { json } = await perform(platform, 'job.runAndWait', parameters, { settings });
    expect(json[0]?.status).toBe('SUCCEEDED');
    expect(starts()).toBe(sends);
  },
  60_000,
);

describe('"Final Statuses"', () => {
  const waited = async (run: object, finalStatuses: string, more: object = {}) => {
    const wait = { ...options, onFailure: 'error', onTimeout: 'error', finalStatuses, ...more };
    const platform = await platformWith(run);
    return await perform(platform, 'jobRun.wait', { runId: byId(RUN), options: wait });
  };

  test.each([
    ['COMPLETED', null, 'completed = Succeeded; TIMEOUT=failed', undefined],
    ['UNKNOWN', null, 'UNKNOWN=failed', 'Load ended as UNKNOWN (run 1)'],
    ['CANCELED', endTime, 'CANCELED=stopped', 'Load was stopped after 30 s (CANCELED, run 1)'],
    ['COMPLETED', endTime, '', 'Load ended as COMPLETED after 30 s (run 1)'],
  ])('%s with the end time %s and "%s"', async (status, end, finalStatuses, message) => {
    const { json, error } = await waited({ status, endTime: end }, finalStatuses);
    expect(error?.message).toBe(message);
    if (message === undefined) expect(json).toMatchObject([{ status, succeeded: true }]);
    const advice = /add "COMPLETED=succeeded" to the option "Final Statuses"/;
    expect(advice.test(String(error?.description))).toBe(finalStatuses === '');
  });

  test('is refused before anything is sent if it cannot be used', async () => {
    const platform = await platformWith({ status: 'COMPLETED' });
    const wait = { ...options, finalStatuses: 'COMPLETED=done' };
    const { error } = await perform(platform, 'jobRun.wait', { runId: byId(RUN), options: wait });
    expect(error?.message).toMatch(/cannot be read at "COMPLETED=done"/);
    expect(platform.calls()).toEqual([]);
  });
});
