import type { ProjectEntity } from '../files/model';
import { compareTexts } from '../files/stableJson';
import type { DeployedEntity } from '../target/entities';

/** An entity of the files beside the one on the platform that it stands for. */
export interface Match {
  wanted: ProjectEntity;
  present?: DeployedEntity;
  /** So many entities on the platform have its name, and nothing tells which one is meant. */
  takenBy?: number;
}

export interface Matches {
  matches: Match[];
  /** Entities on the platform that the files do not name. */
  others: DeployedEntity[];
}

/** Finds for each entity of the files the one on the platform: by alias where the platform tells one, then by name. */
export function matchEntities(
  wanted: readonly ProjectEntity[],
  present: readonly DeployedEntity[],
): Matches {
  const left = new Set(present);
  const found = new Map<ProjectEntity, DeployedEntity>();
  const take = (entity: ProjectEntity, placed: DeployedEntity) => {
    found.set(entity, placed);
    left.delete(placed);
  };
  for (const entity of wanted) {
    const { alias } = entity.file;
    const byAlias = [...left].find(({ hasAlias, key }) => hasAlias && key === alias);
    if (byAlias) take(entity, byAlias);
  }
  const takenBy = new Map<ProjectEntity, number>();
  for (const name of new Set(wanted.map((entity) => entity.name))) {
    const open = byKey(wanted.filter((entity) => entity.name === name && !found.has(entity)));
    const candidates = byKey([...left].filter((placed) => placed.name === name));
    if (candidates.length > open.length) {
      for (const entity of open) takenBy.set(entity, candidates.length);
      continue;
    }
    // Entities of one name stand in the order of their keys on both sides.
    candidates.forEach((placed, index) => {
      const entity = open.find(({ key }) => key === placed.key) ?? open[index];
      if (entity && !found.has(entity)) take(entity, placed);
    });
  }
  const matches = wanted.map((entity): Match => ({
    wanted: entity,
    present: found.get(entity),
    takenBy: takenBy.get(entity),
  }));
  // What may be meant is none of the others.
  const doubtful = new Set([...takenBy.keys()].map(({ name }) => name));
  return { matches, others: [...left].filter(({ name }) => !doubtful.has(name)) };
}

function byKey<T extends { key: string }>(entities: T[]): T[] {
  return entities.sort((one, other) => compareTexts(one.key, other.key));
}
