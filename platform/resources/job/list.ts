import type { GraphQLSchema, SelectionNode } from 'graphql';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { objectsIn, type Entity } from '../entities';
import { buildField } from '../../graphql/document/document';
import { readList } from '../../graphql/read/result';
import { queryBatched } from '../../graphql/read/queryBatched';
import { requireRootField } from '../../graphql/schema/rootFields';
import { requestBySchema } from '../../graphql/schema/bySchema';
import { selectPresent, writtenFields } from '../../graphql/selection/supported';

export interface Job {
  id: string;
  name: string;
  alias?: string | null;
  technology: { id: string } | null;
  [column: string]: unknown;
}

/** A job that a graph may contain. Graphs name jobs by ID or alias. */
export type GraphJob = Entity & Pick<Job, 'alias'>;

/** Fields that the interface does not document, and that some platforms lack. */
const COLUMNS = {
  alias: writtenFields('alias'),
  schedule: writtenFields('isScheduled cronScheduling scheduleTimezone'),
} as const;

export type JobColumn = keyof typeof COLUMNS;

/** Lists the jobs of a project (interface, section 4.2). Simultaneous calls for several projects share requests. */
export async function listJobs(
  endpoint: GraphqlEndpoint,
  projectId: string,
  options?: CallOptions,
  columns: readonly JobColumn[] = [],
): Promise<Job[]> {
  const readJobs = async (added: readonly SelectionNode[]) => {
    const select = [...DOCUMENTED_FIELDS, ...added];
    const query = buildField('jobs', { arguments: { projectId }, select });
    const jobs = await queryBatched(endpoint, query, options);
    return objectsIn<Job>(readList({ jobs }, 'jobs'));
  };
  if (columns.length === 0) return await readJobs([]);
  const selectColumns = (schema: GraphQLSchema) => {
    const { type } = requireRootField(schema, 'query', 'jobs').field;
    return columns.flatMap((column) => selectPresent(schema, type, COLUMNS[column]));
  };
  return await requestBySchema(endpoint, selectColumns, readJobs, options);
}

const DOCUMENTED_FIELDS = [
  buildField('name'),
  buildField('id'),
  buildField('technology', { select: [buildField('id')] }),
];

/** Many projects share a request, so even this many projects cause only a few requests at a time. */
export const CONCURRENT_PROJECTS = 400;
