import { setTimeout as pause } from 'node:timers/promises';
import { wholeSchema } from '../../../../platform/graphql/schema/schemaStore';
import { Platform } from '../../../../platform/connection/platform';
import { JOB_RUNS } from '../../../../platform/runs/kinds';
import type { OnLostAnswer } from '../../../../platform/runs/start/unknownStart';
import { RunStart } from '../../../../platform/runs/start/runStart';
import { JOB_IDS, startSandbox, type Sandbox } from '../../../../sandbox';

const jobId = JOB_IDS.weatherImport;

beforeAll(() => {
  process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS = '4';
});
const sandboxes: Sandbox[] = [];
afterAll(async () => {
  delete process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS;
  await Promise.all(sandboxes.map((sandbox) => sandbox.close()));
});

/** A platform that starts runs, and answers the starts with this. */
async function answering(data: unknown, times: number) {
  const sandbox = await startSandbox({ seedRuns: false });
  sandboxes.push(sandbox);
  // Runs that change while they are looked for show the clock of their records.
  sandbox.store.setScript(jobId, { queueSeconds: 1.2, durationSeconds: 0.8 });
  const { projects } = Platform.connect(sandbox.credentials);
  await wholeSchema(projects);
  sandbox.accidents.add({
    kind: 'errors',
    errors: [],
    data,
    operation: 'runJob',
    times,
    afterEffect: true,
  });
  const start = async (onLostAnswer: OnLostAnswer) =>
    await new RunStart(JOB_RUNS, jobId).started(projects, { onLostAnswer });
  const runs = () => sandbox.store.runsOfJob(jobId).map(({ id }) => id);
  return { start, runs, sends: () => sandbox.stats.byOperation.runJob };
}

const run = { id: 'a', status: 'REQUESTED' };
const ANSWERS: Array<[string, unknown]> = [
  ['a run without an ID', { runJob: { status: 'REQUESTED' } }],
  ['a run whose ID is none', { runJob: { ...run, id: null } }],
  ['a run whose ID is a number', { runJob: { ...run, id: 7 } }],
  ['a run whose ID is empty', { runJob: { ...run, id: '' } }],
  ['a run that is none', { runJob: 'REQUESTED' }],
  ['runs', { runJob: [run] }],
  ['something else', { projects: [] }],
  ['nothing', {}],
  ['more than was asked for', { runJob: run, projects: [] }],
];

test.concurrent.each(ANSWERS)(
  'a start whose response is %s is looked for, not sent again',
  async (_name, data) => {
    const { start, runs, sends } = await answering(data, 1);
    const { id } = await start('look');
    expect([id]).toEqual(runs());
    expect(sends()).toBe(1);
  },
);

test.concurrent.each([undefined, null, {}])(
  'a start whose status is %j has none',
  async (status) => {
    const { start } = await answering({ runJob: { id: 'a', status } }, 1);
    expect(await start('look')).toEqual({ id: 'a', status: 'UNKNOWN' });
  },
);

test.concurrent('100 of them each get a run of their own', async () => {
  const { start, runs, sends } = await answering({ runJob: { id: 7 } }, 100);
  const ids = await Promise.all(Array.from({ length: 100 }, async () => (await start('look')).id));
  expect(ids.sort()).toEqual(runs().sort());
  expect(sends()).toBe(100);
});

test.concurrent('it is unknown at once where the user does not want to look', async () => {
  const { start, sends } = await answering({ runJob: { id: 7 } }, 1);
  await expect(start('error')).rejects.toMatchObject({
    name: 'OutcomeUnknownError',
    message: expect.stringContaining('returned "runJob" without the ID of the run'),
  });
  await pause(50);
  expect(sends()).toBe(1);
});
