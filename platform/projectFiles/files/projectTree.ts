import { ENTITY_KINDS, type Entry, type FileEntry, type Kind, type Part } from '../tree';
import type { ProtectRule } from './globs';
import type { SettingsFile } from './projectFolder';

/** The content of a project's files. */
export interface ProjectTree {
  /** The parts that the files describe. Other parts of the target stay unchanged. */
  include: readonly Part[];
  hasPackages: boolean;
  protect: readonly ProtectRule[];
  entries: Record<Kind, FileEntry[]>;
  /** Names of variables that are passwords anywhere in the files, before or after the target file was applied. */
  passwords: ReadonlySet<string>;
}

export interface TreeWithSettings extends ProjectTree {
  /** The settings files that the tree was built from, by path. */
  settings: ReadonlyMap<string, SettingsFile>;
}

/** Yields all variables of the files. Variables of the project have no owner. */
export function* listVariables({
  entries,
}: Pick<ProjectTree, 'entries'>): Generator<{ variable: Entry; owner?: FileEntry }> {
  for (const variable of entries.variable) yield { variable };
  for (const owner of ENTITY_KINDS.flatMap((kind) => entries[kind])) {
    for (const variable of owner.variables) yield { variable, owner };
  }
}
