import type { GraphQLSchema } from 'graphql';
import { isNotFoundEntry } from '../../common/errors/errorCodes';
import {
  GraphqlResponseError,
  InvalidInputError,
  PlatformError,
  UnexpectedResponseError,
} from '../../common/errors/errors';
import { buildIdArgument } from '../../graphql/call/commonArguments';
import { buildField } from '../../graphql/document/document';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { queryBatched } from '../../graphql/read/queryBatched';
import { requireRootField } from '../../graphql/schema/rootFields';
import { requestBySchema } from '../../graphql/schema/bySchema';
import { isSchemaMismatch } from '../../graphql/schema/schemaMismatch';
import type { RunKind } from '../kinds';
import { readRun, type Run } from './run';
import { selectRun, type Select } from './selection';

export type RunOrFailure = { run: Run } | { failure: PlatformError };

/** A kind of entity that is read as a `Run`: runs of jobs or pipelines, and apps, whose state has the form of a run. */
export interface ReadableById {
  query: string;
  /** For example `run`. */
  noun: string;
  select: Select;
  /** @throws PlatformError if the response is not an entity of this kind */
  read(response: unknown, query: string, id: string): Run;
}

/**
 * Reads runs as Get returns them, up to 100 in a request.
 * @returns one entry for each ID
 * @throws PlatformError if all reads fail for reasons that concern all runs, such as an outage
 */
export async function readRuns(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  runIds: readonly string[],
  options?: CallOptions,
): Promise<Map<string, RunOrFailure>> {
  const runs = { query: kind.runQuery, noun: 'run', select: selectRun, read: readRun };
  return await readEachById(endpoint, runs, runIds, options);
}

/** Reads entities of any such kind, as `readRuns` reads runs. */
export async function readEachById(
  endpoint: GraphqlEndpoint,
  kind: ReadableById,
  ids: readonly string[],
  { signal, secrets }: CallOptions = {},
): Promise<Map<string, RunOrFailure>> {
  const write = (schema: GraphQLSchema) => {
    const query = requireRootField(schema, 'query', kind.query);
    return { query, select: kind.select(schema, query.field.type) };
  };
  const send = async ({ query, select }: ReturnType<typeof write>) => {
    const found = new Map<string, RunOrFailure>();
    const refusals: PlatformError[] = [];
    const readOne = async (id: string): Promise<RunOrFailure> => {
      let response: unknown;
      try {
        const idArguments = buildIdArgument(query, kind.noun, id);
        const node = buildField(query.name, { arguments: idArguments, select });
        response = await queryBatched(endpoint, node, { signal, secrets });
      } catch (failure) {
        if (!(failure instanceof PlatformError)) throw failure;
        if (!concernsOneEntity(failure)) refusals.push(failure);
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

/** Returns false for a schema mismatch, which concerns all entities of the kind. */
function concernsOneEntity(failure: PlatformError): boolean {
  if (failure instanceof InvalidInputError) return true;
  return failure instanceof GraphqlResponseError && !isSchemaMismatch(failure);
}

export async function getRun(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  runId: string,
  options: CallOptions = {},
): Promise<Run> {
  const read = (await readRuns(endpoint, kind, [runId], options)).get(runId);
  if (read && 'run' in read) return read.run;
  throw read?.failure ?? new TypeError('The platform returned no run');
}

/** Returns true if the run does not exist. Some platforms return an error for it, and others nothing. */
export function isRunNotFound(failure: PlatformError): boolean {
  if (failure instanceof GraphqlResponseError) return failure.errors.every(isNotFoundEntry);
  return failure instanceof UnexpectedResponseError && failure.code === 'NOT_FOUND';
}
