import { JOB_RUNS } from '../../../../platform/runs/kinds';
import { RecordClock } from '../../../../platform/runs/read/recordClock';
import { SeenRuns, type RecordedRun } from '../../../../platform/runs/start/seenRuns';
import { randomNumbers } from '../../../support/random';

const CASES = Number(process.env.PROPERTY_CASES ?? 1_000);
const WINDOW_MS = 30_000;
const START_MS = 1_000_000_000;
const starter = { kind: JOB_RUNS, login: 'me', isClaimed: () => false };

interface WorldRun {
  id: string;
  beganMs: number;
  isOurs: boolean;
  trigger: string;
  startedBy: string;
  /** How long it stays in each of its statuses. */
  stepMs: number;
}

/** A platform whose records run ahead of every clock here, and one start whose answer was lost. */
function randomWorld(seed: number) {
  const random = randomNumbers(seed);
  const between = (least: number, most: number) => least + random() * (most - least);
  const aheadMs = between(-3_600_000, 3_600_000);
  const runs: WorldRun[] = [];
  const add = (beganMs: number, run: Partial<WorldRun> = {}) =>
    runs.push({
      id: `run ${runs.length}`,
      beganMs,
      isOurs: false,
      trigger: 'MANUAL_JOB',
      startedBy: 'me',
      stepMs: between(200, 90_000),
      ...run,
    });
  for (let old = Math.floor(between(0, 4)); old > 0; old--) {
    add(START_MS - between(3_000, 7_200_000));
  }
  for (let other = Math.floor(between(0, 3)); other > 0; other--) {
    const isCron = random() < 0.5;
    add(START_MS + between(-5_000, WINDOW_MS), {
      trigger: isCron ? 'CRON_JOB' : 'MANUAL_JOB',
      startedBy: isCron ? 'me' : 'another',
    });
  }
  const hasBegun = random() < 0.6;
  if (hasBegun) {
    const lateMs = random() < 0.5 ? between(1, 50) : between(1, WINDOW_MS - 2_000);
    add(START_MS + lateMs, { isOurs: true });
  }
  return { runs, aheadMs, hasBegun, hasBaseline: random() < 0.5 };
}

/** What the platform tells at a moment, newest first. */
function seenAt(runs: WorldRun[], nowMs: number, aheadMs: number): RecordedRun[] {
  return runs
    .filter(({ beganMs }) => beganMs <= nowMs)
    .sort((a, b) => b.beganMs - a.beganMs)
    .map(({ id, beganMs, stepMs, trigger, startedBy }) => ({
      id,
      status: 'RUNNING',
      recordsMs: [0, 1, 2]
        .map((step) => beganMs + step * stepMs)
        .filter((atMs) => atMs <= nowMs)
        .map((atMs) => atMs + aheadMs),
      trigger,
      startedBy,
      isPartOfPipeline: false,
    }));
}

function outcomeIn({ runs, aheadMs, hasBaseline }: ReturnType<typeof randomWorld>) {
  const sightings = new SeenRuns(new RecordClock(), starter);
  const look = (atMs: number) => sightings.add(seenAt(runs, atMs, aheadMs), atMs, atMs + 20);
  if (hasBaseline) look(START_MS - 50);
  for (let afterMs = 250; afterMs <= WINDOW_MS; afterMs += 1_000) look(START_MS + afterMs);
  return sightings.attribute(START_MS, 1);
}

test('no run of another is ever adopted, whatever the clocks', () => {
  for (let seed = 1; seed <= CASES; seed++) {
    const world = randomWorld(seed);
    for (const { id } of outcomeIn(world).attributed) {
      expect({ seed, id, isOurs: world.runs.find((run) => run.id === id)?.isOurs }).toEqual({
        seed,
        id,
        isOurs: true,
      });
    }
  }
});

test.each([
  ['a tenth of a second before the start', -90, true],
  ['half a second before it', -500, false],
  ['almost a second before it', -950, false],
  // As of platforms that record whole seconds.
  ['half a second before it, in whole seconds', -500, true, 500],
])(
  'a run of the same login that was recorded %s: adopted %s',
  (_name, beganMs, isTaken, more = 1) => {
    const clock = new RecordClock();
    clock.learn(START_MS, START_MS - 5, START_MS + 5);
    const sightings = new SeenRuns(clock, starter);
    const startMs = START_MS + more;
    sightings.add([], startMs - 2_000, startMs - 1_990);
    const run = {
      status: 'RUNNING',
      trigger: 'MANUAL_JOB',
      startedBy: 'me',
      isPartOfPipeline: false,
    };
    sightings.add(
      [{ ...run, id: 'a', recordsMs: [startMs + beganMs] }],
      startMs + 250,
      startMs + 270,
    );
    const { attributed, candidates } = sightings.attribute(startMs, 1);
    expect([attributed.length, candidates.length]).toEqual(isTaken ? [1, 0] : [0, 1]);
  },
);

test('with a look before the start, a run that began is always found', () => {
  for (let seed = 1; seed <= CASES; seed++) {
    const world = randomWorld(seed);
    if (!world.hasBaseline) continue;
    expect({ seed, taken: outcomeIn(world).attributed.length }).toEqual({
      seed,
      taken: world.hasBegun ? 1 : 0,
    });
  }
});

test('without one, most runs that began are found by what they record meanwhile', () => {
  const worlds = Array.from({ length: CASES }, (_, seed) => randomWorld(seed + 1)).filter(
    ({ hasBaseline, hasBegun }) => hasBegun && !hasBaseline,
  );
  const found = worlds.filter((world) => outcomeIn(world).attributed.length === 1);
  expect(found.length / worlds.length).toBeGreaterThan(0.5);
});
