import { GraphQLError } from 'graphql';
import type { ChaosEntity } from '../entities';
import type { SentFile } from '../forms';
import type { World } from '../world';
import type { Changes } from './changes';
import { find, maybe, ofProject, TECHNOLOGY_ID } from './shown';

interface CatalogArgs {
  id: string;
  repositoryId: string;
}

interface RepositoryInput extends ChaosEntity {
  triggerSynchronization?: boolean;
}

const TECHNOLOGY_OF_JOBS = { id: TECHNOLOGY_ID, name: 'Python' };

/** The root fields of the catalog module. */
export function catalogFields(world: World, changes: Changes) {
  const context = (id: string) => ({
    available: true,
    id,
    label: id,
    recommended: true,
    trustLevel: 'Stable',
  });
  const technology = ({ id, name, projectId }: ChaosEntity) => ({
    __typename: 'JobTechnology',
    id,
    label: name,
    available: true,
    repositoryId: projectId ?? id,
    technologyId: name,
    contexts: ['3.11', '3.12'].map(context),
  });
  const technologyOf = (id: string) =>
    id === TECHNOLOGY_ID ? TECHNOLOGY_OF_JOBS : world.technologies.get(id);
  const repository = ({ id, name, url, reversibleId }: ChaosEntity) => ({
    id,
    name,
    source: { __typename: 'UrlSource', url: url ?? 'https://example.com/r.yml' },
    synchroMode: { __typename: 'Manual' },
    synchronizationReports: { count: 1, lastReversibleId: reversibleId },
    technologies: () => ofProject(world.technologies, id).map(technology),
  });
  const synchronize = (entity: ChaosEntity) => {
    world.did('synchronizeRepository', entity.id);
    entity.reversibleId = world.newId();
    return { count: 1, repositoryId: entity.id, repositoryName: entity.name };
  };
  return {
    repositories: () => [...world.repositories.values()].map(repository),
    repository: ({ id }: CatalogArgs) => maybe(world.repositories.get(id), repository),
    technology: ({ id }: CatalogArgs) => maybe(technologyOf(id), technology),
    technologiesByIds: ({ ids }: { ids: string[] }) =>
      ids.flatMap((id) => maybe(technologyOf(id), technology) ?? []),
    synchronizeRepository: ({ id }: CatalogArgs) =>
      synchronize(find(world.repositories, id, 'Repository')),
    addRepository: ({
      repositoryInput: { name, url },
      upload,
    }: {
      repositoryInput: RepositoryInput;
      upload?: SentFile | null;
    }) => {
      if (Boolean(url) === Boolean(upload)) throw new GraphQLError('Either url or upload');
      const made = changes.add(world.repositories, 'addRepository', { name, url });
      return { count: 1, objects: [repository(made)] };
    },
    editRepository: ({
      repositoryInput: { id, name, url, triggerSynchronization },
    }: {
      repositoryInput: RepositoryInput;
    }) => {
      const wanted = { id, ...(name && { name }), ...(url && { url }) };
      const edited = changes.edit(world.repositories, 'editRepository', wanted, 'Repository');
      if (url && triggerSynchronization) synchronize(edited);
      return { count: 1, objects: [repository(edited)] };
    },
    removeRepository: ({ id }: CatalogArgs) =>
      repository(changes.remove(world.repositories, 'removeRepository', id, 'Repository')),
    revertLastSynchronization: ({
      repositoryId,
      synchronizationReportId,
    }: CatalogArgs & { synchronizationReportId: string }) => {
      const entity = find(world.repositories, repositoryId, 'Repository');
      if (entity.reversibleId !== synchronizationReportId)
        throw new GraphQLError('This synchronization cannot be reverted');
      // What came before the one that was reverted can be reverted next: a second time would take that back, too.
      entity.reversibleId = world.newId();
      world.did('revertLastSynchronization', repositoryId);
      return { count: 1, repositoryId, repositoryName: entity.name };
    },
  };
}
