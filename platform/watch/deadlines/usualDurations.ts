import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import type { RunKind } from '../../runs/kinds';
import { findOutcome } from '../../runs/read/outcome';
import { readPastRuns } from '../../runs/read/pastRuns';
import { findUsualDurationMs } from '../../runs/read/durations';
import { Cache } from '../../common/time/cache';
import { findStartMs } from '../runs/runEvents';
import type { RunsState } from '../runs/runsState';
import type { NumberedRun, ParentWithRuns } from '../runs/watchedRuns';
import type { TooLongRule } from './rules';

const MAX_USUAL_DURATIONS = 10_000;
const RUNS_READ_PER_JOB = 100;

/** By run. A usual duration does not change, because only earlier runs count. Null means that too few runs succeeded. */
const usualDurations = new Cache<string, number | null>({ size: MAX_USUAL_DURATIONS });

/**
 * Reads the usual durations that the rule needs for current runs, once for each run.
 * @returns function that returns the usual duration of the runs before a run, if it was read
 */
export async function readUsualDurations(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  rule: TooLongRule | undefined,
  parents: readonly ParentWithRuns[],
  before: RunsState | undefined,
  nowMs: number,
  { signal }: Pick<CallOptions, 'signal'>,
): Promise<(run: NumberedRun) => number | undefined> {
  const buildKey = ({ id }: NumberedRun) => `${endpoint.key} ${kind.noun} ${id}`;
  const isNeeded = (run: NumberedRun, parentId: string) => {
    const startMs = findStartMs(run);
    if (!rule || startMs === undefined || findOutcome(run) !== undefined) return false;
    if (usualDurations.get(buildKey(run)) !== undefined) return false;
    if (before?.states.get(parentId)?.deadlines?.longRuns.includes(run.number)) return false;
    return rule.kind === 'timesUsual' || nowMs - startMs > rule.ms;
  };
  const wanted = new Map(
    parents.flatMap(({ id, runs }): Array<[string, NumberedRun[]]> => {
      const needed = runs.filter((run) => isNeeded(run, id));
      return needed.length > 0 ? [[id, needed]] : [];
    }),
  );
  await readPastRuns(
    endpoint,
    { kind, ids: [...wanted.keys()], sinceMs: -Infinity, newest: RUNS_READ_PER_JOB },
    (id, { runs }) => {
      for (const run of wanted.get(id) ?? []) {
        const usualMs = findUsualDurationMs({ beginMs: findStartMs(run) ?? 0 }, runs);
        usualDurations.set(buildKey(run), usualMs ?? null);
      }
    },
    { signal },
  );
  return (run) => usualDurations.get(buildKey(run)) ?? undefined;
}
