import { ENTITY_KINDS, type Entry, type FileEntry, type Kind, type Part } from '../tree';
import type { ProtectRule } from './globs';
import type { SettingsFile } from './projectFolder';

/** A project's files, with the target file applied. */
export interface ProjectTree {
  /** The parts that the files describe. Other parts of the target stay unchanged. */
  include: readonly Part[];
  /** Whether the files include the packages of jobs. */
  packages: boolean;
  protect: readonly ProtectRule[];
  entries: Record<Kind, FileEntry[]>;
  /** Names of variables that are passwords anywhere in the files, with or without the target file. */
  passwords: ReadonlySet<string>;
}

export interface TreeWithSettings extends ProjectTree {
  /** The files that the tree was read from, by their paths. */
  settings: ReadonlyMap<string, SettingsFile>;
}

/** Returns all variables of the files with their owners, which those of the project do not have. */
export function* listVariables({
  entries,
}: Pick<ProjectTree, 'entries'>): Generator<{ variable: Entry; owner?: FileEntry }> {
  for (const variable of entries.variable) yield { variable };
  for (const owner of ENTITY_KINDS.flatMap((kind) => entries[kind])) {
    for (const variable of owner.variables) yield { variable, owner };
  }
}
