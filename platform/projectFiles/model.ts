/** What a project consists of, as its files say it: without IDs, times and secrets of a platform. */

export const PARTS = ['apps', 'jobs', 'pipelines', 'variables', 'volumes'] as const;

/** What an export can hold. */
export type Part = (typeof PARTS)[number];

/** The kinds of things that have a file each. */
export type ThingKind = 'volume' | 'job' | 'app' | 'pipeline';

/** What a file of a volume, job, app or pipeline holds: `FIELDS` tells its fields. */
export type ThingFile = Record<string, unknown>;

export interface VariableFile {
  name: string;
  description?: string;
  isPassword?: boolean;
  /** Never there for a password. */
  value?: string;
}

/** A thing by the name that other files refer to it by: the alias of a job, pipeline or app, the name of a volume. */
export interface Thing {
  key: string;
  name: string;
  file: ThingFile;
  /** Its own. */
  variables: VariableFile[];
}

export interface ProjectModel {
  /** What the files tell of: parts left out are left alone. */
  include: readonly Part[];
  /** Whether the packages of jobs come with them. */
  packages: boolean;
  description?: string;
  variables: VariableFile[];
  things: Record<ThingKind, Thing[]>;
}

/** The part of an export that a kind of things belongs to. */
export const PART_OF: Record<ThingKind, Part> = {
  volume: 'volumes',
  job: 'jobs',
  app: 'apps',
  pipeline: 'pipelines',
};

export const KINDS = Object.keys(PART_OF) as ThingKind[];
