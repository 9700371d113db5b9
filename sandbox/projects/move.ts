import { randomUUID } from 'node:crypto';
import { badInput, conflict } from '../graphql/refusals';
import type { ResolverContext } from '../graphql/resolvers';

/** The project to move an entity to. */
export interface MoveTarget {
  targetPlatformId: number;
  targetProjectId: string;
}

/** Moves an entity to another project of this platform. @returns new ID of the entity */
export function moveEntity(
  { store, platformId }: ResolverContext,
  entity: { id: string; projectId: string; name: string },
  { targetPlatformId, targetProjectId }: MoveTarget,
  blockers: readonly string[],
): string {
  if (String(targetPlatformId) !== platformId) {
    throw badInput(`There is no platform ${targetPlatformId} to move to`);
  }
  const target = store.projectTable.get(targetProjectId);
  if (target.id === entity.projectId) throw conflict(`${entity.name} is already in this project`);
  if (blockers.length > 0) {
    throw conflict(`${entity.name} cannot be moved: ${blockers.join(', ')}`);
  }
  const id = randomUUID();
  // The database updates the owner of the entities that belong to this one.
  const sql = 'UPDATE entity SET id = ?, owner = ? WHERE id = ?';
  store.database.change(sql, id, target.id, entity.id);
  return id;
}
