import { clock } from '../../time/clock';
import { Cache } from '../../time/cache';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { requireRootField } from '../../graphql/schema/rootFields';
import { withSchema } from '../../graphql/schema/bySchema';
import { StartRegister } from './startRegister';
import type { RunKind } from '../kinds';
import { listNewestRuns, getRecordedRun } from './newestRuns';
import { RecordClock } from './recordClock';
import { readRecordedRun } from './recordedRun';
import { readRun, type Run } from '../read/run';
import { outcomeOf } from '../read/outcome';

const FEW = 1_000;
const registers = new Map<string, StartRegister>();
const clocks = new Cache<string, RecordClock>({ size: 100 });
let pruneAt = FEW;

/** All starts of one job or pipeline in this process. */
export function startRegisterOf(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  parentId: string,
): StartRegister {
  const key = `${endpoint.key} ${kind.noun} ${parentId.toLowerCase()}`;
  const known = registers.get(key);
  if (known) return known;
  if (registers.size >= pruneAt) prune();
  const starts = new StartRegister(
    {
      newest: (limit) => listNewestRuns(endpoint, kind, parentId, limit),
      one: (runId) => getRecordedRun(endpoint, kind, runId),
    },
    recordClockOf(endpoint),
    { kind, login: endpoint.login },
  );
  registers.set(key, starts);
  return starts;
}

/** What this process knows of the clock by which a platform records its runs. */
export function recordClockOf(endpoint: GraphqlEndpoint): RecordClock {
  return clocks.getOrSet(endpoint.key, () => new RecordClock());
}

/** A run that has not ended. */
interface RunUnderWay {
  run: Run;
  /** Whether a start like ours can have begun it that nobody here knows of. */
  mayBeOurs: boolean;
}

/** What was seen of a job or pipeline: those of its newest runs that have not ended, or why they cannot be told. */
export type RunsUnderWayRead = { underWay: RunUnderWay[] } | { failure: unknown };

/** @throws PlatformError where the platform cannot be asked for one run, as waiting for its end needs */
export async function requireRunQuery(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  options: CallOptions = {},
): Promise<void> {
  await withSchema(endpoint, (schema) => requireRootField(schema, 'query', kind.runQuery), options);
}

/**
 * Looks at the newest runs of jobs or pipelines before something is started: up to 100 of them in one request. Starts
 * that follow know from it which runs were there before.
 * @returns one entry for each identifier
 */
export async function getRunsUnderWay(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  parentIds: readonly string[],
  newest: number,
  options: CallOptions = {},
): Promise<Map<string, RunsUnderWayRead>> {
  const look = async (parentId: string): Promise<[string, RunsUnderWayRead]> => {
    const beganMs = clock.now();
    try {
      const answers = await listNewestRuns(endpoint, kind, parentId, newest, options);
      const starts = startRegisterOf(endpoint, kind, parentId);
      starts.noteLook(answers, beganMs);
      const underWay = answers
        .map((answer) => ({
          run: readRun(answer, 'instances'),
          mayBeOurs: starts.mayBeOurs(readRecordedRun(answer)),
        }))
        .filter(({ run: { status } }) => outcomeOf(status) === undefined);
      return [parentId, { underWay }];
    } catch (failure) {
      return [parentId, { failure }];
    }
  };
  return new Map(await Promise.all([...new Set(parentIds)].map(look)));
}

function prune(): void {
  for (const [key, starts] of registers) if (starts.isIdle) registers.delete(key);
  pruneAt = Math.max(FEW, registers.size * 2);
}
