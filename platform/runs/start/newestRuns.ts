import type { FieldNode, GraphQLField, GraphQLSchema } from 'graphql';
import { PlatformError, UnexpectedResponseError } from '../../errors/errors';
import { idArgument } from '../../graphql/call/commonArguments';
import { field } from '../../graphql/document/document';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { queryBatched } from '../../graphql/read/queryBatched';
import { requireFieldOf, requireRootField, type RootField } from '../../graphql/schema/rootFields';
import { requestBySchema } from '../../graphql/schema/bySchema';
import type { RunKind } from '../kinds';
import { recordedRunSelection } from '../read/selection';

const RUNS_A_PAGE = 100;

/**
 * The newest runs of a job or pipeline as the platform returns them, newest first, with the times at which their statuses
 * were recorded. Many asked for at the same moment share requests.
 * @throws PlatformError where the platform has no such job or pipeline; what a query throws
 */
export async function listNewestRuns(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  parentId: string,
  limit: number,
  options: CallOptions = {},
): Promise<unknown[]> {
  const write = (schema: GraphQLSchema) => {
    const parent = requireRootField(schema, 'query', kind.parentQuery);
    const instances = requireFieldOf(parent, 'instances');
    return { parent, instances, select: recordedRunSelection(schema, instances.type) };
  };
  const send = async (written: Written) =>
    await readPages(endpoint, kind, parentId, limit, written, options);
  return await requestBySchema(endpoint, write, send, options);
}

interface Written {
  /** The query of the job or pipeline. */
  parent: RootField;
  instances: GraphQLField<unknown, unknown>;
  select: ReturnType<typeof recordedRunSelection>;
}

async function readPages(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  parentId: string,
  limit: number,
  { parent, instances, select }: Written,
  options: CallOptions,
): Promise<unknown[]> {
  const takes = (name: string) => instances.args.some((argument) => argument.name === name);
  const runs: unknown[] = [];
  for (let skip = 0; skip < limit; skip += RUNS_A_PAGE) {
    const pageSize = Math.min(RUNS_A_PAGE, limit - skip);
    const page = {
      ...(takes('limit') && { limit: pageSize }),
      ...(takes('skip') && { skip }),
    };
    const response = await queryBatched(
      endpoint,
      field(parent.name, {
        arguments: idArgument(parent, kind.noun, parentId),
        select: [field('instances', { arguments: page, select })],
      }),
      options,
    );
    const added = runsIn(response, kind, parentId);
    runs.push(...added);
    if (!takes('limit') || !takes('skip') || added.length < pageSize) break;
  }
  return runs.slice(0, limit);
}

/** One run, told in the same way; it shares a request with the newest runs that are asked for at the same moment. */
export async function getRecordedRun(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  runId: string,
): Promise<unknown> {
  const write = (schema: GraphQLSchema) => {
    const root = requireRootField(schema, 'query', kind.runQuery);
    const select = recordedRunSelection(schema, root.field.type);
    return field(root.name, { arguments: idArgument(root, 'run', runId), select });
  };
  const send = async (asked: FieldNode) =>
    await queryBatched(endpoint, asked, { isOptional: true });
  return await requestBySchema(endpoint, write, send);
}

function runsIn(response: unknown, { noun }: RunKind, parentId: string): unknown[] {
  if (response === null || response === undefined) {
    throw new PlatformError(`The platform has no ${noun} ${parentId}`, {
      hint: `The ${noun} may have been deleted, or this login has no access to it.`,
      reach: 'answered',
      code: 'NOT_FOUND',
    });
  }
  const { instances } = Object(response) as { instances?: unknown };
  if (instances === null || instances === undefined) return [];
  if (Array.isArray(instances)) return instances as unknown[];
  throw new UnexpectedResponseError(`The platform returned "instances" without a list of runs`, {
    hint: 'The platform may have another version.',
    reach: 'answered',
  });
}
