import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import type { RunKind } from '../../runs/kinds';
import { outcomeOf } from '../../runs/read/outcome';
import { RUNS_FOR_USUAL, usualDuration } from '../../statistics/usual';
import { Cache } from '../../time/cache';
import { startMsOf } from '../runs/runEvents';
import type { RunsState } from '../runs/runsState';
import { readOlderRuns } from '../runs/olderRuns';
import type { NumberedRun, ParentRuns } from '../runs/watchedRuns';
import type { TooLongRule } from './rules';

const MAX_USUAL_DURATIONS = 10_000;

/** By run, as its usual duration does not change while it continues; null if too few runs succeeded before. */
const usualDurations = new Cache<string, number | null>({ size: MAX_USUAL_DURATIONS });

/** Reads the usual durations of the current runs that need one: once for each run, a page of older runs for each job. */
export async function readUsualDurations(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  rule: TooLongRule | undefined,
  parents: readonly ParentRuns[],
  before: RunsState | undefined,
  nowMs: number,
  { signal }: Pick<CallOptions, 'signal'>,
): Promise<(run: NumberedRun) => number | undefined> {
  const keyOf = ({ id }: NumberedRun) => `${endpoint.key} ${kind.noun} ${id}`;
  const isNeeded = (run: NumberedRun, parentId: string) => {
    const startMs = startMsOf(run);
    if (!rule || startMs === undefined || outcomeOf(run) !== undefined) return false;
    if (before?.states.get(parentId)?.deadlines?.longRuns.includes(run.number)) return false;
    return rule.kind === 'timesUsual' || nowMs - startMs > rule.ms;
  };
  const wanted = parents.flatMap((parent) =>
    parent.runs
      .filter((run) => isNeeded(run, parent.id) && usualDurations.get(keyOf(run)) === undefined)
      .map((run) => ({ parent, run })),
  );
  const lacksRuns = ({ parent, run }: (typeof wanted)[number]) =>
    durationsBefore(parent.runs, run.number).length < RUNS_FOR_USUAL;
  // A page from the newest run on, as settled runs count.
  const parentsOf = new Set(wanted.filter(lacksRuns).map(({ parent }) => parent));
  const short = [...parentsOf].map((parent) => ({ ...parent, runs: [], hasMore: true }));
  const longer = await readOlderRuns(endpoint, kind, short, () => true, { signal, maxPages: 1 });
  const longerById = new Map(longer.parents.map((parent) => [parent.id, parent]));
  for (const { parent, run } of wanted) {
    const { runs } = longerById.get(parent.id) ?? parent;
    usualDurations.set(keyOf(run), usualMs(runs, run.number) ?? null);
  }
  return (run) => usualDurations.get(keyOf(run)) ?? undefined;
}

/** Returns the usual duration before a run in milliseconds; undefined if too few runs succeeded. */
export function usualMs(runs: readonly NumberedRun[], number: number): number | undefined {
  return usualDuration(durationsBefore(runs, number));
}

/** The latest runs that succeeded before one show how long it usually takes; milliseconds. */
function durationsBefore(runs: readonly NumberedRun[], number: number): number[] {
  return runs
    .filter((run) => run.succeeded === true && run.number < number)
    .sort((a, b) => b.number - a.number)
    .flatMap(({ durationSeconds }) =>
      typeof durationSeconds === 'number' ? durationSeconds * 1000 : [],
    )
    .slice(0, RUNS_FOR_USUAL);
}
