import { InvalidInputError } from '../../errors/errors';
import { excerpt } from '../../text/text';
import { Glob, globProblem } from '../files/globs';
import { entityPath, KINDS, referencesOf, type ProjectModel } from '../files/model';

/** What a deploy is about: all things, or those that globs choose, with what they need. */
export class Selection {
  private readonly globs: readonly Glob[];
  /** The paths of what is not chosen itself, and of what needs it. */
  private readonly referencedBy = new Map<string, string>();
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
    if (this.isEverything) return;
    for (const kind of KINDS) {
      for (const { key, file } of entities[kind]) {
        const path = entityPath(kind, key);
        if (!this.isSelected(path)) continue;
        for (const needed of referencesOf(kind, file)) {
          this.referencedBy.set(entityPath(needed.kind, needed.key), path);
        }
      }
    }
  }

  get isEverything(): boolean {
    return this.globs.length === 0;
  }

  /** Whether globs name it themselves: what they name nothing of is not deleted either. */
  isSelected(path: string): boolean {
    const matching = this.globs.filter((glob) => glob.matches(path));
    for (const glob of matching) this.matched.add(glob);
    return this.isEverything || matching.length > 0;
  }

  /** Whether it is chosen, or needed by what is chosen. */
  includes(path: string): boolean {
    return this.isSelected(path) || this.referencedBy.has(path);
  }

  /** What is told of something that only comes with what is chosen. */
  reasonFor(path: string): string | undefined {
    const needing = this.referencedBy.get(path);
    if (needing === undefined || this.isSelected(path)) return undefined;
    return `Deployed with ${excerpt(needing)}, which needs it.`;
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
