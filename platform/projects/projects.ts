import { field, printOperation } from '../graphql/document';
import type { CallOptions, GraphqlEndpoint } from '../graphql/endpoint';
import { readList } from '../graphql/result';

export interface Project {
  id: string;
  name: string;
}

const LIST_PROJECTS = {
  query: printOperation('query', [field('projects', { select: [field('id'), field('name')] })]),
};

/** All projects that the login may see (interface, section 4.2). */
export async function listProjects(
  endpoint: GraphqlEndpoint,
  options?: CallOptions,
): Promise<Project[]> {
  return readList<Project>(await endpoint.query(LIST_PROJECTS, options), 'projects');
}
