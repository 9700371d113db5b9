import type { NamedThing } from '../../platform';
import {
  appLists,
  jobLists,
  pipelineLists,
  volumeLists,
  type ListsInProject,
} from '../shared/listSearch';
import type { OperationCall } from '../shared/operation';
import type { PlatformClient } from '../shared/platformClient';

const LISTS = {
  job: jobLists,
  pipeline: pipelineLists,
  app: appLists,
  volume: volumeLists,
} as const;

export type What = keyof typeof LISTS;

/** Finds the IDs of things by their names; asks the platform once for each list. */
export class NamedThings {
  private readonly lists = new Map<string, Promise<NamedThing[]>>();

  constructor(private readonly call: OperationCall<PlatformClient>) {}

  async projectId(given: string): Promise<string> {
    const { client, options } = this.call;
    const { api, platform } = client;
    const projects = await this.once('projects', () =>
      api.listProjects(platform.projects, options),
    );
    return api.idOfNamed('project', projects, given);
  }

  /** @param projectId where it is looked for; in all projects where left out */
  async id(what: What, given: string, projectId: string | undefined): Promise<string> {
    const { client, options } = this.call;
    const { ofOne, ofAll }: ListsInProject = LISTS[what];
    const things = await this.once(`${what} ${projectId ?? ''}`, async () => {
      if (projectId !== undefined) return await ofOne(client, projectId, options);
      const projects = await ofAll(client, options);
      return projects.flatMap(({ project, entries }) =>
        entries.map(({ id, name }) => ({ id, name, projectName: project.name })),
      );
    });
    return client.api.idOfNamed(what, things, given);
  }

  private async once(key: string, list: () => Promise<NamedThing[]>): Promise<NamedThing[]> {
    const asked = this.lists.get(key) ?? list();
    this.lists.set(key, asked);
    return await asked;
  }
}
