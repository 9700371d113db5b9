import type { FileContent } from '../common/content/fileContent';

/** The kinds that have a file for each entry. Entries refer only to kinds before theirs. */
export const ENTITY_KINDS = ['volume', 'job', 'app', 'pipeline'] as const;

export type EntityKind = (typeof ENTITY_KINDS)[number];

/** The kinds whose entries platforms accept only as a whole list of the project. */
export const GRANT_KINDS = ['technology', 'right'] as const;

export type GrantKind = (typeof GRANT_KINDS)[number];

/** In the order of a deploy. Rights come last: they may be those of the login. */
export const KINDS = ['project', 'technology', 'variable', ...ENTITY_KINDS, 'right'] as const;

export type Kind = (typeof KINDS)[number];

/** The folder or file of a kind, and its name in "include" of project.json. */
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

/** The parts that an export contains by default. */
export const DEFAULT_PARTS = ['apps', 'jobs', 'pipelines', 'variables', 'volumes'] as const;

export const ALL_PARTS = [...DEFAULT_PARTS, 'rights', 'technologies'] as const;

/** The content of an entry's file, by the table of its kind in `kinds/`. */
export type Doc = Record<string, unknown>;

/** A part of a project, in its files as on the platform: without IDs, times and secrets. */
export interface Entry {
  kind: Kind;
  /**
   * Name by which other files and globs refer to it: the alias of a job, pipeline or app; the name of a volume, variable or
   * group; place and label of an allowed technology, such as `jobs/Extraction/Python`. An entry of the target that is matched
   * has the key of the one in the files.
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

/** An entry on the platform. */
export interface CurrentEntry extends Entry {
  /** Of a variable or right, its name; of a technology, its place and the ID of the technology. */
  id: string;
  variables: CurrentEntry[];
  /** Whether the platform returns the alias. Otherwise it is derived from the name. */
  hasAlias?: boolean;
  technologyId?: string;
  /** Whether a group has access to all projects. A project cannot change that, so it is never sent. */
  hasAllProjects?: boolean;
  /** The Docker credential of its image, if the platform does not list it, so that no file can name it. */
  unlistedCredentialsId?: string;
  /** Paths in the file of fields that the platform does not return. Their values are unknown, not empty. */
  notReturned: readonly string[];
  packageAddress?: string;
  /** Identifies the content of its package, which never changes; see `identifyPackage`. */
  packageIdentity?: string;
}

export interface Reference {
  kind: 'job' | 'volume';
  key: string;
}

/** The IDs of entities that others refer to, by the keys by which files refer to them. */
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

/** Returns the path by which globs and messages name an entry. */
export function toEntryPath({ kind, key }: Pick<Entry, 'kind' | 'key'>): string {
  return kind === 'project' ? kind : `${PART_OF[kind]}/${key}`;
}

export function isEntityKind(kind: Kind): kind is EntityKind {
  return (ENTITY_KINDS as readonly Kind[]).includes(kind);
}

export function toGrantFile(kind: GrantKind): string {
  return `${PART_OF[kind]}.json`;
}

export function createEmptyTree<One>(): Record<Kind, One[]> {
  return Object.fromEntries(KINDS.map((kind) => [kind, [] as One[]])) as Record<Kind, One[]>;
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
