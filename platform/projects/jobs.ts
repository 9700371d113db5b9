import { mapConcurrently } from '../concurrency';
import { PlatformError } from '../errors';
import { field, printOperation } from '../graphql/document';
import type { CallOptions, GraphqlEndpoint } from '../graphql/endpoint';
import { queryTogether } from '../graphql/queryTogether';
import { readList } from '../graphql/result';
import { isGoneAfterLostAnswer } from './deletion';
import { listProjects, type Project } from './projects';

export interface Job {
  id: string;
  name: string;
  technology: { id: string } | null;
}

/** The jobs of a project (interface, section 4.2). The lists of many projects that are asked for at once share requests. */
export async function listJobs(
  endpoint: GraphqlEndpoint,
  projectId: string,
  options?: CallOptions,
): Promise<Job[]> {
  const wanted = field('jobs', {
    arguments: { projectId },
    select: [field('id'), field('name'), field('technology', { select: [field('id')] })],
  });
  return readList<Job>({ jobs: await queryTogether(endpoint, wanted, options) }, 'jobs');
}

/** So that a platform of many projects has a few requests to answer at once, and no more. */
const CONCURRENT_PROJECTS = 400;

/** The jobs of every project; one request carries many projects. */
export async function listJobsOfAllProjects(
  endpoint: GraphqlEndpoint,
  options?: CallOptions,
): Promise<Array<{ project: Project; jobs: Job[] }>> {
  const projects = await listProjects(endpoint, options);
  return await mapConcurrently(projects, CONCURRENT_PROJECTS, async (project) => ({
    project,
    jobs: await listJobs(endpoint, project.id, options),
  }));
}

/** Deletes a job (interface, section 4.2). It is repeated where the answer was lost: a job goes only once. */
export async function deleteJob(
  endpoint: GraphqlEndpoint,
  jobId: string,
  options?: CallOptions,
): Promise<void> {
  const query = printOperation('mutation', [field('deleteJob', { arguments: { jobId } })]);
  try {
    const data = await endpoint.mutateIdempotent({ query }, options);
    if (data.deleteJob !== false) return;
  } catch (error) {
    if (isGoneAfterLostAnswer(error)) return;
    throw error;
  }
  throw new PlatformError(`The platform did not delete the job ${jobId}`, {
    hint: 'It answered "false" without a reason. Check whether the job still exists and whether this login may delete it.',
    reach: 'answered',
  });
}
