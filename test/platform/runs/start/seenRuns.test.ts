import { JOB_RUNS } from '../../../../platform/runs/kinds';
import { RecordClock } from '../../../../platform/runs/read/recordClock';
import { SeenRuns, type RecordedRun } from '../../../../platform/runs/start/seenRuns';
import { randomNumbers } from '../../../support/random';

const CASES = Number(process.env.PROPERTY_CASES ?? 1_000);
const WINDOW_MS = 30_000;
const START_MS = 1_000_000_000;
const OURS = 'ours';
const starter = { kind: JOB_RUNS, login: 'me', isClaimed: () => false };
const newRun = (id: string, recordsMs: number[], more: object = {}): RecordedRun => ({
  id,
  status: 'RUNNING',
  recordsMs,
  trigger: 'MANUAL_JOB',
  startedBy: 'me',
  isPartOfPipeline: false,
  ...more,
});

/** A platform whose records are off every clock here, and which runs are found for one start whose response was lost. */
function playedWorld(_: unknown, seed: number) {
  const random = randomNumbers(seed + 1);
  const between = (least: number, most: number) => least + random() * (most - least);
  const aheadMs = between(-3_600_000, 3_600_000);
  const runs: RecordedRun[] = [];
  const begin = (id: string, beganMs: number, more?: object) => {
    const stepMs = between(200, 90_000);
    runs.push(newRun(id, [beganMs, beganMs + stepMs, beganMs + 2 * stepMs], more));
  };
  for (let old = Math.floor(between(0, 4)); old > 0; old--) {
    begin(`old ${old}`, START_MS - between(3_000, 7_200_000));
  }
  for (let other = Math.floor(between(0, 3)); other > 0; other--) {
    const byAnother = random() < 0.5 ? { trigger: 'CRON_JOB' } : { startedBy: 'another' };
    begin(`other ${other}`, START_MS + between(-5_000, WINDOW_MS), byAnother);
  }
  const hasBegun = random() < 0.6;
  const lateMs = random() < 0.5 ? between(1, 50) : between(1, WINDOW_MS - 2_000);
  if (hasBegun) begin(OURS, START_MS + lateMs);
  runs.sort((a, b) => (b.recordsMs[0] ?? 0) - (a.recordsMs[0] ?? 0));

  const seenRuns = new SeenRuns(new RecordClock(), starter);
  const look = (nowMs: number) => {
    const recorded = runs.map(({ recordsMs, ...run }) => ({
      ...run,
      recordsMs: recordsMs.filter((atMs) => atMs <= nowMs).map((atMs) => atMs + aheadMs),
    }));
    seenRuns.add(
      recorded.filter(({ recordsMs }) => recordsMs.length > 0),
      nowMs,
      nowMs + 20,
    );
  };
  const hasBaseline = random() < 0.5;
  if (hasBaseline) look(START_MS - 50);
  for (let afterMs = 250; afterMs <= WINDOW_MS; afterMs += 1_000) look(START_MS + afterMs);
  const adopted = seenRuns.attribute(START_MS, 1).attributed.map(({ id }) => id);
  return { seed, hasBegun, hasBaseline, adopted };
}

const WORLDS = Array.from({ length: CASES }, playedWorld);

test('no run of another is ever adopted, whatever the clocks', () => {
  const wrong = WORLDS.filter(({ adopted }) => adopted.some((id) => id !== OURS));
  expect(wrong).toEqual([]);
});

test('with a look before the start, a run that began is always found', () => {
  const looked = WORLDS.filter(({ hasBaseline }) => hasBaseline);
  expect(looked.filter(({ hasBegun, adopted }) => hasBegun !== adopted.includes(OURS))).toEqual([]);
});

test('without one, most runs that began are found by what they record meanwhile', () => {
  const begun = WORLDS.filter(({ hasBaseline, hasBegun }) => hasBegun && !hasBaseline);
  const found = begun.filter(({ adopted }) => adopted.includes(OURS));
  expect(found.length / begun.length).toBeGreaterThan(0.5);
});

test.each([
  ['a tenth of a second before the start', -90, true],
  ['half a second before it', -500, false],
  ['almost a second before it', -950, false],
  // As of platforms that record whole seconds.
  ['half a second before it, in whole seconds', -500, true, 500],
])('a run of the same login that was recorded %s: adopted %s', (...given) => {
  const [, beganMs, isTaken, more = 1] = given;
  const clock = new RecordClock();
  clock.learn(START_MS, START_MS - 5, START_MS + 5);
  const seenRuns = new SeenRuns(clock, starter);
  const startMs = START_MS + more;
  seenRuns.add([], startMs - 2_000, startMs - 1_990);
  seenRuns.add([newRun('a', [startMs + beganMs])], startMs + 250, startMs + 270);
  const { attributed, candidates } = seenRuns.attribute(startMs, 1);
  expect([attributed.length, candidates.length]).toEqual(isTaken ? [1, 0] : [0, 1]);
});
