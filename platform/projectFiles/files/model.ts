import { textOf, valueAt } from '../../text/values';
import type { Graph } from './graph';

/** What a project consists of, as its files say it: without IDs, times and secrets of a platform. */

export const PARTS = ['apps', 'jobs', 'pipelines', 'variables', 'volumes'] as const;

/** Everything that an export can hold: `PARTS`, and what it holds on request. */
export const ALL_PARTS = [...PARTS, 'rights', 'technologies'] as const;

export type Part = (typeof ALL_PARTS)[number];

/** The kinds of entities that have a file each. */
export type EntityKind = 'volume' | 'job' | 'app' | 'pipeline';

/** What a file of a volume, job, app or pipeline holds: `FIELDS` has its fields. */
export type EntityFile = Record<string, unknown>;

export interface VariableFile {
  name: string;
  description?: string;
  isPassword?: boolean;
  /** Never there for a password. */
  value?: string;
}

/** A technology as files name it. */
export interface TechnologyName {
  label: string;
  repository?: string;
}

/** What a project grants: rights to groups, and technologies to its jobs and apps. */
export type GrantKind = 'right' | 'technology';

export interface Grant {
  /** The name of the group, or the technology with its place, as `jobs/Extraction/Python`. */
  name: string;
  /** Of a group. If it is left out, the platform chooses, and any role will do. */
  role?: string;
  /** Where the technology is allowed: `apps`, or `jobs/<category>`. */
  place?: string;
  technology?: TechnologyName;
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
  /** What the files describe: parts left out are left alone. */
  include: readonly Part[];
  /** Whether the packages of jobs come with them. */
  packages: boolean;
  description?: string;
  /** What no deploy deletes or changes. */
  protect?: readonly Protected[];
  variables: VariableFile[];
  entities: Record<EntityKind, ProjectEntity[]>;
  /** Of the parts that are included. */
  grants?: Partial<Record<GrantKind, Grant[]>>;
}

/** The part of an export that a kind of entities belongs to. */
export const PART_OF: Record<EntityKind, Part> = {
  volume: 'volumes',
  job: 'jobs',
  app: 'apps',
  pipeline: 'pipelines',
};

/** The part of an export that a kind of grants belongs to. */
export const GRANT_PARTS = { right: 'rights', technology: 'technologies' } as const;

export const GRANT_KINDS = Object.keys(GRANT_PARTS) as GrantKind[];

export const KINDS = Object.keys(PART_OF) as EntityKind[];

/** By what globs name the description of the project. */
export const PROJECT_PATH = 'project';

/** By what globs name a variable of the project. */
export function variablePath(name: string): string {
  return `variables/${name}`;
}

/** By what globs name a right (by the group), or an allowed technology (as `technologies/jobs/Extraction/Python`). */
export function grantPath(kind: GrantKind, name: string): string {
  return `${GRANT_PARTS[kind]}/${name}`;
}

/** By what globs name a job, pipeline or app (by its alias), or a volume (by its name). */
export function entityPath(kind: EntityKind, key: string): string {
  return `${PART_OF[kind]}/${key}`;
}

/** A thing that another one refers to. */
export interface Reference {
  kind: 'job' | 'volume';
  key: string;
}

/** What a pipeline or app refers to, each once. */
export function referencesOf(kind: EntityKind, file: EntityFile | undefined): Reference[] {
  if (kind === 'pipeline') {
    const { jobs = [] } = (valueAt(file, 'version.graph') ?? {}) as Partial<Graph>;
    return [...new Set(jobs.map(({ job }) => job))].map((key) => ({ kind: 'job', key }));
  }
  if (kind !== 'app') return [];
  const volumes = (valueAt(file, 'version.volumes') ?? []) as Array<{ volume?: unknown }>;
  const keys = new Set(volumes.flatMap(({ volume }) => textOf(volume) ?? []));
  return [...keys].map((key) => ({ kind: 'volume', key }));
}
