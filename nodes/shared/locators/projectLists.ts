import type { PlatformClient } from '../../../platform/client';
import type { CallOptions } from '../../../platform/graphql/send/endpoint';

interface Named {
  id: unknown;
  name?: unknown;
}

/** What projects hold, listed for one of them or for all. */
export interface ListsInProject {
  /** As in "No job is named …". */
  noun: string;
  ofOne(client: PlatformClient, projectId: string, options?: CallOptions): Promise<Named[]>;
  ofAll(
    client: PlatformClient,
    options?: CallOptions,
  ): Promise<Array<{ project: Named; entries: Named[] }>>;
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

export const pipelineLists: ListsInProject = {
  noun: 'pipeline',
  ofOne: (client, projectId, options) => client.pipelines.list(projectId, options),
  ofAll: (client, options) => client.pipelines.listOfAllProjects(options),
};

export const appLists: ListsInProject = {
  noun: 'app',
  ofOne: (client, projectId, options) => client.apps.list(projectId, options),
  ofAll: (client, options) => client.apps.listOfAllProjects(options),
};

export const volumeLists: ListsInProject = {
  noun: 'volume',
  ofOne: (client, projectId, options) => client.volumes.list(projectId, options),
  ofAll: (client, options) => client.volumes.listOfAllProjects(options),
};

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
