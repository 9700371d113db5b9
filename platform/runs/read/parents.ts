import type { FieldNode, GraphQLOutputType, GraphQLSchema } from 'graphql';
import { PlatformError, UnexpectedResponseError } from '../../common/errors/errors';
import { idArgument } from '../../graphql/call/commonArguments';
import { field } from '../../graphql/document/document';
import { queryAlone, queryBatched } from '../../graphql/read/queryBatched';
import { undefinedIfNotFound } from '../../graphql/read/result';
import { requestBySchema } from '../../graphql/schema/bySchema';
import { listPath } from '../../graphql/schema/listPath';
import { requireResultField, requireRootField } from '../../graphql/schema/rootFields';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { ownValue } from '../../common/text/names';
import { fieldsOf, textOf } from '../../common/text/values';
import { mapConcurrently } from '../../common/time/concurrency';
import type { RunKind } from '../kinds';
import type { Select } from './selection';

/** Jobs and pipelines, and apps, which have no runs. */
export interface ParentKind extends Pick<RunKind, 'parentQuery'> {
  noun: RunKind['noun'] | 'app';
}

/** The parts of jobs or pipelines that are read. */
export interface ParentSelection {
  /** Of the job or pipeline itself. */
  ofParent?: Select;
  /** Of its runs; undefined if none are wanted. */
  ofRun?: Select;
}

/** Some jobs or pipelines, or all in some projects. */
export type WhichParents = { ids: readonly string[] } | { projectIds: readonly string[] };

/** 100 of these share a request, so a platform has a few requests to answer at once. */
const CONCURRENT = 400;

/**
 * Reads jobs or pipelines, each with its newest runs if they are selected. Those of up to 100 IDs or projects share a request.
 * @param newest number of runs of each; all that the platform returns if undefined
 * @returns by its ID, each job or pipeline, or the list in each project, as the platform returns it; what the platform does not
 *   know is missing
 */
export async function readParents(
  endpoint: GraphqlEndpoint,
  kind: ParentKind,
  which: WhichParents,
  { newest, ...selection }: ParentSelection & { newest?: number },
  options: CallOptions = {},
): Promise<Map<string, unknown>> {
  const [ids, writeQuery] =
    'ids' in which ? [which.ids, parentQuery] : [which.projectIds, listQuery];
  const write = (schema: GraphQLSchema) => writeQuery(schema, kind, selection);
  const send = async ({ fieldFor, readResponse }: ParentQuery) => {
    const asked = [...new Set(ids)];
    const read = await mapConcurrently(asked, CONCURRENT, async (id) => {
      const response = queryBatched(endpoint, fieldFor(id, { limit: newest }), options);
      return [id, await response.catch(undefinedIfNotFound)] as const;
    });
    const known = read.filter(([, response]) => response !== null && response !== undefined);
    return new Map(known.map(([id, response]) => [id, readResponse(response)]));
  };
  return await requestBySchema(endpoint, write, send, options);
}

/** A part of the runs of a job or pipeline, newest first. */
interface RunsPart {
  limit?: number;
  skip?: number;
}

/** A query of jobs or pipelines with their runs, as this platform accepts it. */
interface ParentQuery {
  /** Whether the platform accepts `limit`, and `skip` beside it. */
  hasLimit: boolean;
  hasSkip: boolean;
  fieldFor: (id: string, part: RunsPart) => FieldNode;
  /** Returns the job or pipeline, or the list in the project, from the response to the field. */
  readResponse: (response: unknown) => unknown;
}

/** Writes the query of one job or pipeline. */
function parentQuery(
  schema: GraphQLSchema,
  kind: ParentKind,
  selection: ParentSelection,
): ParentQuery {
  const root = requireRootField(schema, 'query', kind.parentQuery);
  const { select, ...accepts } = parentFields(schema, root.field.type, selection);
  return {
    ...accepts,
    fieldFor: (id, part) =>
      field(root.name, { arguments: idArgument(root, kind.noun, id), select: select(part) }),
    readResponse: (response) => response,
  };
}

/** Writes the query of all in a project: the documented list of jobs; of pipelines, the place where this platform lists them. */
function listQuery(
  schema: GraphQLSchema,
  { noun }: ParentKind,
  selection: ParentSelection,
): ParentQuery {
  const list = `${noun}s`;
  const [name, below] = noun === 'job' ? [list] : listPath(schema, list);
  const root = requireRootField(schema, 'query', name);
  const { type } = below === undefined ? root.field : requireResultField(root, list);
  const { select, ...accepts } = parentFields(schema, type, selection);
  return {
    ...accepts,
    fieldFor: (projectId, part) =>
      below === undefined
        ? field(root.name, { arguments: { projectId }, select: select(part) })
        : field(root.name, {
            arguments: idArgument(root, 'project', projectId),
            select: [field(list, { select: select(part) })],
          }),
    readResponse: (response) =>
      below === undefined ? response : ownValue(fieldsOf(response), list),
  };
}

