import { InvalidInputError } from '../../common/errors/errors';
import { cleanName } from '../../common/text/text';
import { Glob, findGlobProblem } from '../files/globs';
import type { ProjectTree } from '../files/projectTree';
import { findReferences } from '../kinds';
import { ENTITY_KINDS, toEntryPath } from '../tree';

/** The option "Deploy Only": entries that match and those that they need, or all entries. */
export class Selection {
  private readonly globs: readonly Glob[];
  private readonly needed = new Set<string>();
  private readonly matched = new Set<Glob>();

  /** @throws InvalidInputError for a glob that can match nothing */
  constructor(globs: readonly string[] = [], { entries }: Pick<ProjectTree, 'entries'>) {
    this.globs = globs.map((text) => {
      const problem = findGlobProblem(text);
      if (problem === undefined) return new Glob(text);
      throw new InvalidInputError(
        `"Deploy Only" contains "${cleanName(text)}", which cannot match anything`,
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

  /** Whether a glob matches the entry or one that needs it. */
  includes(path: string): boolean {
    return this.isSelected(path) || this.needed.has(path);
  }

  /**
   * Called once all entries of the files and the target were compared with the globs.
   * @throws InvalidInputError for a glob that matched nothing: it was mistyped
   */
  requireMatches(): void {
    const idle = this.globs.find((glob) => !this.matched.has(glob));
    if (!idle) return;
    throw new InvalidInputError(
      `Nothing matches "${cleanName(idle.text)}" in "Deploy Only"`,
      'Neither the files nor the target have a match. Use aliases, or names for volumes: jobs/load, pipelines/*, variables/URL. Nothing was changed.',
    );
  }
}
