import { isObject } from './entities';

/**
 * A job or pipeline with its current version alone: older platforms give all versions, each with whether it is the
 * current one.
 */
export function withCurrentVersion<Entity extends object>(entity: Entity): Entity {
  const { versions } = entity as { versions?: unknown };
  if (!Array.isArray(versions)) return entity;
  const current = versions
    .filter(isObject)
    .filter(({ isCurrent }) => isCurrent !== false)
    .map((version) =>
      Object.fromEntries(Object.entries(version).filter(([name]) => name !== 'isCurrent')),
    );
  return { ...entity, versions: current };
}
