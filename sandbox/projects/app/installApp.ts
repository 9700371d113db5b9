import { badInput, found } from '../../graphql/refusals';
import type { InProject, Subject } from '../../graphql/resolvers';
import { CONTEXT_VOLUMES } from '../../store/catalog/technology';
import { newThing } from '../versioned';
import { addVolume } from '../volume';

interface Installation extends InProject {
  technologyId: string;
  contextId: string;
}

/** An app of a technology of the catalog, with the volumes that its context names. */
export const installation: Subject = {
  Mutation: {
    installApp: ({ projectId, technologyId, contextId }: Installation, context) => {
      const { store, user } = context;
      const technology = found(store.catalog.technology(technologyId), 'Technology', technologyId);
      if (technology.kind !== 'AppTechnology') throw badInput(`${technology.label} is not an app`);
      const { ports } = found(
        technology.contexts.find(({ id }) => id === contextId),
        'Context',
        contextId,
      );
      return store.together(() => {
        const apps = store.apps.list(projectId);
        const name = unusedName(apps, technology.label);
        const made = newThing(context, store.apps, { projectId, name });
        const volumesWithPath = CONTEXT_VOLUMES.map(({ path, size }) => {
          const volumeName = unusedName(store.volumes.list(projectId), `${name} ${path}`);
          const volume = { projectId, name: volumeName, size, description: null };
          return { path, volumeId: addVolume(context, volume).id };
        });
        const version = {
          runtimeContextId: contextId,
          ports: ports.map((number) => ({
            number,
            name: 'web',
            isRewriteUrl: true,
            basePathVariableName: null,
            scope: 'PROJECT' as const,
          })),
          volumesWithPath,
        };
        const { id } = store.apps.add({ ...made, technologyId, version });
        return store.apps.begin(id, 'STARTING', undefined, user);
      });
    },
  },
};

function unusedName(others: ReadonlyArray<{ name: string }>, wanted: string): string {
  const isTaken = (name: string) =>
    others.some((other) => other.name.toLowerCase() === name.toLowerCase());
  let name = wanted;
  for (let count = 2; isTaken(name); count++) name = `${wanted} ${count}`;
  return name;
}
