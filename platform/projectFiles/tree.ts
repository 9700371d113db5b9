import type { FileContent } from '../common/content/fileContent';

/** Kinds with one file for each entry. An entry refers only to entries of earlier kinds in this list. */
export const ENTITY_KINDS = ['volume', 'job', 'app', 'pipeline'] as const;

export type EntityKind = (typeof ENTITY_KINDS)[number];

/** Allowed technologies and rights of groups. Platforms accept each of the two only as a complete list for the project. */
export const GRANT_KINDS = ['technology', 'right'] as const;

export type GrantKind = (typeof GRANT_KINDS)[number];

/** In the order of a deploy. Rights come last because the login may lose its own. */
export const KINDS = ['project', 'technology', 'variable', ...ENTITY_KINDS, 'right'] as const;

export type Kind = (typeof KINDS)[number];

/** The name of the folder of a kind, or of its file without ".json". Also its name in "include" of project.json. */
export const PART_OF = {
  technology: 'technologies',
  variable: 'variables',
  volume: 'volumes',
  job: 'jobs',
  app: 'apps',
  pipeline: 'pipelines',
  right: 'rights',
} as const satisfies Record<Exclude<Kind, 'project'>, string>;

export type Part = (typeof PART_OF)[keyof typeof PART_OF];

/** The default of `include`, both for exports and in project.json. */
export const DEFAULT_PARTS = ['apps', 'jobs', 'pipelines', 'variables', 'volumes'] as const;

export const ALL_PARTS = [...DEFAULT_PARTS, 'rights', 'technologies'] as const;

/** A JSON object, such as the settings of an entry in its file. */
export type Doc = Record<string, unknown>;

/** A project, entity, variable or grant in the format of the files: without IDs, times and secrets. */
export interface Entry {
  kind: Kind;
  /**
   * The name by which other files and globs refer to the entry:
   * - the alias of a job or pipeline; the name of the file for apps, and for jobs and pipelines whose file contains no alias
   * - the name of a volume or variable, or of the group of a right
   * - `apps/<label>` or `jobs/<category>/<label>` of an allowed technology, such as `jobs/Extraction/Python`
   *
   * An entry of the target gets the key of the matching entry in the files.
   */
  key: string;
  name: string;
  doc: Doc;
  /** The variables of a job, app or pipeline. */
  variables: Entry[];
}

export interface FileEntry extends Entry {
  /** The path of its settings file. */
  file: string;
  package?: FileContent;
}

/** An entry on the platform, with values that files do not contain. */
export interface CurrentEntry extends Entry {
  /** The platform's ID; for a variable or right, its name; for an allowed technology, a key that contains the technology's ID. */
  id: string;
  variables: CurrentEntry[];
  /** Whether the platform returns the alias. Otherwise, the alias is derived from the name. */
  isAliasReturned?: boolean;
  technologyId?: string;
  /** Whether a right applies to all projects. A project cannot change such a right, so it is never sent. */
  isForAllProjects?: boolean;
  /** The ID of the Docker credential, if the platform does not list that credential. Files cannot name it then. */
  unlistedCredentialId?: string;
  /** Paths, in the file, of fields that the platform does not return. Their values are unknown, not empty. */
  notReturned: readonly string[];
  packageAddress?: string;
  /** Identifies the content of the package; see `identifyPackage`. */
  packageIdentity?: string;
}

/** A job in the graph of a pipeline, or a volume that is linked to an app. */
export interface Reference {
  kind: 'job' | 'volume';
  key: string;
}

/** The IDs of jobs and volumes, by their keys. */
export type Ids = Record<Reference['kind'], Map<string, string>>;

/** A password has no value. */
export interface VariableDoc extends Doc {
  value?: string;
  description?: string;
  isPassword?: boolean;
}

export interface TechnologyName {
  label: string;
  repository?: string;
}

/** Returns the path of an entry in globs and messages, such as `jobs/load`. */
export function toEntryPath({ kind, key }: Pick<Entry, 'kind' | 'key'>): string {
  return kind === 'project' ? kind : `${PART_OF[kind]}/${key}`;
}

export function isEntityKind(kind: Kind): kind is EntityKind {
  return (ENTITY_KINDS as readonly Kind[]).includes(kind);
}

export function toGrantFileName(kind: GrantKind): string {
  return `${PART_OF[kind]}.json`;
}

export function createListsByKind<T>(): Record<Kind, T[]> {
  return Object.fromEntries(KINDS.map((kind) => [kind, [] as T[]])) as Record<Kind, T[]>;
}

export function indexById(entries: readonly CurrentEntry[]): Map<string, CurrentEntry> {
  return new Map(entries.map((entry) => [entry.id, entry]));
}

export function createIds(): Ids {
  return { job: new Map(), volume: new Map() };
}

export function addIds(ids: Ids, kind: Kind, entries: readonly CurrentEntry[]): void {
  if (kind === 'job' || kind === 'volume')
    for (const { key, id } of entries) ids[kind].set(key, id);
}
