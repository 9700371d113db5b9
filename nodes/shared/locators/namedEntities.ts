import type { PlatformClient } from '../../../platform/client';
import type { CallOptions } from '../../../platform/graphql/send/endpoint';
import type { NamedEntity } from '../../../platform/resources/namedEntity';
import { EarlierTries } from '../items/earlierTries';
import type { OperationCall } from '../operation/operation';
import {
  type ListsInProject,
  appLists,
  dockerCredentialLists,
  jobLists,
  pipelineLists,
  volumeLists,
} from './projectLists';

/** What is in no project, by name. */
export type CatalogList = (client: PlatformClient, options?: CallOptions) => Promise<NamedEntity[]>;

const repositories: CatalogList = async (client, options) =>
  (await (await client.catalog(options)).repositories.list(options)).map(({ id, name }) => ({
    id,
    name,
  }));

export const technologies = technologiesThat(() => true);

const jobTechnologies = technologiesThat(
  ({ __typename, available }) => __typename !== 'AppTechnology' && available !== false,
);

const appTechnologies = technologiesThat(
  ({ __typename = 'AppTechnology', available }) =>
    __typename === 'AppTechnology' && available !== false,
);

function technologiesThat(fit: (technology: Record<string, unknown>) => boolean): CatalogList {
  return async (client, options) => {
    const all = await (await client.catalog(options)).technologies.list(undefined, options);
    return all.filter(fit).map(({ id, label }) => ({ id, name: label }));
  };
}

/** What can be named: in a project, or in the catalog. */
export type NamedKind = { noun: string } & ({ lists: ListsInProject } | { list: CatalogList });

/** By the method that lists what can be picked. */
const NAMED = new Map<string, NamedKind>([
  ['searchJobs', inProject(jobLists)],
  ['searchPipelines', inProject(pipelineLists)],
  ['searchApps', inProject(appLists)],
  ['searchVolumes', inProject(volumeLists)],
  ['searchDockerCredentials', inProject(dockerCredentialLists)],
  ['searchJobTechnologies', { noun: 'technology', list: jobTechnologies }],
  ['searchAppTechnologies', { noun: 'technology', list: appTechnologies }],
  ['searchTechnologies', { noun: 'technology', list: technologies }],
  ['searchProjects', { noun: 'project', list: (client, options) => client.projects.list(options) }],
  ['searchRepositories', { noun: 'repository', list: repositories }],
]);

function inProject(lists: ListsInProject): NamedKind {
  return { noun: lists.noun, lists };
}

export function namedKindListedBy(searchListMethod = ''): NamedKind | undefined {
  return NAMED.get(searchListMethod);
}

/** What earlier tries of Retry On Fail have found: they may have deleted, renamed or moved it since. */
const idsOfTries = new EarlierTries<Map<string, string>>();

type Call = Pick<OperationCall<PlatformClient>, 'client' | 'options'> &
  Partial<Pick<OperationCall<PlatformClient>, 'execution'>>;

/** Finds the IDs of entities by their names; asks the platform once for each list. */
export class NamedEntities {
  private readonly asked = new Map<string, Promise<unknown>>();
  private readonly found: Map<string, string>;

  /** @param call without an execution there is one try only */
  constructor(private readonly call: Call) {
    const { execution } = call;
    const tries = execution && { execution, itemIndex: 0 };
    this.found = (tries && idsOfTries.of(tries)) ?? new Map<string, string>();
    if (tries) idsOfTries.keep(tries, this.found);
  }

  async projectId(given: string): Promise<string> {
    const { client, options } = this.call;
    // Many items have the same name, and a list may be long.
    return await this.idOnce(`project ${JSON.stringify(given)}`, async () => {
      const projects = await this.once('projects', () => client.projects.list(options));
      return client.findIdByName('project', projects, given);
    });
  }

  /** @param projectId where it is looked for; in all projects where left out */
  async id(kind: NamedKind, given: string, projectId: string | undefined): Promise<string> {
    const { client, options } = this.call;
    const list = async () =>
      'list' in kind
        ? await kind.list(client, options)
        : await this.inProjects(kind.lists, projectId);
    const listed = `${kind.noun} ${projectId ?? ''}`;
    return await this.idOnce(`${listed} ${JSON.stringify(given)}`, async () =>
      client.findIdByName(kind.noun, await this.once(listed, list), given),
    );
  }

  async idByAlias(what: 'job' | 'pipeline', alias: string, projectId: unknown): Promise<string> {
    const { client, options } = this.call;
    return await this.idOnce(`${what} ${JSON.stringify([projectId, alias])}`, () =>
      client.findIdByAlias(what, projectId, alias, options),
    );
  }

  private async inProjects(
    { ofOne, ofAll }: ListsInProject,
    projectId: string | undefined,
  ): Promise<NamedEntity[]> {
    const { client, options } = this.call;
    if (projectId !== undefined) return await ofOne(client, projectId, options);
    const projects = await ofAll(client, options);
    return projects.flatMap(({ project, entries }) =>
      entries.map(({ id, name }) => ({ id, name, projectName: project.name })),
    );
  }

  private async idOnce(key: string, find: () => Promise<string>): Promise<string> {
    const id = this.found.get(key) ?? (await this.once(`ID of ${key}`, find));
    this.found.set(key, id);
    return id;
  }

  private async once<Answer>(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const asked = (this.asked.get(key) as Promise<Answer> | undefined) ?? ask();
    this.asked.set(key, asked);
    return await asked;
  }
}
