import { JOB_RUNS, PIPELINE_RUNS } from '../../../../platform/runs/kinds';
import { JobStarts, readRunsBeforeStart } from '../../../../platform/runs/start/jobStarts';
import { RunStart } from '../../../../platform/runs/start/runStart';
import { PIPELINE_IDS, type Fault } from '../../../../sandbox';
import { failureOf } from '../../../support/failureOf';
import {
  AT_ONCE,
  jobId,
  createStart,
  QUEUED,
  QUICK,
  STARTS,
  startsOnClock,
  UNKNOWN,
  WINDOW_MS,
} from './startsOnClock';

/** Which run is adopted for a start whose response was lost, and which is not. */

const { clock, open } = startsOnClock();

describe('the run of a lost start is found', () => {
  test.each([
    ['middle', AT_ONCE],
    ['recent', STARTS],
    ['recent', QUEUED],
    ['recent', QUICK],
  ] as const)('on the generation %s, script %j', async (...given) => {
    const [generation, script] = given;
    const { endpoint, lose, ids, read, sends } = await open(script, { generation });
    await read();
    lose();
    const { id } = await createStart(endpoint).start();
    expect([ids(), sends()]).toEqual([[id], 1]);
    // No other start can have begun it.
    const [run] = await JobStarts.of(endpoint, JOB_RUNS, jobId).readNewestRuns();
    expect(run && JobStarts.of(endpoint, JOB_RUNS, jobId).belongsToAnother(run)).toBe(true);
  });

  test.each(['middle', 'recent'] as const)('of a pipeline, generation %s', async (generation) => {
    const { sandbox, endpoint, lose } = await open(STARTS, { generation });
    const pipelineId = Object.values(PIPELINE_IDS)[0] ?? '';
    await readRunsBeforeStart(endpoint, PIPELINE_RUNS, [pipelineId], 20);
    lose({ operation: 'runPipeline' });
    const { id } = await new RunStart(endpoint, PIPELINE_RUNS, pipelineId).start();
    expect(sandbox.store.pipelines.runs(pipelineId, {}).map((run) => run.id)).toEqual([id]);
  });

  test.each([90_000, -90_000])('if its records are %i ms off every clock here', async (offset) => {
    const options = { clock: () => clock().now() + offset };
    const { endpoint, lose, begin, ids, read } = await open(AT_ONCE, options);
    begin({ requestedAt: clock().now() + offset - 60_000 });
    await read();
    lose();
    const { id } = await createStart(endpoint).start();
    expect([ids().length, ids()[0]]).toEqual([2, id]);
  });

  test.each(['', '0', '-1', 'soon'])(
    'after the default of 30 s if the variable for the window is "%s"',
    async (seconds) => {
      const { endpoint, lose, read } = await open(AT_ONCE);
      await read();
      lose();
      const beganMs = clock().now();
      process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS = seconds;
      await createStart(endpoint).start();
      expect(clock().now() - beganMs).toBeGreaterThanOrEqual(30_000);
    },
  );

  test('in one read', async () => {
    const { sandbox, endpoint, lose, read } = await open(STARTS);
    await read();
    const before = sandbox.stats.byOperation.job ?? 0;
    lose();
    await createStart(endpoint).start();
    expect(sandbox.stats.byOperation.job).toBe(before + 1);
  });

  test('beside a lost start that nobody waits for', async () => {
    const { endpoint, drop, lose, ids, read } = await open(STARTS);
    await read();
    drop();
    await expect(createStart(endpoint).start({ onLostResponse: 'error' })).rejects.toThrow(UNKNOWN);
    lose();
    expect((await createStart(endpoint).start()).id).toBe(ids()[0]);
  });

  test('if this process started hundreds of others after it', async () => {
    const { endpoint, lose, ids, read } = await open(QUICK);
    await read();
    lose();
    const starting = createStart(endpoint).start();
    for (let n = 0; n < 150; n++) await createStart(endpoint).start();
    expect((await starting).id).toBe(ids().at(-1));
  });

  test('for each of many starts of one job, as far as there are runs', async () => {
    const { sandbox, endpoint, lose, drop, ids, read, sends } = await open(QUICK);
    await read();
    sandbox.stats.reset();
    lose({ skip: 3, times: 4 });
    drop({ skip: 5, times: 3 });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, async () => (await createStart(endpoint).start()).id),
    );
    const found = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(new Set(found).size).toBe(17);
    expect(ids().sort()).toEqual(found.sort());
    expect(sends()).toBe(20);
    // Those whose windows end together share a read.
    const reads = sandbox.stats.recent.flatMap(({ body }) => body?.match(/\bjob\(/g) ?? []);
    expect(reads.length).toBeLessThanOrEqual(3);
  });
});

