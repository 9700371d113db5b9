import { JOB_RUNS, PIPELINE_RUNS } from '../../../../platform/runs/kinds';
import { RunStart } from '../../../../platform/runs/start/runStart';
import { getRunsUnderWay, startRegisterOf } from '../../../../platform/runs/start/startRegister';
import { JOB_IDS, PIPELINE_IDS, type Accident } from '../../../../sandbox';
import {
  AT_ONCE,
  jobId,
  newStart,
  QUEUED,
  QUICK,
  STARTS,
  startsOnClock,
  UNKNOWN,
  WINDOW_MS,
} from './startsOnClock';

/** Which run is adopted for a start whose response was lost, and which is not. */

const otherJobId = JOB_IDS.nightlyBackup;
const { clock, open } = startsOnClock();

describe('the run of a lost start is found', () => {
  test.each([
    ['middle', STARTS],
    ['recent', STARTS],
    ['recent', QUEUED],
  ] as const)('on the generation %s, script %j', async (...given) => {
    const [generation, script] = given;
    const { endpoint, lose, ids, sends } = await open(script, { generation });
    lose();
    const { id } = await newStart().started(endpoint);
    expect([ids(), sends()]).toEqual([[id], 1]);
    // No other start can have begun it.
    const read = (await getRunsUnderWay(endpoint, JOB_RUNS, [jobId], 1)).get(jobId);
    expect(read).toMatchObject({ underWay: [{ mayBeOurs: false }] });
  });

  test.each(['middle', 'recent'] as const)('of a pipeline, generation %s', async (generation) => {
    const { sandbox, endpoint, lose } = await open(STARTS, { generation });
    const pipelineId = Object.values(PIPELINE_IDS)[0] ?? '';
    lose({ operation: 'runPipeline' });
    const { id } = await new RunStart(PIPELINE_RUNS, pipelineId).started(endpoint);
    expect(sandbox.store.pipelines.runs(pipelineId, {}).map((run) => run.id)).toEqual([id]);
  });

  test.each(['middle', 'recent'] as const)(
    'if it goes on unchanged, by the clock that another start shows, generation %s',
    async (generation) => {
      const { sandbox, endpoint, lose, ids } = await open(AT_ONCE, { generation });
      await new RunStart(JOB_RUNS, otherJobId).started(endpoint);
      lose();
      expect([(await newStart().started(endpoint)).id]).toEqual(ids());
      // Once, in the request of the first read.
      const reads = sandbox.stats.recent.filter(({ body }) => body?.includes('instances'));
      const ofOther = reads.map(({ body }) => body?.includes(otherJobId));
      expect(ofOther).toEqual([true, ...Array(reads.length - 1).fill(false)]);
    },
  );

  test.each([90_000, -90_000])('if its records are %i ms off every clock here', async (offset) => {
    const options = { clock: () => clock().now() + offset };
    const { endpoint, lose, begin, ids } = await open(QUICK, options);
    begin({ requestedAt: clock().now() + offset - 60_000 });
    lose();
    const { id } = await newStart().started(endpoint);
    expect([ids().length, ids()[0]]).toEqual([2, id]);
  });

  test('beside one that was there at a read before the start', async () => {
    const { endpoint, lose, begin, ids } = await open(AT_ONCE);
    begin({ requestedAt: clock().now() - 60_000 });
    await getRunsUnderWay(endpoint, JOB_RUNS, [jobId], 5);
    lose();
    expect((await newStart().started(endpoint)).id).toBe(ids()[0]);
  });

  test('beside a lost start that nobody waits for', async () => {
    const { endpoint, drop, lose, ids } = await open(STARTS);
    drop();
    await expect(newStart().started(endpoint, { onLostAnswer: 'error' })).rejects.toThrow(UNKNOWN);
    lose();
    expect((await newStart().started(endpoint)).id).toBe(ids()[0]);
  });

  test('for each of many starts of one job, as far as there are runs', async () => {
    const { endpoint, lose, drop, ids, sends } = await open(QUICK);
    lose({ skip: 3, times: 4 });
    drop({ skip: 5, times: 3 });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, async () => (await newStart().started(endpoint)).id),
    );
    const found = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(new Set(found).size).toBe(17);
    expect(ids().sort()).toEqual(found.sort());
    expect(sends()).toBe(20);
  });
});

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
const DROPPED = { kind: 'resetBefore' } as const;

