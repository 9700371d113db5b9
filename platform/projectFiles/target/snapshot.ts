import type { Entity } from '../../resources/entities';
import type { EnvironmentVariable } from '../../resources/environmentVariable/variable';
import type { Current, EntityKind, GrantKind } from '../tree';

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

/** The login of an image registry; its password is never returned. */
export interface DockerCredentials {
  id: string;
  registry?: string;
  username: string;
}

/** The names that files can refer to, apart from the entries of the project. */
export interface NamesOnTarget {
  /** By ID, in lower case. */
  technologies: Map<string, CatalogTechnology>;
  dockerCredentials: DockerCredentials[];
  /** The categories that jobs can have. Empty if they are not known. */
  jobCategories?: readonly string[];
}

/** A volume, job, app or pipeline as the platform returns it, with only its current version. */
export type RawEntity = Entity & Record<string, unknown>;

/** A project as the platform returns it. */
export interface Snapshot extends NamesOnTarget {
  /** Empty for a project that does not exist yet. */
  id: string;
  name: string;
  description?: string;
  status?: string;
  entities: Record<EntityKind, RawEntity[]>;
  /** By the ID of their owner, which may be the project. */
  variables: Map<string, EnvironmentVariable[]>;
  /** The requested lists that the platform has. */
  grants?: ReadonlyMap<GrantKind, readonly Current[]>;
}
