import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { SharedReads } from '../../graphql/read/sharedReads';
import { requireRootField } from '../../graphql/schema/rootFields';
import { withSchema } from '../../graphql/schema/bySchema';
import { getRuns, type RunRead } from './getRuns';
import type { RunKind } from '../kinds';
import type { Run } from './run';

const reads = new SharedReads<RunRead>();

/**
 * One run; those that are asked for at the same moment by one node, as those of many items, share requests.
 * @throws PlatformError where the platform does not know it
 */
export async function getRun(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  runId: string,
  { signal, secrets }: CallOptions = {},
): Promise<Run> {
  // Each item has options of its own, of which a read heeds these two.
  const key = [endpoint, kind, signal, secrets];
  const read = await reads.get(key, runId, async (ids) => {
    return await getRuns(endpoint, kind, [...ids], { signal, secrets });
  });
  if (read && 'run' in read) return read.run;
  throw read?.failure ?? new TypeError('The platform returned no run');
}

/** @throws PlatformError where the platform cannot be asked for one run, as waiting for its end needs */
export async function requireRunQuery(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  options: CallOptions = {},
): Promise<void> {
  await withSchema(endpoint, (schema) => requireRootField(schema, 'query', kind.runQuery), options);
}
