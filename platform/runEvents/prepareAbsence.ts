import { Cache } from '../time/cache';
import { clock } from '../time/clock';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import type { RecordClock } from '../runs/start/recordClock';
import { outcomeOf } from '../runs/read/outcome';
import { timeMs } from '../runs/read/times';
import { scheduleReader } from '../schedules/scheduleReader';
import type { AbsenceConditions, Look } from './concludeLook';
import { startMsOf } from './event';
import { readOlder, type NumberedRun, type Reading } from './reading';
import type { Watch } from './watch';
import type { WatchState } from './watchState';
import type { AbsenceRules } from './absence/rules';
import { succeededBefore, tellsUsual, usualMs } from './absence/usual';

/** A look at older runs reads a page of each of so many jobs. */
const PARENTS_A_REQUEST = 50;
const MOST_USUALS = 10_000;

/** How long the runs before one took does not change while it goes on; null where too few succeeded. */
const usuals = new Cache<string, number | null>({ size: MOST_USUALS });

/** What has to be known before absence is concluded: the platform's time, and how long runs usually take. */
export async function prepareAbsence(
  endpoint: GraphqlEndpoint,
  watch: Watch,
  rules: AbsenceRules,
  look: Look,
  before: WatchState | undefined,
  records: RecordClock,
  options: Pick<CallOptions, 'signal'>,
): Promise<AbsenceConditions> {
  learnClock(records, look, before, clock.now());
  const nowMs = records.timeAt(look.askedMs);
  const read = await scheduleReader();
  const usualOf = await usualsOf(endpoint, watch, rules, look, before, nowMs, options);
  return { rules, nowMs, read, usualOf };
}

/** Runs that were not there at the last poll were recorded between that and this one. */
function learnClock(
  records: RecordClock,
  { readings }: Pick<Look, 'readings'>,
  before: WatchState | undefined,
  answeredMs: number,
): void {
  const askedMs = before?.absence?.askedMs;
  if (!askedMs) return;
  for (const { id, runs } of readings) {
    const known = before.missing.includes(id) ? undefined : before.parents.get(id);
    const fresh = known ? runs.filter(({ number }) => number > known.lastNumber) : [];
    const times = fresh.flatMap((run) => [timeMs(run.startTime), timeMs(run.recordedAt)]);
    for (const ms of times) if (ms !== undefined) records.learn(ms, askedMs, answeredMs);
  }
}

/** Reads older runs of those jobs that have a run under way of which it matters, once for each run. */
async function usualsOf(
  endpoint: GraphqlEndpoint,
  { kind }: Watch,
  { runTooLong }: AbsenceRules,
  { readings, outOfSight }: Look,
  before: WatchState | undefined,
  nowMs: number,
  { signal }: Pick<CallOptions, 'signal'>,
): Promise<(run: NumberedRun) => number | undefined> {
  const keyOf = ({ id }: NumberedRun) => `${endpoint.key} ${kind.noun} ${id}`;
  const matters = (id: string, run: NumberedRun) => {
    const began = startMsOf(run);
    if (!runTooLong || began === undefined || outcomeOf(run.status) !== undefined) return false;
    if (before?.parents.get(id)?.absence?.longRuns.includes(run.number)) return false;
    return runTooLong.kind === 'timesUsual' || nowMs - began > runTooLong.ms;
  };
  const asked = readings.flatMap((reading) => {
    const runs = [...reading.runs, ...(outOfSight.get(reading.id) ?? [])];
    const wanted = runs.filter(
      (run) => matters(reading.id, run) && usuals.get(keyOf(run)) === undefined,
    );
    return wanted.length > 0 ? [{ reading, wanted }] : [];
  });
  const isShort = ({ reading, wanted }: (typeof asked)[number]) =>
    reading.hasMore &&
    wanted.some(({ number }) => !tellsUsual(succeededBefore(reading.runs, number)));
  const short = asked.filter(isShort).map(({ reading }) => reading);
  const older = new Map<string, Reading>();
  for (let start = 0; start < short.length; start += PARENTS_A_REQUEST) {
    const some = short.slice(start, start + PARENTS_A_REQUEST);
    const skip = Math.min(...some.map(({ runs }) => runs.length));
    const ids = some.map(({ id }) => id);
    const page = await readOlder(endpoint, kind, ids, skip, { signal });
    for (const reading of page.readings) older.set(reading.id, reading);
  }
  for (const { reading, wanted } of asked) {
    const more = older.get(reading.id)?.runs ?? [];
    const known = new Map([...more, ...reading.runs].map((run) => [run.id, run]));
    for (const run of wanted)
      usuals.set(keyOf(run), usualMs([...known.values()], run.number) ?? null);
  }
  return (run) => usuals.get(keyOf(run)) ?? undefined;
}
