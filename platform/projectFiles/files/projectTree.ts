import { ENTITY_KINDS, type Entry, type FileEntry, type Kind, type Part } from '../tree';
import type { Protected } from './globs';
import type { SettingsFile } from './projectFolder';

/** The content of a project's files, with the target file applied. */
export interface ProjectTree {
  /** The parts that the files describe. Other parts of the target stay unchanged. */
  include: readonly Part[];
  /** Whether the packages of jobs come with the files. */
  packages: boolean;
  protect: readonly Protected[];
  entries: Record<Kind, FileEntry[]>;
  /** Names of variables that are passwords anywhere in the files, even if the target file says otherwise. */
  passwords: ReadonlySet<string>;
}

/** The tree, with the settings files that it was read from, by their paths. */
export interface ReadFiles extends ProjectTree {
  settings: ReadonlyMap<string, SettingsFile>;
}

/** Returns all variables of the files, with their owners. Variables of the project have none. */
export function* variablesIn({
  entries,
}: Pick<ProjectTree, 'entries'>): Generator<{ variable: Entry; owner?: FileEntry }> {
  for (const variable of entries.variable) yield { variable };
  for (const owner of ENTITY_KINDS.flatMap((kind) => entries[kind])) {
    for (const variable of owner.variables) yield { variable, owner };
  }
}
