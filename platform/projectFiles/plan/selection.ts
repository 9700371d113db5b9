import { InvalidInputError } from '../../common/errors/errors';
import { cleanName } from '../../common/text/text';
import { Glob, findGlobProblem } from '../files/globs';
import type { ProjectTree } from '../files/projectTree';
import { findReferences } from '../kinds';
import { ENTITY_KINDS, toEntryPath } from '../tree';

/** Selects entries by the option "Deploy Only": those that match, and those that they need. Without globs, selects all entries. */
export class Selection {
  private readonly globs: readonly Glob[];
  private readonly needed = new Set<string>();
  private readonly matched = new Set<Glob>();

  /** @throws InvalidInputError if a glob is not valid */
  constructor(globs: readonly string[] = [], { entries }: Pick<ProjectTree, 'entries'>) {
    this.globs = globs.map((text) => {
      const problem = findGlobProblem(text);
      if (problem === undefined) return new Glob(text);
      throw new InvalidInputError(
        `"Deploy Only" contains "${cleanName(text)}", which is not a valid pattern`,
        `${problem} Nothing was sent.`,
      );
    });
    for (const entry of ENTITY_KINDS.flatMap((kind) => entries[kind])) {
      if (!this.isSelected(toEntryPath(entry))) continue;
      for (const needed of findReferences(entry)) this.needed.add(toEntryPath(needed));
    }
  }

  /** Whether a glob matches the entry itself. Only such entries are deleted. */
  isSelected(path: string): boolean {
    const matching = this.globs.filter((glob) => glob.matches(path));
    for (const glob of matching) this.matched.add(glob);
    return this.globs.length === 0 || matching.length > 0;
  }

  /** Whether a glob matches the entry, or an entry that needs it. */
  includes(path: string): boolean {
    return this.isSelected(path) || this.needed.has(path);
  }

  /**
   * Must be called after all entries of the files and the target were compared with the globs.
   * @throws InvalidInputError if a glob matched no entry, since it may be mistyped
   */
  requireMatches(): void {
    const unmatched = this.globs.find((glob) => !this.matched.has(glob));
    if (!unmatched) return;
    throw new InvalidInputError(
      `Nothing matches "${cleanName(unmatched.text)}" in "Deploy Only"`,
      'Neither the files nor the target have a match. Use aliases, or the names of volumes and variables, for example jobs/load, pipelines/* or variables/URL. Nothing was changed.',
    );
  }
}
