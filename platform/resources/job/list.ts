import type { GraphQLSchema, SelectionNode } from 'graphql';
import { callRootField } from '../../graphql/call/callRootField';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { readJobId, readProjectId } from '../../input/identifiers';
import { objectsIn, type Entity, type PreparedChange } from '../entities';
import { mapConcurrently } from '../../time/concurrency';
import { GraphqlResponseError } from '../../errors/errors';
import { idArgument } from '../../graphql/call/commonArguments';
import { field, printDocument } from '../../graphql/document/document';
import { NotDoneError, failOnFalse, readList } from '../../graphql/read/result';
import { queryBatched } from '../../graphql/read/queryBatched';
import { requireRootField } from '../../graphql/schema/rootFields';
import { requestBySchema } from '../../graphql/schema/bySchema';
import { presentSelection, writtenFields } from '../../graphql/selection/supported';
import { repeatableChange } from '../../http/retry';
import { isAlreadyGone, type Deleted } from '../changes';
import { listProjects, type Project } from '../project';

const FIELDS = writtenFields('id name alias');

/** A job that a graph may use. */
export interface GraphJob extends Entity {
  alias?: string | null;
}

/** The jobs of a project with what they can be named by. */
export async function listGraphJobs(
  endpoint: GraphqlEndpoint,
  projectId: unknown,
  options?: CallOptions,
): Promise<GraphJob[]> {
  const call = {
    arguments: { projectId: readProjectId(projectId) },
    selection: { mode: 'supported', text: FIELDS },
  } as const;
  return objectsIn<GraphJob>(await callRootField(endpoint, 'query', 'jobs', call, options));
}

export interface Job {
  id: string;
  name: string;
  technology: { id: string } | null;
  [column: string]: unknown;
}

/** What a list has of each job on request, if the platform has it. */
const COLUMNS = {
  alias: writtenFields('alias'),
  schedule: writtenFields('isScheduled cronScheduling scheduleTimezone'),
} as const;

export type JobColumn = keyof typeof COLUMNS;

/**
 * The jobs of a project (interface, section 4.2). The lists of many projects that are asked for at once share
 * requests.
 */
export async function listJobs(
  endpoint: GraphqlEndpoint,
  projectId: string,
  options?: CallOptions,
  columns: readonly JobColumn[] = [],
): Promise<Job[]> {
  const read = async (added: readonly SelectionNode[]) => {
    const select = [...DOCUMENTED, ...added];
    const wanted = field('jobs', { arguments: { projectId }, select });
    const jobs = await queryBatched(endpoint, wanted, options);
    return objectsIn<Job>(readList({ jobs }, 'jobs'));
  };
  if (columns.length === 0) return await read([]);
  const write = (schema: GraphQLSchema) => {
    const { type } = requireRootField(schema, 'query', 'jobs').field;
    return columns.flatMap((column) => presentSelection(schema, type, COLUMNS[column]));
  };
  return await requestBySchema(endpoint, write, read, options);
}

const DOCUMENTED = [field('name'), field('id'), field('technology', { select: [field('id')] })];

/** So that a platform of many projects has a few requests to answer at once, and no more. */
export const CONCURRENT_PROJECTS = 400;

/** The jobs of every project; one request carries many projects. */
export async function listJobsOfAllProjects(
  endpoint: GraphqlEndpoint,
  options?: CallOptions,
  columns?: readonly JobColumn[],
): Promise<Array<{ project: Project; jobs: Job[] }>> {
  const projects = await listProjects(endpoint, options);
  return await mapConcurrently(projects, CONCURRENT_PROJECTS, async (project) => ({
    project,
    jobs: await listJobs(endpoint, project.id, options, columns),
  }));
}

/** Deletes a job (interface, section 4.2). It is repeated if the response was lost: a job goes only once. */
export async function prepareDeleteJob(
  endpoint: GraphqlEndpoint,
  givenId: unknown,
  options?: CallOptions,
): Promise<PreparedChange<Deleted>> {
  const jobId = readJobId(givenId);
  const byName = async (named: Record<string, string>) =>
    await sendDeletion(endpoint, jobId, named, options);
  const write = (schema: GraphQLSchema) =>
    idArgument(requireRootField(schema, 'mutation', 'deleteJob'), 'job', jobId);
  const send = async () => {
    const written = { jobId };
    try {
      await byName(written);
    } catch (error) {
      if (!(error instanceof GraphqlResponseError && error.isRejectedDocument)) throw error;
      // Platforms before 2022 take the ID by another name than the documented one.
      await requestBySchema(endpoint, write, byName, options, { written, error });
    }
  };
  return async (mayHaveBeenMade) => {
    await repeatableChange(send, isAlreadyGone, mayHaveBeenMade);
    return { deleted: true, id: jobId };
  };
}

async function sendDeletion(
  endpoint: GraphqlEndpoint,
  jobId: string,
  named: Record<string, string>,
  options?: CallOptions,
): Promise<void> {
  const query = printDocument('mutation', [field('deleteJob', { arguments: named })]);
  await endpoint.mutateIdempotent(
    { query },
    failOnFalse('deleteJob', () => notDeleted(jobId), options),
  );
}

function notDeleted(jobId: string): NotDoneError {
  return new NotDoneError(
    `The platform did not delete the job ${jobId}`,
    'Check that the job still exists and that this login has the right to delete it.',
  );
}
