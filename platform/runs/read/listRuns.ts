import type { GraphQLSchema } from 'graphql';
import { UnexpectedResponseError } from '../../errors/errors';
import { field, printDocument } from '../../graphql/document/document';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { readObject } from '../../graphql/read/result';
import { idArgument } from '../../graphql/call/commonArguments';
import { requireFieldOf, requireRootField } from '../../graphql/schema/rootFields';
import { requestBySchema } from '../../graphql/schema/bySchema';
import type { RunKind } from '../kinds';
import { readParentNames } from './parentNames';
import { readRun, type Run } from './run';
import { isWanted, type RunFilter } from './runFilter';
import { parentNamesSelection, runSelection } from './selection';
import { timeMs } from './times';
import { fieldsOf, textOf } from '../../text/values';

const RUNS_A_PAGE = 100;

/** As many runs of one job or pipeline are listed; who has more takes the newest. */
export const MOST_RUNS = 100_000;

/**
 * Runs of a job or pipeline, newest first, with the names that the platform returns. At most `MOST_RUNS` are read, and none
 * that is older than those that are wanted.
 */
export async function listRuns(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  parentId: string,
  limit: number,
  options?: CallOptions,
  filter?: RunFilter,
): Promise<Run[]> {
  const runs: Run[] = [];
  const mostRead = filter ? MOST_RUNS : limit;
  const pages = pagesOfRuns(endpoint, kind, parentId, mostRead, runSelection, options);
  for await (const { parent, instances } of pages) {
    const known = { [kind.parentId]: parentId, ...readParentNames(kind, parent) };
    let isBeyond = false;
    for (const response of instances) {
      const run = { ...readRun(response, 'instances'), ...known };
      const beginMs = timeMs(run.startTime);
      if (!filter || isWanted(filter, run.status, beginMs)) runs.push(run);
      isBeyond ||= (beginMs ?? Infinity) < (filter?.sinceMs ?? -Infinity);
    }
    if (isBeyond || runs.length >= limit) break;
  }
  return runs.slice(0, limit);
}

interface Page {
  /** The job or pipeline. */
  parent: unknown;
  /** Those that no earlier page had. */
  instances: unknown[];
}

/** Ends when the limit is reached or a page brings nothing new. */
async function* pagesOfRuns(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  parentId: string,
  wanted: number,
  select: typeof runSelection,
  options: CallOptions = {},
): AsyncGenerator<Page> {
  const write = (schema: GraphQLSchema) => pageQuery(schema, kind, parentId, select);
  const limit = Math.min(wanted, MOST_RUNS);
  const seen = new Set<string>();
  for (let read = 0, left = limit; left > 0;) {
    const size = Math.min(RUNS_A_PAGE, left);
    const ask = async (query: ReturnType<typeof pageQuery>) => ({
      query,
      data: await endpoint.query({ query: query.text(size, read) }, options),
    });
    const { query, data } = await requestBySchema(endpoint, write, ask, options);
    const parent = readObject<{ instances?: unknown }>(data, query.parentName);
    const answered = readInstances(parent.instances);
    // Runs that began since the last page push the older ones onto this one again.
    const instances = answered.filter((run) => isNew(run, seen)).slice(0, left);
    if (instances.length > 0) yield { parent, instances };
    if (!query.hasPages || answered.length < size || instances.length === 0) return;
    read += answered.length;
    left -= instances.length;
  }
}

function isNew(run: unknown, seen: Set<string>): boolean {
  const id = textOf(fieldsOf(run).id);
  if (id === undefined) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return true;
}

function readInstances(instances: unknown): unknown[] {
  if (instances === null || instances === undefined) return [];
  if (Array.isArray(instances)) return instances;
  throw new UnexpectedResponseError('The platform returned "instances" without a list of runs', {
    hint: 'The platform may have another version.',
    reach: 'answered',
  });
}

function pageQuery(
  schema: GraphQLSchema,
  kind: RunKind,
  parentId: string,
  select: typeof runSelection,
) {
  const parent = requireRootField(schema, 'query', kind.parentQuery);
  const instances = requireFieldOf(parent, 'instances');
  const pageArguments = instances.args.map(({ name }) => name);
  const hasPages = pageArguments.includes('limit') && pageArguments.includes('skip');
  const names = parentNamesSelection(schema, parent.field.type);
  const selected = select(schema, instances.type);
  const ofParent = idArgument(parent, kind.noun, parentId);
  return {
    parentName: parent.name,
    hasPages,
    text: (limit: number, skip: number) => {
      const page = { ...(hasPages && { arguments: { limit, skip } }), select: selected };
      return printDocument('query', [
        field(parent.name, { arguments: ofParent, select: [...names, field('instances', page)] }),
      ]);
    },
  };
}
