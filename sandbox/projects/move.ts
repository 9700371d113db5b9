import { randomUUID } from 'node:crypto';
import { badInput, conflict } from '../graphql/refusals';
import type { ResolverContext } from '../graphql/resolvers';

/** Where something is to go. */
export interface Target {
  targetPlatformId: number;
  targetProjectId: string;
}

/** Moves something to another project of this platform, where it has another ID. @returns its ID there */
export function move(
  { store, platformId }: ResolverContext,
  thing: { id: string; projectId: string; name: string },
  { targetPlatformId, targetProjectId }: Target,
  reasonsAgainst: readonly string[],
): string {
  if (String(targetPlatformId) !== platformId) {
    throw badInput(`This platform does not know the platform ${targetPlatformId}`);
  }
  const target = store.projectTable.get(targetProjectId);
  if (target.id === thing.projectId) throw conflict(`${thing.name} is in this project already`);
  if (reasonsAgainst.length > 0) {
    throw conflict(`${thing.name} cannot be moved: ${reasonsAgainst.join(', ')}`);
  }
  const id = randomUUID();
  // The entities that belong to it follow.
  const sql = 'UPDATE thing SET id = ?, owner = ? WHERE id = ?';
  store.database.change(sql, id, target.id, thing.id);
  return id;
}
