import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { requireRootField } from '../../graphql/schema/rootFields';
import { withSchema } from '../../graphql/schema/bySchema';
import { getRuns, type RunRead } from './getRuns';
import type { RunKind } from '../kinds';
import type { Run } from './run';

/** Runs that are asked for at one moment; each item has options of its own, of which a read heeds these two. */
interface Gathered {
  kind: RunKind;
  signal: AbortSignal | undefined;
  secrets: CallOptions['secrets'];
  ids: Set<string>;
  reads: Promise<Map<string, RunRead>>;
}

const gathering = new WeakMap<GraphqlEndpoint, Gathered[]>();

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
  const { ids, reads } = gatheredNow(endpoint, kind, options);
  ids.add(runId);
  const read = (await reads).get(runId);
  if (read && 'run' in read) return read.run;
  throw read?.failure ?? new TypeError('The platform returned no run');
}

function gatheredNow(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  { signal, secrets }: CallOptions,
): Gathered {
  const open = gathering.get(endpoint) ?? [];
  gathering.set(endpoint, open);
  const known = open.find(
    (one) => one.kind === kind && one.signal === signal && one.secrets === secrets,
  );
  if (known) return known;
  const ids = new Set<string>();
  // By then every item has asked that can ask now.
  const reads = new Promise<void>((resolve) => setImmediate(resolve)).then(async () => {
    open.splice(open.indexOf(gathered), 1);
    return await getRuns(endpoint, kind, [...ids], { signal, secrets });
  });
  const gathered = { kind, signal, secrets, ids, reads };
  open.push(gathered);
  return gathered;
}

/** @throws PlatformError where the platform cannot be asked for one run, as waiting for its end needs */
export async function requireRunQuery(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  options: CallOptions = {},
): Promise<void> {
  await withSchema(endpoint, (schema) => requireRootField(schema, 'query', kind.runQuery), options);
}
