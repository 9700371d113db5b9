import type { FieldNode, GraphQLOutputType, GraphQLSchema, SelectionNode } from 'graphql';
import { UnexpectedResponseError } from '../../errors/errors';
import { idArgument } from '../../graphql/call/commonArguments';
import { field } from '../../graphql/document/document';
import { queryBatched } from '../../graphql/read/queryBatched';
import { undefinedIfNotFound } from '../../graphql/read/result';
import { requestBySchema } from '../../graphql/schema/bySchema';
import { requireFieldOf, requireRootField } from '../../graphql/schema/rootFields';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { fieldsOf, textOf } from '../../text/values';
import type { RunKind } from '../kinds';

type Select = (
  schema: GraphQLSchema,
  type: GraphQLOutputType,
) => readonly SelectionNode[] | undefined;

/** What is read of jobs or pipelines with their runs. */
export interface RunsSelection {
  ofRun: Select;
  /** Of the job or pipeline itself. */
  ofParent?: Select;
}

/** A part of the runs of a job or pipeline, newest first; without a limit all that the platform returns. */
interface RunsPage {
  limit?: number;
  skip?: number;
}

/** The query of a job or pipeline with its runs, as this platform accepts it. */
interface RunsQuery {
  /** Whether the platform accepts `limit`, and `skip` beside it. */
  hasLimit: boolean;
  hasSkip: boolean;
  fieldFor(parentId: string, page: RunsPage): FieldNode;
}

/** @throws UnsupportedError if the platform returns no runs of its jobs or pipelines */
export function runsQuery(
  schema: GraphQLSchema,
  kind: RunKind,
  selection: RunsSelection,
): RunsQuery {
  const root = requireRootField(schema, 'query', kind.parentQuery);
  const parent = parentWithRuns(schema, root.field.type, selection);
  return {
    ...parent,
    fieldFor: (parentId, page) =>
      field(root.name, {
        arguments: idArgument(root, kind.noun, parentId),
        select: parent.select(page),
      }),
  };
}

/** What is asked for of a job or pipeline with its runs, wherever it stands. @throws as `runsQuery` */
export function parentWithRuns(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  { ofRun, ofParent }: RunsSelection,
) {
  const instances = requireFieldOf({ field: { type } }, 'instances');
  const accepts = (name: string) => instances.args.some((argument) => argument.name === name);
  const [hasLimit, hasSkip] = [accepts('limit'), accepts('limit') && accepts('skip')];
  const ofRuns = ofRun(schema, instances.type);
  const parentFields = ofParent?.(schema, type) ?? [];
  return {
    hasLimit,
    hasSkip,
    select({ limit, skip }: RunsPage): readonly SelectionNode[] {
      const page = {
        ...(hasLimit && limit !== undefined && { limit }),
        ...(hasSkip && skip !== undefined && { skip }),
      };
      return [...parentFields, field('instances', { arguments: page, select: ofRuns })];
    },
  };
}

/**
 * The newest runs of many jobs or pipelines, up to 100 of these in a request.
 * @returns what the platform returns of each; those that it does not know are missing
 */
export async function readNewestOfEach(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  parentIds: readonly string[],
  limit: number,
  selection: RunsSelection,
  options: CallOptions = {},
): Promise<Map<string, unknown>> {
  const write = (schema: GraphQLSchema) => runsQuery(schema, kind, selection);
  const send = async ({ fieldFor }: RunsQuery) => {
    const found = new Map<string, unknown>();
    const read = async (id: string) => {
      const asked = queryBatched(endpoint, fieldFor(id, { limit }), options);
      const response = (await asked.catch(undefinedIfNotFound)) ?? undefined;
      if (response !== undefined) found.set(id, response);
    };
    await Promise.all([...new Set(parentIds)].map(read));
    return found;
  };
  return await requestBySchema(endpoint, write, send, options);
}

/** A page of the runs of one job or pipeline. */
interface PageOfRuns {
  /** The job or pipeline as the platform returns it. */
  parent: unknown;
  /** Those that no earlier page had. */
  instances: unknown[];
}

const RUNS_A_PAGE = 100;

/** Which part of the runs is read, and in which steps. */
interface Paging {
  limit: number;
  /** So many of the newest are left out, if the platform can do that. */
  skip?: number;
  /** How many more are asked for after so many; by default 100, of a platform that cannot skip all. */
  sizeAfter?(received: number): number;
}

/**
 * The runs of one job or pipeline, newest first, page by page. Ends when the limit is reached or a page brings nothing new.
 * @param ask sends the query of one page, and returns what came for it
 */
export async function* pagesOfRuns(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  parentId: string,
  { limit, skip = 0, sizeAfter }: Paging,
  selection: RunsSelection,
  ask: (query: FieldNode, size: number) => Promise<unknown>,
  options: CallOptions = {},
): AsyncGenerator<PageOfRuns> {
  const write = (schema: GraphQLSchema) => runsQuery(schema, kind, selection);
  const seen = new Set<string>();
  for (let received = 0, left = limit; left > 0;) {
    const send = async ({ hasLimit, hasSkip, fieldFor }: RunsQuery) => {
      const size = Math.min(sizeAfter?.(received) ?? (hasSkip ? RUNS_A_PAGE : left), left);
      // A platform that cannot skip returns the newest ones again.
      const wanted = size + (hasSkip ? 0 : received);
      const parent = await ask(fieldFor(parentId, { limit: wanted, skip: skip + received }), size);
      return { hasLimit, hasSkip, wanted, parent };
    };
    const read = await requestBySchema(endpoint, write, send, options);
    const returned = instancesIn(read.parent);
    // Runs that began since the last page push the older ones onto this one again.
    const instances = returned.filter((run) => isNew(run, seen)).slice(0, left);
    if (instances.length > 0) yield { parent: read.parent, instances };
    if (!read.hasLimit || returned.length < read.wanted || instances.length === 0) return;
    received = read.hasSkip ? received + returned.length : returned.length;
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

function instancesIn(parent: unknown): unknown[] {
  const { instances } = fieldsOf(parent);
  if (instances === null || instances === undefined) return [];
  if (Array.isArray(instances)) return instances;
  throw new UnexpectedResponseError('The platform returned "instances" without a list of runs', {
    hint: 'The platform may have another version.',
  });
}
