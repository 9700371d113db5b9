import { Cache } from '../time/cache';
import { clock } from '../time/clock';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import type { RecordClock } from '../runs/read/recordClock';
import { outcomeOf } from '../runs/read/outcome';
import { timeMs } from '../runs/read/times';
import { scheduleReader } from '../schedules/scheduleReader';
import type { AbsenceContext, RunsSnapshot } from './detectEvents';
import { startMsOf } from './event';
import { readBack, type NumberedRun } from './parentRuns';
import type { Watch } from './watch';
import type { WatchState } from './watchState';
import type { AbsenceRules } from './absence/rules';
import { succeededBefore, isEnoughForUsual, usualMs } from './absence/usual';

const MAX_USUAL_DURATIONS = 10_000;

/** How long the runs before one took does not change while it goes on; null where too few succeeded. */
const usualDurations = new Cache<string, number | null>({ size: MAX_USUAL_DURATIONS });

/** What has to be known before absence can be detected: the platform's time, and how long runs usually take. */
export async function prepareAbsence(
  endpoint: GraphqlEndpoint,
  watch: Watch,
  rules: AbsenceRules,
  snapshot: RunsSnapshot,
  before: WatchState | undefined,
  records: RecordClock,
  options: Pick<CallOptions, 'signal'>,
): Promise<AbsenceContext> {
  learnClock(records, snapshot, before, clock.now());
  const nowMs = records.timeAt(snapshot.askedMs);
  const read = await scheduleReader();
  const usualOf = await readUsualDurations(
    endpoint,
    watch,
    rules,
    snapshot,
    before,
    nowMs,
    options,
  );
  return { rules, nowMs, read, usualOf };
}

/** Runs that were not there at the last poll were recorded between that and this one. */
function learnClock(
  records: RecordClock,
  { parents }: Pick<RunsSnapshot, 'parents'>,
  before: WatchState | undefined,
  answeredMs: number,
): void {
  const askedMs = before?.absence?.askedMs;
  if (!askedMs) return;
  for (const { id, runs } of parents) {
    const known = before.missing.includes(id) ? undefined : before.parents.get(id);
    const fresh = known ? runs.filter(({ number }) => number > known.lastNumber) : [];
    const times = fresh.flatMap((run) => [timeMs(run.startTime), timeMs(run.recordedAt)]);
    for (const ms of times) if (ms !== undefined) records.learn(ms, askedMs, answeredMs);
  }
}

/** Reads older runs of those jobs that have a run under way for which that matters, once for each run. */
async function readUsualDurations(
  endpoint: GraphqlEndpoint,
  { kind }: Watch,
  { runTooLong }: AbsenceRules,
  { parents, olderOpenRuns }: RunsSnapshot,
  before: WatchState | undefined,
  nowMs: number,
  { signal }: Pick<CallOptions, 'signal'>,
): Promise<(run: NumberedRun) => number | undefined> {
  const keyOf = ({ id }: NumberedRun) => `${endpoint.key} ${kind.noun} ${id}`;
  const needsUsual = (id: string, run: NumberedRun) => {
    const began = startMsOf(run);
    if (!runTooLong || began === undefined || outcomeOf(run.status) !== undefined) return false;
    if (before?.parents.get(id)?.absence?.longRuns.includes(run.number)) return false;
    return runTooLong.kind === 'timesUsual' || nowMs - began > runTooLong.ms;
  };
  const incomplete = parents.flatMap((parent) => {
    const runs = [...parent.runs, ...(olderOpenRuns.get(parent.id) ?? [])];
    const wanted = runs.filter(
      (run) => needsUsual(parent.id, run) && usualDurations.get(keyOf(run)) === undefined,
    );
    return wanted.length > 0 ? [{ parent, wanted }] : [];
  });
  const needsOlderRuns = ({ parent, wanted }: (typeof incomplete)[number]) =>
    parent.hasMore &&
    wanted.some(({ number }) => !isEnoughForUsual(succeededBefore(parent.runs, number)));
  const tooFewRuns = incomplete.filter(needsOlderRuns).map(({ parent }) => parent);
  const longer = await readBack(endpoint, kind, tooFewRuns, () => true, { signal, maxPages: 1 });
  const runsOf = new Map([...parents, ...longer.parents].map(({ id, runs }) => [id, runs]));
  for (const { parent, wanted } of incomplete) {
    for (const run of wanted)
      usualDurations.set(keyOf(run), usualMs(runsOf.get(parent.id) ?? [], run.number) ?? null);
  }
  return (run) => usualDurations.get(keyOf(run)) ?? undefined;
}
