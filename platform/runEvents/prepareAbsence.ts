import { Cache } from '../time/cache';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { outcomeOf } from '../runs/read/outcome';
import { scheduleReader } from '../schedules/scheduleReader';
import type { AbsenceContext, RunsSnapshot } from './detectEvents';
import { startMsOf } from './event';
import { readBack, type NumberedRun } from './parentRuns';
import type { Watch, WatchState } from './watchState';
import type { AbsenceRules } from './absence/rules';
import { RUNS_FOR_USUAL, usualDuration } from '../statistics/usual';

const MAX_USUAL_DURATIONS = 10_000;

/** How long the runs before one took does not change while it goes on; null where too few succeeded. */
const usualDurations = new Cache<string, number | null>({ size: MAX_USUAL_DURATIONS });

/** The input of detecting absence: the time, schedules, and usual durations. */
export async function prepareAbsence(
  endpoint: GraphqlEndpoint,
  watch: Watch,
  rules: AbsenceRules,
  snapshot: RunsSnapshot,
  before: WatchState | undefined,
  options: Pick<CallOptions, 'signal'>,
): Promise<AbsenceContext> {
  const nowMs = snapshot.askedMs;
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
    if (!runTooLong || began === undefined || outcomeOf(run) !== undefined) return false;
    if (before?.parents.get(id)?.absence?.longRuns.includes(run.number)) return false;
    return runTooLong.kind === 'timesUsual' || nowMs - began > runTooLong.ms;
  };
  const wanted = parents.flatMap((parent) =>
    [...parent.runs, ...(olderOpenRuns.get(parent.id) ?? [])]
      .filter((run) => needsUsual(parent.id, run) && usualDurations.get(keyOf(run)) === undefined)
      .map((run) => ({ parent, run })),
  );
  const lacking = wanted.filter(({ parent, run }) => !isEnoughForUsual(parent.runs, run.number));
  const short = [...new Set(lacking.map(({ parent }) => parent))];
  const longer = await readBack(endpoint, kind, short, () => true, { signal, maxPages: 1 });
  const runsOf = new Map(longer.parents.map(({ id, runs }) => [id, runs]));
  for (const { parent, run } of wanted) {
    const runs = runsOf.get(parent.id) ?? parent.runs;
    usualDurations.set(keyOf(run), usualMs(runs, run.number) ?? null);
  }
  return (run) => usualDurations.get(keyOf(run)) ?? undefined;
}

/** The runs before one that show how long it usually takes. */
function succeededBefore(runs: readonly NumberedRun[], number: number): NumberedRun[] {
  return runs
    .filter((run) => run.succeeded === true && run.number < number && durationMs(run) !== undefined)
    .sort((a, b) => b.number - a.number)
    .slice(0, RUNS_FOR_USUAL);
}

/** Whether older runs would change nothing. */
function isEnoughForUsual(runs: readonly NumberedRun[], number: number): boolean {
  return succeededBefore(runs, number).length >= RUNS_FOR_USUAL;
}

/** How long a run usually takes, in milliseconds; undefined where too few succeeded before this one. */
export function usualMs(runs: readonly NumberedRun[], number: number): number | undefined {
  return usualDuration(succeededBefore(runs, number).map((run) => durationMs(run) ?? 0));
}

function durationMs({ durationSeconds }: NumberedRun): number | undefined {
  return typeof durationSeconds === 'number' ? durationSeconds * 1000 : undefined;
}
