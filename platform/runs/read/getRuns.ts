import type { GraphQLSchema } from 'graphql';
import { GraphqlResponseError, PlatformError } from '../../errors/errors';
import { idArgument } from '../../graphql/call/commonArguments';
import { field } from '../../graphql/document/document';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { queryBatched } from '../../graphql/read/queryBatched';
import { requireRootField, type RootField } from '../../graphql/schema/rootFields';
import { requestBySchema, withSchema } from '../../graphql/schema/bySchema';
import { isSchemaRefusal } from '../../graphql/schema/schemaRefusal';
import type { RunKind } from '../kinds';
import { readRun, type Run } from './run';
import { runSelection } from './selection';

/** What became of reading one run; the failure is that run's own. */
export type RunRead = { run: Run } | { failure: PlatformError };

/**
 * Reads many runs, up to 100 in one request, as a poll reads all its runs at once. A run that cannot be read leaves the others
 * alone.
 * @returns one entry for each identifier
 * @throws what a query throws, if no run could be read at all: otherwise a wait would take an outage for a hundred runs that
 *   cannot be read, and give them up
 */
export async function getRuns(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  runIds: readonly string[],
  { signal, secrets }: CallOptions = {},
): Promise<Map<string, RunRead>> {
  const write = (schema: GraphQLSchema) => {
    const query = requireRootField(schema, 'query', kind.runQuery);
    const select = runSelection(schema, query.field.type);
    return { query, select, ...wantedRuns(query, runIds) };
  };
  const send = async ({ query, select, wanted, impossible }: ReturnType<typeof write>) => {
    const found = new Map<string, RunRead>(impossible);
    const refusals: PlatformError[] = [];
    await Promise.all(
      wanted.map(async ({ id, arguments: given }) => {
        try {
          const node = field(query.name, { arguments: given, select });
          const response = await queryBatched(endpoint, node, { signal, secrets });
          found.set(id, readOne(response ?? undefined, query.name, id));
        } catch (failure) {
          if (!(failure instanceof PlatformError)) throw failure;
          if (!isOfRun(failure)) refusals.push(failure);
          found.set(id, { failure });
        }
      }),
    );
    const [first] = refusals;
    if (first && refusals.length === wanted.length) throw first;
    return found;
  };
  return await requestBySchema(endpoint, write, send, { signal });
}

/** What does not fit the schema fits it for none of the runs. */
function isOfRun(failure: PlatformError): boolean {
  return failure instanceof GraphqlResponseError && !isSchemaRefusal(failure);
}

interface WantedRun {
  id: string;
  arguments: Record<string, string>;
}

/** What can be no identifier is not sent. */
function wantedRuns(query: RootField, runIds: readonly string[]) {
  const wanted: WantedRun[] = [];
  const impossible: Array<[string, RunRead]> = [];
  for (const id of runIds) {
    try {
      wanted.push({ id, arguments: idArgument(query, 'run', id) });
    } catch (failure) {
      impossible.push([id, { failure: failure as PlatformError }]);
    }
  }
  return { wanted, impossible };
}

function readOne(response: unknown, name: string, runId: string): RunRead {
  try {
    return { run: readRun(response, name, runId) };
  } catch (failure) {
    return { failure: failure as PlatformError };
  }
}

/**
 * One run; those that are asked for at the same moment by one node, as those of many items, share requests.
 * @throws PlatformError if the platform does not know it
 */
export async function getRun(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  runId: string,
  options: CallOptions = {},
): Promise<Run> {
  const read = (await getRuns(endpoint, kind, [runId], options)).get(runId);
  if (read && 'run' in read) return read.run;
  throw read?.failure ?? new TypeError('The platform returned no run');
}

/** @throws PlatformError if the platform cannot be asked for one run, as waiting for its end needs */
export async function requireRunQuery(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  options: CallOptions = {},
): Promise<void> {
  await withSchema(endpoint, (schema) => requireRootField(schema, 'query', kind.runQuery), options);
}
