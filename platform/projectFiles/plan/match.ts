import type { ProjectEntity } from '../files/model';
import { compareTexts } from '../files/stableJson';
import type { DeployedEntity } from '../target/entities';

/** An entity of the files beside the one on the platform that it stands for. */
export interface Match {
  wanted: ProjectEntity;
  present?: DeployedEntity;
  /** So many entities on the platform have its name, and nothing says which one is meant. */
  candidateCount?: number;
}

export interface Matches {
  matches: Match[];
  /** Entities on the platform that the files do not name. */
  others: DeployedEntity[];
}

/** Whether an entity on the platform has the name of one of the files or, if the platform returns it, the alias. */
export function standsFor(
  { name, hasAlias, key }: DeployedEntity,
  { name: wantedName, file }: ProjectEntity,
): boolean {
  return name === wantedName || (hasAlias && key === file.alias);
}

/** Finds for each entity of the files the one on the platform: by alias where the platform returns one, then by name. */
export function matchEntities(
  wanted: readonly ProjectEntity[],
  present: readonly DeployedEntity[],
): Matches {
  const left = new Set(present);
  const found = new Map<ProjectEntity, DeployedEntity>();
  const take = (entity: ProjectEntity, deployed: DeployedEntity) => {
    found.set(entity, deployed);
    left.delete(deployed);
  };
  for (const entity of wanted) {
    const { alias } = entity.file;
    const byAlias = [...left].find(({ hasAlias, key }) => hasAlias && key === alias);
    if (byAlias) take(entity, byAlias);
  }
  const candidateCounts = new Map<ProjectEntity, number>();
  for (const name of new Set(wanted.map((entity) => entity.name))) {
    const open = byKey(wanted.filter((entity) => entity.name === name && !found.has(entity)));
    const candidates = byKey([...left].filter((deployed) => deployed.name === name));
    if (candidates.length > open.length) {
      for (const entity of open) candidateCounts.set(entity, candidates.length);
      continue;
    }
    // Entities of one name stand in the order of their keys on both sides.
    candidates.forEach((deployed, index) => {
      const entity = open.find(({ key }) => key === deployed.key) ?? open[index];
      if (entity && !found.has(entity)) take(entity, deployed);
    });
  }
  const matches = wanted.map((entity): Match => ({
    wanted: entity,
    present: found.get(entity),
    candidateCount: candidateCounts.get(entity),
  }));
  // What may be meant is none of the others.
  const doubtful = new Set([...candidateCounts.keys()].map(({ name }) => name));
  return { matches, others: [...left].filter(({ name }) => !doubtful.has(name)) };
}

function byKey<T extends { key: string }>(entities: T[]): T[] {
  return entities.sort((one, other) => compareTexts(one.key, other.key));
}
