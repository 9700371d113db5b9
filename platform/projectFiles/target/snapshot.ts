import type { Entity } from '../../resources/entities';
import type { EnvironmentVariable } from '../../resources/environmentVariable/variable';
import type { CurrentEntry, EntityKind, GrantKind } from '../tree';

export interface CatalogContext {
  id: string;
  label: string;
}

export interface CatalogTechnology {
  id: string;
  label: string;
  repository?: string;
  contexts: CatalogContext[];
}

export interface DockerCredential {
  id: string;
  registry?: string;
  username: string;
}

export interface NamesOnTarget {
  /** By ID in lower case. */
  technologies: Map<string, CatalogTechnology>;
  dockerCredentials: DockerCredential[];
  /** Empty if the categories are unknown. */
  jobCategories: readonly string[];
}

/** A volume, job, app or pipeline in the platform's format, with only its current version. */
export type RawEntity = Entity & Record<string, unknown>;

/** A project as it was read from the platform, with the names that files can refer to. */
export interface Snapshot extends NamesOnTarget {
  /** Empty for a project that does not exist yet. */
  id: string;
  name: string;
  description?: string;
  status?: string;
  entities: Record<EntityKind, RawEntity[]>;
  /** By the ID of their owner: an entity or the project. */
  variables: Map<string, EnvironmentVariable[]>;
  /** The lists of included kinds; a kind is missing if the platform does not have its list. */
  grants?: ReadonlyMap<GrantKind, readonly CurrentEntry[]>;
}