const HOUR_MS = 60 * 60_000;

/** Newest first. */
type Outcome = (ids: string[]) => object;
const isFound: Outcome = ([id]) => ({ id });
const isUnknown: Outcome = () => ({
  message: expect.stringContaining(`${UNKNOWN} a run of the job ${jobId} started`),
});

const isOlder: Outcome = ([, id]) => ({ id });
const isEither: Outcome = ([late, own]) => ({
  ...isUnknown([]),
  hint: expect.stringMatching(`${late}[^]*${own}`),
});
const isNamed: Outcome = ([id]) => ({ ...isUnknown([]), hint: expect.stringContaining(`(${id})`) });
const DROPPED = { kind: 'resetBefore' } as const;

test.each<[string, object, Partial<Fault>, object, Outcome]>([
  ['late is found after no connection', {}, DROPPED, {}, isFound],
  ['late is found after a gateway error', {}, { kind: 'status', status: 504 }, {}, isFound],
  ['by another login leaves that of the lost start', QUICK, {}, { author: 'another' }, isOlder],
  ['by a schedule is not adopted', {}, DROPPED, { cause: 'SCHEDULED' }, isUnknown],
  ['by a login that is not told is named', {}, DROPPED, { author: '' }, isNamed],
  ['by the same login, too, leaves it unknown; both are named', QUICK, {}, {}, isEither],
])('a run that begins %s', async (_what, script, fault, more, outcome) => {
  const { endpoint, lose, begin, ids, read, sends } = await open(script);
  begin({ requestedAt: clock().now() - 60_000 });
  await read();
  lose(fault);
  const starting = createStart(endpoint)
    .start()
    .catch((error: unknown) => error);
  await clock().wait(WINDOW_MS * 0.6);
  begin(more);
  expect(await starting).toMatchObject(outcome(ids()));
  expect(sends()).toBe(1);
});

test('a run stays that of its start, however long its execution lasts', async () => {
  const { endpoint, begin, ids } = await open(AT_ONCE);
  await createStart(endpoint).start();
  clock().skip(24 * HOUR_MS);
  begin();
  await createStart(endpoint).start();
  const starts = JobStarts.of(endpoint, JOB_RUNS, jobId);
  const others = (await starts.readNewestRuns()).filter((run) => !starts.belongsToAnother(run));
  expect(others.map(({ id }) => id)).toEqual([ids()[1]]);
});

