import { clock } from '../../time/clock';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import type { RunKind } from '../kinds';
import { outcomeOf } from '../read/outcome';
import { readRun, type Run } from '../read/run';
import { listNewestRuns } from './newestRuns';
import { readRecordedRun } from './recordedRun';
import { startRegisterOf } from './startRegisters';

/** A run that has not ended. */
interface RunUnderWay {
  run: Run;
  /** Whether a start like ours can have begun it that nobody here knows of. */
  mayBeOurs: boolean;
}

/** Those of the newest runs of one job or pipeline that have not ended, or why they could not be read. */
export type RunsUnderWayRead = { underWay: RunUnderWay[] } | { failure: unknown };

/**
 * Reads which of the newest runs of jobs or pipelines have not ended, before something is started: up to 100 jobs in one
 * request. The starts that follow know from it which runs were there before.
 * @returns one entry for each identifier
 */
export async function getRunsUnderWay(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  parentIds: readonly string[],
  newest: number,
  options: CallOptions = {},
): Promise<Map<string, RunsUnderWayRead>> {
  const read = async (parentId: string): Promise<[string, RunsUnderWayRead]> => {
    const beganMs = clock.now();
    try {
      const responses = await listNewestRuns(endpoint, kind, parentId, newest, options);
      const register = startRegisterOf(endpoint, kind, parentId);
      register.addNewestRuns(responses, beganMs);
      const underWay = responses
        .map((response) => ({
          run: readRun(response, 'instances'),
          mayBeOurs: register.mayBeOurs(readRecordedRun(response)),
        }))
        .filter(({ run: { status } }) => outcomeOf(status) === undefined);
      return [parentId, { underWay }];
    } catch (failure) {
      return [parentId, { failure }];
    }
  };
  return new Map(await Promise.all([...new Set(parentIds)].map(read)));
}
