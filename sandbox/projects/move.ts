import { badInput, conflict, found, type ResolverContext } from '../graphql/resolvers';
import type { SandboxStore } from '../store/store';

interface Target {
  targetPlatformId: number;
  targetProjectId: string;
}

interface Thing {
  id: string;
  projectId: string;
  name: string;
}

/** Moves something to another project of this platform. @returns its ID there */
export function moved(
  { store, platformId }: ResolverContext,
  kind: 'job' | 'pipeline' | 'volume',
  thing: Thing,
  { targetPlatformId, targetProjectId }: Target,
  reasons: readonly string[],
): string {
  if (String(targetPlatformId) !== platformId) {
    throw badInput(`This platform does not know the platform ${targetPlatformId}`);
  }
  const target = found(store.project(targetProjectId), 'Project', targetProjectId);
  if (target.id === thing.projectId) throw conflict(`${thing.name} is in this project already`);
  if (reasons.length > 0) {
    throw conflict(`The ${kind} ${thing.name} cannot be moved: ${reasons.join(', ')}`);
  }
  return store.moves.add(thing, target.id).id;
}

/** What has just been moved, as it is still known by its old ID. */
export function leaving<T extends Thing>(
  store: SandboxStore,
  oldId: string,
  find: (id: string) => T | undefined,
): T | undefined {
  const move = store.moves.of(oldId);
  const thing = move && find(move.id);
  return thing && { ...thing, id: oldId.toLowerCase(), projectId: move.fromProjectId };
}

/** The fields that tell where a job or volume is going. @param idField of its ID there */
export const migrationFields = (idField: string) => ({
  migrationStatus: ({ id }: Thing, _args: unknown, { store }: ResolverContext) =>
    store.moves.of(id) && 'MIGRATING_OUT',
  migrationPlatformId: ({ id }: Thing, _args: unknown, { store, platformId }: ResolverContext) =>
    store.moves.of(id) && Number(platformId),
  migrationProjectId: ({ id }: Thing, _args: unknown, { store }: ResolverContext) =>
    store.moves.of(id)?.projectId,
  [idField]: ({ id }: Thing, _args: unknown, { store }: ResolverContext) => store.moves.of(id)?.id,
});