describe('a run of another is not adopted', () => {
  test.each([
    ['one that has not ended', AT_ONCE, true, 2 * HOUR_MS],
    ['one of the last hour', QUICK, false, HOUR_MS / 2],
  ])('if nothing was read before the start; %s is named', async (...given) => {
    const [, script, isCurrent, agoMs] = given;
    const { endpoint, lose, begin } = await open(script);
    const old = begin({ requestedAt: clock().now() - agoMs });
    const older = begin({ requestedAt: clock().now() - 3 * HOUR_MS, author: 'another' });
    lose();
    const { hint } = await failureOf(createStart(endpoint).start());
    expect(hint).toContain(`(${old?.id}), `);
    expect(hint).not.toContain(older?.id);
    expect(hint.includes('To continue with a current run')).toBe(isCurrent);
  });

  test('if the lost start that could have begun it is over; both are named', async () => {
    const { endpoint, drop, lose, begin, ids, read } = await open(QUICK);
    await read();
    drop();
    await expect(createStart(endpoint).start({ onLostResponse: 'error' })).rejects.toThrow(UNKNOWN);
    clock().skip(2 * WINDOW_MS);
    await read();
    lose();
    const starting = createStart(endpoint)
      .start()
      .catch((error: unknown) => error);
    await clock().wait(WINDOW_MS * 0.6);
    begin();
    expect(await starting).toMatchObject(isEither(ids()));
  });

  test('if it is looked for long after the window; it is named', async () => {
    const { endpoint, drop, begin, read, sends } = await open(STARTS);
    await read();
    drop();
    const attempt = createStart(endpoint);
    await expect(attempt.start()).rejects.toThrow(UNKNOWN);
    await clock().wait(2 * WINDOW_MS);
    const late = begin();
    const { hint } = await failureOf(attempt.start());
    expect(hint).toContain(`(${late?.id})`);
    expect(sends()).toBe(1);
  });

  test('if what was read before the start is old', async () => {
    const { endpoint, lose, read } = await open(AT_ONCE);
    await read();
    await clock().wait(11_000);
    lose();
    await expect(createStart(endpoint).start()).rejects.toThrow(UNKNOWN);
  });

  test('if it waited before the start and begins after it', async () => {
    const script = { queueSeconds: 3, durationSeconds: null };
    const { endpoint, drop, begin, read } = await open(script, { generation: 'middle' });
    begin({ requestedAt: clock().now() - 2_000, author: 'demo' });
    await read();
    drop();
    await expect(createStart(endpoint).start()).rejects.toThrow(UNKNOWN);
  });

  test('if another lost start was sent only after it', async () => {
    const { endpoint, lose, drop, begin, read, sends } = await open(STARTS);
    await read();
    begin({ author: 'demo' });
    lose();
    const failed = expect(createStart(endpoint).start()).rejects.toThrow(UNKNOWN);
    while (sends() < 1) await clock().wait(10);
    await clock().wait(100);
    await read();
    drop();
    await expect(createStart(endpoint).start({ onLostResponse: 'error' })).rejects.toThrow(UNKNOWN);
    await failed;
  });

  test('if more runs began than are read; nothing is sent again', async () => {
    const { endpoint, lose, begin, read, sends } = await open(STARTS);
    await read();
    lose();
    const options = { onLostResponse: 'lookThenStart' } as const;
    const failed = expect(createStart(endpoint).start(options)).rejects.toMatchObject({
      ...isUnknown([]),
      hint: expect.stringContaining('None of the newest runs can be the requested one.'),
    });
    while (sends() < 1) await clock().wait(10);
    for (let n = 0; n < 110; n++) begin({ author: 'another' });
    await failed;
    expect(sends()).toBe(1);
  });

  test('if another execution of this process started it', async () => {
    const { endpoint, drop, read } = await open({});
    await read();
    drop();
    const failed = expect(createStart(endpoint).start()).rejects.toThrow(UNKNOWN);
    await clock().wait(WINDOW_MS / 2);
    await createStart(endpoint).start();
    await failed;
  });

  test.each([1.5, 3])(
    'if a start without a response may have begun it: %d windows',
    async (late) => {
      const { endpoint, drop, begin, read } = await open(QUICK);
      await read();
      drop();
      const starts = JobStarts.of(endpoint, JOB_RUNS, jobId);
      const failed = expect(createStart(endpoint).start()).rejects.toThrow(UNKNOWN);
      await clock().wait(WINDOW_MS / 2);
      const unanswered = starts.send(async () => {
        const { id = '' } = begin() ?? {};
        await clock().wait(late * WINDOW_MS);
        return { id };
      });
      await Promise.all([failed, unanswered]);
    },
  );
});
