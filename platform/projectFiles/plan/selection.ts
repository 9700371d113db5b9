import { InvalidInputError } from '../../errors/errors';
import { excerpt } from '../../text/text';
import { Glob, globProblem } from '../files/globs';
import { entityPath, KINDS, referencesOf, type ProjectModel } from '../files/model';

/** What a deploy is about: all things, or those that globs choose, with what they need. */
export class Selection {
  private readonly globs: readonly Glob[];
  /** The paths of what is needed by what is chosen. */
  private readonly needed = new Set<string>();
  private readonly matched = new Set<Glob>();

  /** @throws InvalidInputError for a glob that can match nothing */
  constructor(globs: readonly string[] = [], { entities }: Pick<ProjectModel, 'entities'>) {
    this.globs = globs.map((text) => {
      const problem = globProblem(text);
      if (problem === undefined) return new Glob(text);
      throw new InvalidInputError(
        `"Deploy Only" contains "${excerpt(text, [], 100)}", which cannot match anything`,
        `${problem} Nothing was sent.`,
      );
    });
    for (const kind of KINDS) {
      for (const { key, file } of entities[kind]) {
        if (!this.isSelected(entityPath(kind, key))) continue;
        for (const needed of referencesOf(kind, file)) {
          this.needed.add(entityPath(needed.kind, needed.key));
        }
      }
    }
  }

  /** Whether globs name it themselves: what they name nothing of is not deleted either. */
  isSelected(path: string): boolean {
    const matching = this.globs.filter((glob) => glob.matches(path));
    for (const glob of matching) this.matched.add(glob);
    return this.globs.length === 0 || matching.length > 0;
  }

  /** Whether it is chosen, or needed by what is chosen. */
  includes(path: string): boolean {
    return this.isSelected(path) || this.needed.has(path);
  }

  /**
   * Called once everything that there is was asked for.
   * @throws InvalidInputError for a glob that matched nothing: it was mistyped
   */
  requireMatches(): void {
    const idle = this.globs.find((glob) => !this.matched.has(glob));
    if (!idle) return;
    throw new InvalidInputError(
      `Nothing matches "${excerpt(idle.text, [], 100)}" in "Deploy Only"`,
      'Neither the files nor the target have a match. Use aliases, or names for volumes: jobs/load, pipelines/*, variables/URL. Nothing was changed.',
    );
  }
}
