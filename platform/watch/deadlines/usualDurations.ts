import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import type { RunKind } from '../../runs/kinds';
import { outcomeOf } from '../../runs/read/outcome';
import { readPastRuns } from '../../runs/read/pastRuns';
import { usualBefore } from '../../runs/read/usual';
import { Cache } from '../../common/time/cache';
import { startMsOf } from '../runs/runEvents';
import type { RunsState } from '../runs/runsState';
import type { NumberedRun, ParentRuns } from '../runs/watchedRuns';
import type { TooLongRule } from './rules';

const MAX_USUAL_DURATIONS = 10_000;
const NEWEST_RUNS = 100;

/** By run. The usual duration before a run does not change. Null means that too few runs succeeded. */
const usualDurations = new Cache<string, number | null>({ size: MAX_USUAL_DURATIONS });

/** Reads the usual durations before current runs that need one, once for each run. */
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
    if (usualDurations.get(keyOf(run)) !== undefined) return false;
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
    { kind, ids: [...wanted.keys()], sinceMs: -Infinity, newest: NEWEST_RUNS },
    (id, { runs }) => {
      for (const run of wanted.get(id) ?? []) {
        const usualMs = usualBefore({ beginMs: startMsOf(run) ?? 0 }, runs);
        usualDurations.set(keyOf(run), usualMs ?? null);
      }
    },
    { signal },
  );
  return (run) => usualDurations.get(keyOf(run)) ?? undefined;
}
