import type { PlatformClient } from '../../../platform/client';
import type { CallOptions } from '../../../platform/graphql/send/endpoint';

interface Named {
  id: unknown;
  name?: unknown;
}

type ListsOfProjects = Array<{ project: Named; entries: Named[] }>;

/** What projects hold, listed for one of them or for all. */
export interface ListsInProject {
  /** As in "No job is named …". */
  noun: string;
  ofOne(client: PlatformClient, projectId: string, options?: CallOptions): Promise<Named[]>;
  ofAll(client: PlatformClient, options?: CallOptions): Promise<ListsOfProjects>;
}

export const jobLists: ListsInProject = {
  noun: 'job',
  ofOne: (client, projectId, options) => client.jobs.list(projectId, options),
  ofAll: async (client, options) =>
    (await client.jobs.listOfAllProjects(options)).map(({ project, jobs }) => ({
      project,
      entries: jobs,
    })),
};

export const pipelineLists = listsOf('pipeline', ({ pipelines }) => pipelines);
export const appLists = listsOf('app', ({ apps }) => apps);
export const volumeLists = listsOf('volume', ({ volumes }) => volumes);

interface Listed {
  list(projectId: string, options?: CallOptions): Promise<Named[]>;
  listOfAllProjects(options?: CallOptions): Promise<ListsOfProjects>;
}

function listsOf(noun: string, from: (client: PlatformClient) => Listed): ListsInProject {
  return {
    noun,
    ofOne: (client, projectId, options) => from(client).list(projectId, options),
    ofAll: (client, options) => from(client).listOfAllProjects(options),
  };
}

/** Each by who logs in where; only a project's own are listed. */
export const dockerCredentialLists: ListsInProject = {
  noun: 'Docker credential',
  ofOne: async (client, projectId, options) =>
    (await client.dockerCredentials.list(projectId, options)).map(({ id, registry, username }) => ({
      id,
      name: [username, registry].filter(Boolean).join(' at '),
    })),
  ofAll: async () => [],
};
