import { isObject } from '../../text/values';

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
  // Where nothing says which one is current, it is the latest.
  const isMarked = versions.some((version) => isObject(version) && 'isCurrent' in version);
  if (!isMarked && current.length > 1) {
    const numberOf = ({ number }: Record<string, unknown>) => Number(number ?? 0);
    current.sort((one, other) => numberOf(other) - numberOf(one)).splice(1);
  }
  return { ...entity, versions: current };
}
