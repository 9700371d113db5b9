import type { Entity } from '../../resources/entities';
import type { EnvironmentVariable } from '../../resources/environmentVariable/variable';
import type { Current, EntityKind, GrantKind } from '../tree';
import type { NamesOnTarget } from './names';

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
