import { PlatformError } from '../errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { getRuns, type RunRead } from '../runs/read/getRuns';
import type { RunKind } from '../runs/kinds';
import type { Run } from '../runs/read/run';
import type { RunEvent } from './event';

/**
 * Events with their runs as "Get" tells them; a poll itself reads less of each. What was seen of a run when its event was
 * found out stays. Where the platform does not tell a run any more, what was seen has to do.
 * @param signal when it fires, events are reported with what is known so far
 * @throws PlatformError that passes: the next poll finds the same events
 */
export async function withWholeRuns(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  events: readonly RunEvent[],
  { signal }: Pick<CallOptions, 'signal'> = {},
): Promise<RunEvent[]> {
  const ids = [...new Set(events.map(({ run }) => run.id))];
  const reads = ids.length === 0 ? undefined : await read(endpoint, kind, ids, signal);
  return events.map((event) => {
    const found = reads?.get(event.run.id);
    return { ...event, run: runOf(kind, event, found && 'run' in found ? found.run : undefined) };
  });
}

async function read(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  ids: readonly string[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, RunRead> | undefined> {
  try {
    return await getRuns(endpoint, kind, ids, { signal });
  } catch (error) {
    if (!(error instanceof PlatformError) || (error.mayPass && !signal?.aborted)) throw error;
    return undefined;
  }
}

function runOf(
  { parentId, parentName }: RunKind,
  { run, parent }: RunEvent,
  whole: Run | undefined,
): Run {
  const seen = { ...run };
  delete seen.recordedAt;
  return {
    ...whole,
    ...seen,
    [parentId]: parent.id,
    [parentName]: parent.name,
    ...(parent.projectId !== undefined && { projectId: parent.projectId }),
    ...(parent.projectName !== undefined && { projectName: parent.projectName }),
  };
}
