import type { GraphQLOutputType, GraphQLSchema, SelectionNode } from 'graphql';
import { GraphqlResponseError, InvalidInputError, PlatformError } from '../../errors/errors';
import { idArgument } from '../../graphql/call/commonArguments';
import { field } from '../../graphql/document/document';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { queryBatched } from '../../graphql/read/queryBatched';
import { requireRootField } from '../../graphql/schema/rootFields';
import { requestBySchema, withSchema } from '../../graphql/schema/bySchema';
import { isSchemaRefusal } from '../../graphql/schema/schemaRefusal';
import type { RunKind } from '../kinds';
import { readRun, type Run } from './run';
import { runSelection } from './selection';

/** What became of reading one run; the failure is that run's own. */
export type RunRead = { run: Run } | { failure: PlatformError };

/** What is read by its ID as a run is. */
export interface ReadLikeRuns {
  query: string;
  /** As "run". */
  what: string;
  select(schema: GraphQLSchema, type: GraphQLOutputType): readonly SelectionNode[] | undefined;
  /** @throws PlatformError for what is none */
  read(response: unknown, query: string, id: string): Run;
}

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
  options?: CallOptions,
): Promise<Map<string, RunRead>> {
  const runs = { query: kind.runQuery, what: 'run', select: runSelection, read: readRun };
  return await getEach(endpoint, runs, runIds, options);
}

/** The same for other things, as apps. */
export async function getEach(
  endpoint: GraphqlEndpoint,
  kind: ReadLikeRuns,
  ids: readonly string[],
  { signal, secrets }: CallOptions = {},
): Promise<Map<string, RunRead>> {
  const write = (schema: GraphQLSchema) => {
    const query = requireRootField(schema, 'query', kind.query);
    return { query, select: kind.select(schema, query.field.type) };
  };
  const send = async ({ query, select }: ReturnType<typeof write>) => {
    const found = new Map<string, RunRead>();
    const refusals: PlatformError[] = [];
    const readOne = async (id: string): Promise<RunRead> => {
      let response: unknown;
      try {
        const given = idArgument(query, kind.what, id);
        const node = field(query.name, { arguments: given, select });
        response = await queryBatched(endpoint, node, { signal, secrets });
      } catch (failure) {
        if (!(failure instanceof PlatformError)) throw failure;
        if (!isOfRun(failure)) refusals.push(failure);
        return { failure };
      }
      try {
        return { run: kind.read(response ?? undefined, query.name, id) };
      } catch (failure) {
        return { failure: failure as PlatformError };
      }
    };
    await Promise.all(ids.map(async (id) => found.set(id, await readOne(id))));
    const [first] = refusals;
    if (first && refusals.length === ids.length) throw first;
    return found;
  };
  return await requestBySchema(endpoint, write, send, { signal });
}

/** Whether it is of one run: what does not fit the schema fits it for none of them. */
function isOfRun(failure: PlatformError): boolean {
  if (failure instanceof InvalidInputError) return true;
  return failure instanceof GraphqlResponseError && !isSchemaRefusal(failure);
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
