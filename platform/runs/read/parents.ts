import type { FieldNode, GraphQLOutputType, GraphQLSchema } from 'graphql';
import { PlatformError } from '../../common/errors/errors';
import { buildIdArgument } from '../../graphql/call/commonArguments';
import { buildField } from '../../graphql/document/document';
import { queryUnbatched, queryBatched } from '../../graphql/read/queryBatched';
import { undefinedIfNotFound, unexpectedValueError } from '../../graphql/read/result';
import { requestBySchema } from '../../graphql/schema/bySchema';
import { findListPath } from '../../graphql/schema/listPath';
import { requireResultField, requireRootField } from '../../graphql/schema/rootFields';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { ownValue } from '../../common/text/names';
import { toObject, toText } from '../../common/text/values';
import { mapConcurrently } from '../../common/time/concurrency';
import type { RunKind } from '../kinds';
import type { Select } from './selection';

/** Jobs, pipelines or apps. Apps have no runs. */
export interface ParentKind extends Pick<RunKind, 'parentQuery'> {
  noun: RunKind['noun'] | 'app';
}

export interface ParentSelection {
  ofParent?: Select;
  /** Undefined if no runs are wanted. */
  ofRun?: Select;
}

export type WantedParents = { ids: readonly string[] } | { projectIds: readonly string[] };

/** 100 of these share a request, so up to four requests are in flight. */
const CONCURRENT_READS = 400;

/**
 * Reads jobs, pipelines or apps, up to 100 IDs or projects in a request. If `ofRun` is set, each has its newest runs.
 * @param newest number of runs of each; if undefined, all runs that the platform returns
 * @returns responses by ID of the job, pipeline or app, or lists of responses by ID of the project; unknown IDs are omitted
 */
export async function readParents(
  endpoint: GraphqlEndpoint,
  kind: ParentKind,
  wanted: WantedParents,
  { newest, ...selection }: ParentSelection & { newest?: number },
  options: CallOptions = {},
): Promise<Map<string, unknown>> {
  const [ids, buildQuery] =
    'ids' in wanted ? [wanted.ids, buildParentQuery] : [wanted.projectIds, buildListQuery];
  const write = (schema: GraphQLSchema) => buildQuery(schema, kind, selection);
  const send = async ({ buildField, readResponse }: ParentQuery) => {
    const uniqueIds = [...new Set(ids)];
    const read = await mapConcurrently(uniqueIds, CONCURRENT_READS, async (id) => {
      const response = queryBatched(endpoint, buildField(id, { limit: newest }), options);
      return [id, await response.catch(undefinedIfNotFound)] as const;
    });
    const found = read.filter(([, response]) => response !== null && response !== undefined);
    return new Map(found.map(([id, response]) => [id, readResponse(response)]));
  };
  return await requestBySchema(endpoint, write, send, options);
}

interface PageRange {
  limit?: number;
  skip?: number;
}

interface ParentQuery {
  /** True if the platform accepts `limit`. */
  hasLimit: boolean;
  /** True if the platform accepts `limit` and `skip`. */
  hasSkip: boolean;
  buildField: (id: string, range: PageRange) => FieldNode;
  /** Returns the job, the pipeline or the list of a project from the value of the field. */
  readResponse: (response: unknown) => unknown;
}

function buildParentQuery(
  schema: GraphQLSchema,
  kind: ParentKind,
  selection: ParentSelection,
): ParentQuery {
  const root = requireRootField(schema, 'query', kind.parentQuery);
  const { select, ...accepts } = selectParent(schema, root.field.type, selection);
  return {
    ...accepts,
    buildField: (id, range) =>
      buildField(root.name, {
        arguments: buildIdArgument(root, kind.noun, id),
        select: select(range),
      }),
    readResponse: (response) => response,
  };
}

/** The query for the list of jobs is documented (interface, section 4.2). For pipelines and apps, it depends on the platform. */
function buildListQuery(
  schema: GraphQLSchema,
  { noun }: ParentKind,
  selection: ParentSelection,
): ParentQuery {
  const list = `${noun}s`;
  const [name, listInProject] = noun === 'job' ? [list] : findListPath(schema, list);
  const root = requireRootField(schema, 'query', name);
  const { type } = listInProject === undefined ? root.field : requireResultField(root, list);
  const { select, ...accepts } = selectParent(schema, type, selection);
  return {
    ...accepts,
    buildField: (projectId, range) =>
      listInProject === undefined
        ? buildField(root.name, { arguments: { projectId }, select: select(range) })
        : buildField(root.name, {
            arguments: buildIdArgument(root, 'project', projectId),
            select: [buildField(list, { select: select(range) })],
          }),
    readResponse: (response) =>
      listInProject === undefined ? response : ownValue(toObject(response), list),
  };
}

