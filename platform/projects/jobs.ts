import type { FieldNode } from 'graphql';
import { PlatformError } from '../errors';
import { field, printOperation } from '../graphql/document';
import type { CallOptions, GraphqlEndpoint } from '../graphql/endpoint';
import { readList } from '../graphql/result';
import { isGoneAfterLostAnswer } from './deletion';
import { listProjects, type Project } from './projects';

export interface Job {
  id: string;
  name: string;
  technology: { id: string } | null;
}

/** The jobs of a project (interface, section 4.2). */
export async function listJobs(
  endpoint: GraphqlEndpoint,
  projectId: string,
  options?: CallOptions,
): Promise<Job[]> {
  const query = printOperation('query', [jobsOf(projectId)]);
  return readList<Job>(await endpoint.query({ query }, options), 'jobs');
}

function jobsOf(projectId: string, alias?: string): FieldNode {
  return field('jobs', {
    alias,
    arguments: { projectId },
    select: [field('id'), field('name'), field('technology', { select: [field('id')] })],
  });
}

const PROJECTS_A_REQUEST = 50;

/** The jobs of every project; one request carries many projects. */
export async function listJobsOfAllProjects(
  endpoint: GraphqlEndpoint,
  options?: CallOptions,
): Promise<Array<{ project: Project; jobs: Job[] }>> {
  const projects = await listProjects(endpoint, options);
  const listed: Array<{ project: Project; jobs: Job[] }> = [];
  for (let start = 0; start < projects.length; start += PROJECTS_A_REQUEST) {
    const batch = projects.slice(start, start + PROJECTS_A_REQUEST);
    const fields = batch.map((project, index) => jobsOf(project.id, `project${index}`));
    const data = await endpoint.query({ query: printOperation('query', fields) }, options);
    batch.forEach((project, index) => {
      listed.push({ project, jobs: readList<Job>(data, `project${index}`) });
    });
  }
  return listed;
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
