import { wholeSchema } from '../../../../platform/graphql/schema/schemaStore';
import { Platform } from '../../../../platform/connection/platform';
import { JOB_RUNS, PIPELINE_RUNS } from '../../../../platform/runs/kinds';
import type { OnLostAnswer } from '../../../../platform/runs/start/unknownStart';
import { RunStart } from '../../../../platform/runs/start/runStart';
import { JOB_IDS, PIPELINE_IDS, startSandbox, type Sandbox } from '../../../../sandbox';
import { TestClock } from '../../../support/testClock';

const WINDOW_MS = 2_000;
const jobId = JOB_IDS.weatherImport;
const otherJobId = JOB_IDS.nightlyBackup;
const pipelineId = Object.values(PIPELINE_IDS)[0] ?? '';

process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS = String(WINDOW_MS / 1000);

let sandbox: Sandbox;
let clock: TestClock;
beforeEach(() => {
  clock = new TestClock().run();
});
afterEach(async () => {
  clock.restore();
  await sandbox.close();
});

async function platformOf(generation: 'early' | 'middle' | 'recent', script: object) {
  sandbox = await startSandbox({ seedRuns: false, generation, clock: () => clock.now() });
  for (const id of Object.values(JOB_IDS)) sandbox.store.setScript(id, script);
  const { projects } = Platform.connect(sandbox.credentials);
  // So that the first look of a window does not wait for it.
  await wholeSchema(projects);
  return projects;
}

const start = () => new RunStart(JOB_RUNS, jobId);
const runs = () => sandbox.store.runsOfJob(jobId);

/** Still queued when the window ends: what changes is only its status. */
const queued = { queueSeconds: (WINDOW_MS / 1000) * 1.2, durationSeconds: null };
/** It starts within the window and goes on. */
const started = { queueSeconds: (WINDOW_MS / 1000) * 0.5, durationSeconds: null };
/** It goes on from the first moment. */
const atOnce = { queueSeconds: 0, durationSeconds: null };

test('a run that goes on is found by the times of its statuses', async () => {
  const endpoint = await platformOf('recent', queued);
  sandbox.accidents.add({ kind: 'resetAfter', operation: 'runJob' });
  expect((await start().started(endpoint)).id).toBe(runs()[0]?.id);
});

test.each(['early', 'middle', 'recent'] as const)(
  'a run of a job that starts while it is looked for is found on the generation %s',
  async (generation) => {
    const endpoint = await platformOf(generation, started);
    sandbox.accidents.add({ kind: 'resetAfter', operation: 'runJob' });
    expect((await start().started(endpoint)).id).toBe(runs()[0]?.id);
  },
);

test.each(['early', 'recent'] as const)(
  'a run of a pipeline that goes on is found on the generation %s',
  async (generation) => {
    const endpoint = await platformOf(generation, started);
    sandbox.accidents.add({ kind: 'resetAfter', operation: 'runPipeline' });
    const { id } = await new RunStart(PIPELINE_RUNS, pipelineId).started(endpoint);
    expect(sandbox.store.pipelines.runs(pipelineId, {}).map((run) => run.id)).toEqual([id]);
  },
);

test.each(['early', 'recent'] as const)(
  'a run that goes on unchanged is found where an answered start tells the clock, generation %s',
  async (generation) => {
    const endpoint = await platformOf(generation, atOnce);
    await new RunStart(JOB_RUNS, otherJobId).started(endpoint);
    sandbox.accidents.add({ kind: 'resetAfter', operation: 'runJob' });
    expect((await start().started(endpoint)).id).toBe(runs()[0]?.id);
    // Once, in the request of the first look.
    const looks = sandbox.stats.recent.filter(({ body }) => body?.includes('instances'));
    expect(looks.map(({ body }) => body?.includes(otherJobId))).toEqual([
      true,
      ...looks.slice(1).map(() => false),
    ]);
  },
);

test('an older run that goes on unchanged is not adopted, whatever the clock', async () => {
  const endpoint = await platformOf('recent', atOnce);
  await new RunStart(JOB_RUNS, otherJobId).started(endpoint);
  sandbox.store.startRun(jobId, { requestedAt: clock.now() - 3_000 });
  sandbox.accidents.add({ kind: 'resetBefore', operation: 'runJob' });
  await expect(start().started(endpoint)).rejects.toThrow('It is not known whether');
});

test('a run that waited before the start and begins after it is not adopted if only its start is reported', async () => {
  const endpoint = await platformOf('early', { queueSeconds: 3, durationSeconds: null });
  await new RunStart(JOB_RUNS, otherJobId).started(endpoint);
  sandbox.store.startRun(jobId, { requestedAt: clock.now() - 2_000, author: 'demo' });
  sandbox.accidents.add({ kind: 'resetBefore', operation: 'runJob' });
  await expect(start().started(endpoint)).rejects.toThrow('It is not known whether');
});

