import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { requireRootField } from '../../graphql/schema/rootFields';
import { withSchema } from '../../graphql/schema/bySchema';
import { getRuns, type RunRead } from './getRuns';
import type { RunKind } from '../kinds';
import type { Run } from './run';

/** Runs that are asked for at one moment; each item has options of its own, of which a read heeds these two. */
interface RunBatch {
  kind: RunKind;
  signal: AbortSignal | undefined;
  secrets: CallOptions['secrets'];
  ids: Set<string>;
  reads: Promise<Map<string, RunRead>>;
}

const openBatches = new WeakMap<GraphqlEndpoint, RunBatch[]>();

/**
 * One run; those that are asked for at the same moment by one node, as those of many items, share requests.
 * @throws PlatformError where the platform does not know it
 */
export async function getRun(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  runId: string,
  options: CallOptions = {},
): Promise<Run> {
  const { ids, reads } = batchFor(endpoint, kind, options);
  ids.add(runId);
  const read = (await reads).get(runId);
  if (read && 'run' in read) return read.run;
  throw read?.failure ?? new TypeError('The platform returned no run');
}

function batchFor(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  { signal, secrets }: CallOptions,
): RunBatch {
  const open = openBatches.get(endpoint) ?? [];
  openBatches.set(endpoint, open);
  const known = open.find(
    (one) => one.kind === kind && one.signal === signal && one.secrets === secrets,
  );
  if (known) return known;
  const ids = new Set<string>();
  // By then every item has asked that can ask now.
  const reads = new Promise<void>((resolve) => setImmediate(resolve)).then(async () => {
    open.splice(open.indexOf(batch), 1);
    return await getRuns(endpoint, kind, [...ids], { signal, secrets });
  });
  const batch = { kind, signal, secrets, ids, reads };
  open.push(batch);
  return batch;
}

/** @throws PlatformError where the platform cannot be asked for one run, as waiting for its end needs */
export async function requireRunQuery(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  options: CallOptions = {},
): Promise<void> {
  await withSchema(endpoint, (schema) => requireRootField(schema, 'query', kind.runQuery), options);
}