function selectParent(
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
  const select = ({ limit, skip }: PageRange) => {
    const page = {
      ...(hasLimit && limit !== undefined && { limit }),
      ...(hasSkip && skip !== undefined && { skip }),
    };
    return [...selected, buildField('instances', { arguments: page, select: ofRuns })];
  };
  return { hasLimit, hasSkip, select };
}

type PageOfRuns =
  | {
      /** The job or pipeline as the platform returns it. */
      parent: unknown;
      /** Newest first, without runs of earlier pages. */
      instances: unknown[];
    }
  /** The error if the platform has no such job or pipeline. */
  | { gone: PlatformError };

interface Paging {
  /** Max number of runs on all pages together. */
  limit: number;
  /** Number of the newest runs to leave out. */
  skip?: number;
  /** Returns the size of the next page. The default is 100, or `limit` if the platform cannot skip. */
  sizeAfter?: (received: number) => number;
  /** True to send each page in a request of its own, because whole runs are large. */
  isSentAlone?: boolean;
}

const RUNS_A_PAGE = 100;

/** Reads runs page by page, newest first. Pages of several jobs that are read at the same moment can share requests. */
export async function* readPagesOfRuns(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  parentId: string,
  selection: ParentSelection & { ofRun: Select },
  { limit, skip = 0, sizeAfter, isSentAlone = false }: Paging,
  options: CallOptions = {},
): AsyncGenerator<PageOfRuns> {
  const write = (schema: GraphQLSchema) => buildParentQuery(schema, kind, selection);
  const query = isSentAlone ? queryUnbatched : queryBatched;
  const seen = new Set<string>();
  for (let received = 0, left = limit; left > 0;) {
    const send = async ({ hasLimit, hasSkip, buildField }: ParentQuery) => {
      const size = Math.min(sizeAfter?.(received) ?? (hasSkip ? RUNS_A_PAGE : left), left);
      // A platform that cannot skip returns the newest runs again.
      const requested = size + (hasSkip ? 0 : skip + received);
      const range = { limit: requested, skip: skip + received };
      const reading = query(endpoint, buildField(parentId, range), options);
      const parent = await catchGone(reading, kind, parentId);
      return { hasLimit, hasSkip, requested, parent };
    };
    const { parent, ...page } = await requestBySchema(endpoint, write, send, options);
    if (parent instanceof PlatformError) {
      yield { gone: parent };
      return;
    }
    const returned = readInstances(parent);
    const afterSkipped = page.hasSkip ? returned : returned.slice(skip);
    // Runs that began since the last page push older ones onto this page again.
    const instances = afterSkipped.filter((run) => addIfNew(run, seen)).slice(0, left);
    if (instances.length > 0) yield { parent, instances };
    if (!page.hasLimit || returned.length < page.requested || instances.length === 0) return;
    received = page.hasSkip ? received + returned.length : afterSkipped.length;
    left -= instances.length;
  }
}

/** Returns the job or pipeline, or an error if it does not exist: some platforms return null for it, and others an error. */
async function catchGone(
  reading: Promise<unknown>,
  { noun }: RunKind,
  parentId: string,
): Promise<unknown> {
  try {
    const parent = await reading;
    if (parent !== null && parent !== undefined) return parent;
  } catch (error) {
    // Throws any other error.
    undefinedIfNotFound(error);
    return error;
  }
  return new PlatformError(`The platform has no ${noun} ${parentId}`, {
    hint: `The ${noun} may have been deleted, or this login has no access to it.`,
    code: 'NOT_FOUND',
  });
}

function addIfNew(run: unknown, seen: Set<string>): boolean {
  const id = toText(toObject(run).id);
  if (id === undefined) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return true;
}

function readInstances(parent: unknown): unknown[] {
  const { instances } = toObject(parent);
  if (instances === null || instances === undefined) return [];
  if (Array.isArray(instances)) return instances;
  throw unexpectedValueError('instances', 'a list of runs', instances);
}