describe('lookThenStart', () => {
  const options = { onLostAnswer: 'lookThenStart' as OnLostAnswer };
  const sends = () => sandbox.stats.byOperation.runJob ?? 0;

  test('takes the run that is found, and sends nothing more', async () => {
    const endpoint = await platformOf('recent', started);
    sandbox.accidents.add({ kind: 'resetAfter', operation: 'runJob' });
    expect((await start().started(endpoint, options)).id).toBe(runs()[0]?.id);
    expect(sends()).toBe(1);
  });

  test('sends it once more at the end of the window where no run is to be seen', async () => {
    const endpoint = await platformOf('recent', started);
    sandbox.accidents.add({ kind: 'status', status: 503, retryAfter: 1, operation: 'runJob' });
    const beganMs = clock.now();
    expect((await start().started(endpoint, options)).id).toBe(runs()[0]?.id);
    expect(clock.now() - beganMs).toBeGreaterThanOrEqual(WINDOW_MS);
    expect([sends(), runs().length]).toEqual([2, 1]);
  });

  test('sends it once more only, also where it is called again', async () => {
    const endpoint = await platformOf('recent', started);
    sandbox.accidents.add({ kind: 'resetBefore', operation: 'runJob', times: 9 });
    const attempt = start();
    for (let tries = 0; tries < 3; tries++) {
      await expect(attempt.started(endpoint, options)).rejects.toMatchObject({
        name: 'OutcomeUnknownError',
        hint: expect.stringContaining('It was sent 2 times. No new run was found so far.'),
      });
    }
    expect([sends(), runs().length]).toEqual([2, 0]);
  });

  test.each([
    ['a candidate is to be seen', { durationSeconds: null, queueSeconds: 0 }, true],
    ['the runs cannot be read', started, false],
  ])('sends nothing more where %s', async (_name, script, hasRun) => {
    const endpoint = await platformOf('recent', script);
    if (hasRun) sandbox.store.startRun(jobId, { requestedAt: clock.now() - 60_000 });
    else sandbox.accidents.add({ kind: 'status', status: 403, operation: 'job', times: 99 });
    sandbox.accidents.add({ kind: 'resetBefore', operation: 'runJob' });
    await expect(start().started(endpoint, options)).rejects.toThrow('It is not known whether');
    expect(sends()).toBe(1);
  });

  test('sends nothing more after a cancel', async () => {
    const endpoint = await platformOf('recent', started);
    sandbox.accidents.add({ kind: 'resetBefore', operation: 'runJob' });
    const cancel = new AbortController();
    const outcome = start().outcome(endpoint, { ...options, signal: cancel.signal });
    await clock.wait(WINDOW_MS / 2);
    cancel.abort();
    await expect(outcome).rejects.toThrow('It is not known whether');
    expect(sends()).toBe(1);
  });

  test('stays unknown where the second start is refused', async () => {
    const endpoint = await platformOf('recent', started);
    sandbox.accidents.add({ kind: 'resetBefore', operation: 'runJob' });
    sandbox.accidents.add({ kind: 'status', status: 409, operation: 'runJob' });
    const attempt = start();
    await expect(attempt.started(endpoint, options)).rejects.toThrow('409');
    expect(attempt.isUnknown).toBe(true);
  });
});

describe('the message of an unknown start names what would have helped', () => {
  const LOOK_THEN_START = '"Find the Run, or Start Again" in "If the Response Is Lost"';

  async function hintOf(accident: object, options: { onLostAnswer?: OnLostAnswer } = {}) {
    const endpoint = await platformOf('recent', atOnce);
    sandbox.accidents.add({ kind: 'status', operation: 'runJob', status: 503, ...accident });
    const failure: unknown = await start()
      .started(endpoint, options)
      .catch((error) => error);
    return (failure as { hint: string }).hint;
  }

  test('after 503 with Retry-After', async () => {
    const hint = await hintOf({ retryAfter: 1 });
    expect(hint).toContain('Usually this means that it did nothing');
    expect(hint).toContain(LOOK_THEN_START);
  });

  test('after another response of a gateway', async () => {
    const hint = await hintOf({});
    expect(hint).not.toContain('Usually this means');
    expect(hint).toContain(LOOK_THEN_START);
  });

  test('if it was not looked for', async () => {
    const hint = await hintOf({}, { onLostAnswer: 'error' });
    expect(hint).toContain('"Find the Run" in "If the Response Is Lost"');
    expect(hint).toContain(LOOK_THEN_START);
  });

  test('where runs are to be seen', async () => {
    const hint = await hintOf({ afterEffect: true });
    expect(hint).toContain(`Run 1 (${runs()[0]?.id}), RUNNING`);
    expect(hint).toContain('set "If Already Running" to "Use the Current Run"');
    expect(hint).not.toContain(LOOK_THEN_START);
  });
});