test.each<[string, object, Partial<Accident>, object, Outcome]>([
  ['late is found after no connection', {}, DROPPED, {}, isFound],
  ['late is found after a gateway error', {}, { kind: 'status', status: 504 }, {}, isFound],
  ['by another login leaves that of the lost start', QUICK, {}, { author: 'another' }, isOlder],
  ['by a schedule is not adopted', {}, DROPPED, { cause: 'SCHEDULED' }, isUnknown],
  ['by the same login, too, leaves it unknown; both are named', QUICK, {}, {}, isEither],
])('a run that begins %s', async (_what, script, accident, more, outcome) => {
  const { endpoint, lose, begin, ids, sends } = await open(script);
  begin({ requestedAt: clock().now() - 60_000 });
  lose(accident);
  const starting = newStart()
    .started(endpoint)
    .catch((error: unknown) => error);
  await clock().wait(WINDOW_MS * 0.6);
  begin(more);
  expect(await starting).toMatchObject(outcome(ids()));
  expect(sends()).toBe(1);
});

describe('a run of another is not adopted', () => {
  test('if it goes on unchanged since before, whatever the clock, and it is named', async () => {
    const { endpoint, drop, begin } = await open(AT_ONCE);
    const old = begin({ requestedAt: clock().now() - 60_000 });
    drop();
    await expect(newStart().started(endpoint)).rejects.toMatchObject({
      name: 'OutcomeUnknownError',
      hint: expect.stringContaining(`Run 1 (${old?.id}), RUNNING, started`),
    });
    await new RunStart(JOB_RUNS, otherJobId).started(endpoint);
    begin({ requestedAt: clock().now() - 3_000 });
    drop();
    await expect(newStart().started(endpoint)).rejects.toThrow(UNKNOWN);
  });

  test('if it waited before the start and begins after it, and only its start is reported', async () => {
    const script = { queueSeconds: 3, durationSeconds: null };
    const { endpoint, drop, begin } = await open(script, { generation: 'middle' });
    await new RunStart(JOB_RUNS, otherJobId).started(endpoint);
    begin({ requestedAt: clock().now() - 2_000, author: 'demo' });
    drop();
    await expect(newStart().started(endpoint)).rejects.toThrow(UNKNOWN);
  });

  test('if another execution of this process started it', async () => {
    const { endpoint, drop } = await open({});
    drop();
    const failed = expect(newStart().started(endpoint)).rejects.toThrow(UNKNOWN);
    await clock().wait(WINDOW_MS / 2);
    await newStart().started(endpoint);
    await failed;
  });

  test('if a start without a response may have begun it; none is sent meanwhile', async () => {
    const { endpoint, drop, begin } = await open(QUICK);
    drop();
    const register = startRegisterOf(endpoint, JOB_RUNS, jobId);
    const failed = expect(newStart().started(endpoint)).rejects.toThrow(UNKNOWN);
    await clock().wait(WINDOW_MS / 2);
    const unanswered = register.send(
      async () => {
        const { id = '' } = begin() ?? {};
        await clock().wait(2 * WINDOW_MS);
        return { id };
      },
      () => undefined,
    );
    await clock().wait(WINDOW_MS);
    const later = jest.fn(async () => ({ id: 'later' }));
    const sent = register.send(later, () => undefined);
    await clock().wait(WINDOW_MS / 4);
    expect(later).not.toHaveBeenCalled();
    await Promise.all([failed, unanswered, sent]);
  });
});
