/** What a project consists of, as its files say it: without IDs, times and secrets of a platform. */

export const PARTS = ['apps', 'jobs', 'pipelines', 'variables', 'volumes'] as const;

/** What an export can hold. */
export type Part = (typeof PARTS)[number];

/** The kinds of entities that have a file each. */
export type EntityKind = 'volume' | 'job' | 'app' | 'pipeline';

/** What a file of a volume, job, app or pipeline holds: `FIELDS` tells its fields. */
export type EntityFile = Record<string, unknown>;

export interface VariableFile {
  name: string;
  description?: string;
  isPassword?: boolean;
  /** Never there for a password. */
  value?: string;
}

/** An entity by the name that other files refer to it by: the alias of a job, pipeline or app, the name of a volume. */
export interface ProjectEntity {
  key: string;
  name: string;
  file: EntityFile;
  /** Its own. */
  variables: VariableFile[];
}

/** Which things are never deleted, by a glob, and whether they are never changed either. */
export interface Protected {
  match: string;
  isFixed: boolean;
}

export interface ProjectModel {
  /** What the files tell of: parts left out are left alone. */
  include: readonly Part[];
  /** Whether the packages of jobs come with them. */
  packages: boolean;
  description?: string;
  /** What is never deleted or changed, whoever deploys. */
  protect?: readonly Protected[];
  variables: VariableFile[];
  entities: Record<EntityKind, ProjectEntity[]>;
}

/** The part of an export that a kind of entities belongs to. */
export const PART_OF: Record<EntityKind, Part> = {
  volume: 'volumes',
  job: 'jobs',
  app: 'apps',
  pipeline: 'pipelines',
};

export const KINDS = Object.keys(PART_OF) as EntityKind[];