function parentFields(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  { ofParent, ofRun }: ParentSelection,
) {
  const selected = ofParent?.(schema, type) ?? [];
  if (!ofRun) return { hasLimit: false, hasSkip: false, select: () => selected };
  const instances = requireResultField({ field: { type } }, 'instances');
  const accepts = (name: string) => instances.args.some((argument) => argument.name === name);
  const [hasLimit, hasSkip] = [accepts('limit'), accepts('limit') && accepts('skip')];
  const ofRuns = ofRun(schema, instances.type);
  const select = ({ limit, skip }: RunsPart) => {
    const page = {
      ...(hasLimit && limit !== undefined && { limit }),
      ...(hasSkip && skip !== undefined && { skip }),
    };
    return [...selected, field('instances', { arguments: page, select: ofRuns })];
  };
  return { hasLimit, hasSkip, select };
}

/** A page of the runs of one job or pipeline. */
type PageOfRuns =
  | {
      /** The job or pipeline as the platform returns it. */
      parent: unknown;
      /** Those that no earlier page had, newest first. */
      instances: unknown[];
    }
  /** The platform does not know the job or pipeline; its error, or one that says so. */
  | { gone: PlatformError };

interface Paging {
  limit: number;
  /** This many of the newest are left out. */
  skip?: number;
  /** Returns the size of the next page after this many; by default 100, from a platform that cannot skip all. */
  sizeAfter?: (received: number) => number;
  /** Whether a page shares no request with other reads: whole runs are large. */
  isAlone?: boolean;
}

const RUNS_A_PAGE = 100;

/**
 * Returns the runs of one job or pipeline, newest first, in pages of one request each. Pages of many jobs that are read at the
 * same moment share requests.
 */
export async function* pagesOfRuns(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  parentId: string,
  selection: ParentSelection & { ofRun: Select },
  { limit, skip = 0, sizeAfter, isAlone = false }: Paging,
  options: CallOptions = {},
): AsyncGenerator<PageOfRuns> {
  const write = (schema: GraphQLSchema) => parentQuery(schema, kind, selection);
  const query = isAlone ? queryAlone : queryBatched;
  const seen = new Set<string>();
  for (let received = 0, left = limit; left > 0;) {
    const send = async ({ hasLimit, hasSkip, fieldFor }: ParentQuery) => {
      const size = Math.min(sizeAfter?.(received) ?? (hasSkip ? RUNS_A_PAGE : left), left);
      // A platform that cannot skip returns the newest ones again.
      const wanted = size + (hasSkip ? 0 : skip + received);
      const part = { limit: wanted, skip: skip + received };
      const parent = await orGone(
        query(endpoint, fieldFor(parentId, part), options),
        kind,
        parentId,
      );
      return { hasLimit, hasSkip, wanted, parent };
    };
    const { parent, ...page } = await requestBySchema(endpoint, write, send, options);
    if (parent instanceof PlatformError) {
      yield { gone: parent };
      return;
    }
    const returned = instancesIn(parent);
    const afterSkipped = page.hasSkip ? returned : returned.slice(skip);
    // Runs that began since the last page push the older ones onto this one again.
    const instances = afterSkipped.filter((run) => isNew(run, seen)).slice(0, left);
    if (instances.length > 0) yield { parent, instances };
    if (!page.hasLimit || returned.length < page.wanted || instances.length === 0) return;
    received = page.hasSkip ? received + returned.length : afterSkipped.length;
    left -= instances.length;
  }
}

/** Some platforms answer null for a job or pipeline that they do not know, others refuse it. */
async function orGone(
  asked: Promise<unknown>,
  { noun }: RunKind,
  parentId: string,
): Promise<unknown> {
  try {
    const parent = await asked;
    if (parent !== null && parent !== undefined) return parent;
  } catch (error) {
    undefinedIfNotFound(error);
    return error;
  }
  return new PlatformError(`The platform has no ${noun} ${parentId}`, {
    hint: `The ${noun} may have been deleted, or this login has no access to it.`,
    code: 'NOT_FOUND',
  });
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
