import type { PlatformClient } from '../../../platform/client';
import type { CallOptions } from '../../../platform/graphql/send/endpoint';
import type { NamedEntity } from '../../../platform/resources/namedEntity';

/** An entity as a list returns it; the project is undefined if the kind is in none. */
interface ListedEntity extends NamedEntity {
  projectId?: unknown;
  projectName?: string;
}

/** A kind of entity that a user picks from a list, or gives by name. */
export interface NamedKind {
  /** As in "There is no job with the name …". */
  noun: string;
  isInProject: boolean;
  /** @param projectId all projects if undefined; without effect for a kind that is in none */
  list(
    client: PlatformClient,
    projectId?: string,
    options?: CallOptions,
  ): Promise<readonly ListedEntity[]>;
}

/** Returns an entity's name, or its ID if the platform returns none. */
export function displayName({ id, name }: NamedEntity): string {
  return typeof name === 'string' && name.trim() !== '' ? name : String(id);
}

interface ListsOfProjects {
  list(projectId: string, options?: CallOptions): Promise<NamedEntity[]>;
  listOfAllProjects(
    options?: CallOptions,
  ): Promise<Array<{ project: NamedEntity; entries: NamedEntity[] }>>;
}

/** Returns a kind of which each project has a list. */
export function inProject(
  noun: string,
  listsOf: (client: PlatformClient) => ListsOfProjects,
): NamedKind {
  return {
    noun,
    isInProject: true,
    async list(client, projectId, options) {
      const lists = listsOf(client);
      if (projectId !== undefined) {
        const entries = await lists.list(projectId, options);
        return entries.map(({ id, name }) => ({ id, name, projectId }));
      }
      const projects = await lists.listOfAllProjects(options);
      return projects.flatMap(({ project, entries }) => {
        const ofProject = { projectId: project.id, projectName: displayName(project) };
        return entries.map(({ id, name }) => ({ id, name, ...ofProject }));
      });
    },
  };
}

function technologiesThat(fit: (technology: Record<string, unknown>) => boolean): NamedKind {
  return {
    noun: 'technology',
    isInProject: false,
    async list(client, _projectId, options) {
      const { technologies } = await client.catalog(options);
      const all = await technologies.list(undefined, options);
      return all.filter(fit).map(({ id, label }) => ({ id, name: label }));
    },
  };
}

export const ALL_TECHNOLOGIES = technologiesThat(() => true);

export const PROJECTS: NamedKind = {
  noun: 'project',
  isInProject: false,
  list: async ({ projects }, _projectId, options) => await projects.list(options),
};

export const REPOSITORIES: NamedKind = {
  noun: 'repository',
  isInProject: false,
  async list(client, _projectId, options) {
    const { repositories } = await client.catalog(options);
    return (await repositories.list(options)).map(({ id, name }) => ({ id, name }));
  },
};

export const JOBS = inProject('job', ({ jobs }) => ({
  list: async (projectId, options) => await jobs.list(projectId, options),
  listOfAllProjects: async (options) =>
    (await jobs.listOfAllProjects(options)).map(({ project, jobs: entries }) => ({
      project,
      entries,
    })),
}));

/** Technologies that jobs can run with. */
export const JOB_TECHNOLOGIES = technologiesThat(
  ({ __typename, available }) => __typename !== 'AppTechnology' && available !== false,
);

export const APP_TECHNOLOGIES = technologiesThat(
  ({ __typename = 'AppTechnology', available }) =>
    __typename === 'AppTechnology' && available !== false,
);

/** Filled by the locators. */
const KINDS_BY_METHOD = new Map<string, NamedKind>();

/** @param searchListMethod the method of `methods.listSearch` that lists this kind */
export function listKindBy(searchListMethod: string, kind: NamedKind): void {
  KINDS_BY_METHOD.set(searchListMethod, kind);
}

export function kindListedBy(searchListMethod = ''): NamedKind | undefined {
  return KINDS_BY_METHOD.get(searchListMethod);
}
