import { badInput, conflict } from '../graphql/refusals';
import type { ResolverContext } from '../graphql/resolvers';

/** Where something is to go. */
export interface Target {
  targetPlatformId: number;
  targetProjectId: string;
}

interface Thing {
  id: string;
  projectId: string;
  name: string;
}

interface Things<T extends Thing> {
  noun: string;
  find(id: string): T | undefined;
  get(id: string): T;
}

/** Moves something to another project of this platform. @returns its ID there */
export function moved<T extends Thing>(
  { store, platformId }: ResolverContext,
  { noun }: Things<T>,
  thing: T,
  { targetPlatformId, targetProjectId }: Target,
  reasons: readonly string[],
): string {
  if (String(targetPlatformId) !== platformId) {
    throw badInput(`This platform does not know the platform ${targetPlatformId}`);
  }
  const target = store.projectTable.get(targetProjectId);
  if (target.id === thing.projectId) throw conflict(`${thing.name} is in this project already`);
  if (reasons.length > 0) {
    const what = `${noun.toLowerCase()} ${thing.name}`;
    throw conflict(`The ${what} cannot be moved: ${reasons.join(', ')}`);
  }
  return store.moves.add(thing, target.id).id;
}

/** A thing; one that has just been moved is still known by its old ID. @throws notFound */
export function hereOrLeaving<T extends Thing>(
  { store }: ResolverContext,
  table: Things<T>,
  id: string,
): T {
  const move = store.moves.of(id);
  const thing = move && table.find(move.id);
  return thing ? { ...thing, id: id.toLowerCase(), projectId: move.fromProjectId } : table.get(id);
}

/** The fields that tell where a job or volume is going. @param idField of its ID there */
export const migrationFields = (idField: string) => ({
  migrationStatus: ({ id }: Thing, { store }: ResolverContext) =>
    store.moves.of(id) && 'MIGRATING_OUT',
  migrationPlatformId: ({ id }: Thing, { store, platformId }: ResolverContext) =>
    store.moves.of(id) && Number(platformId),
  migrationProjectId: ({ id }: Thing, { store }: ResolverContext) => store.moves.of(id)?.projectId,
  [idField]: ({ id }: Thing, { store }: ResolverContext) => store.moves.of(id)?.id,
});
