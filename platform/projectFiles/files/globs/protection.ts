import { isObject } from '../../../text/values';
import { excerpt } from '../../../text/text';
import { Glob, globProblem } from './globs';
import type { Protected } from '../model';
import { wrongFile, type SettingsFile } from '../readFile';

/** Each is compared with the name of each thing. */
const MAX_ENTRIES = 1_000;

/** What no deploy deletes, or changes. */
export class Protection {
  private readonly entries: ReadonlyArray<{ glob: Glob; isFixed: boolean }>;

  constructor(given: readonly Protected[] = []) {
    this.entries = given.map(({ match, isFixed }) => ({ glob: new Glob(match), isFixed }));
  }

  /** The glob that keeps a thing from being deleted; undefined where none does. */
  deletionGlob(path: string): string | undefined {
    return this.entries.find(({ glob }) => glob.matches(path))?.glob.text;
  }

  /** The glob that keeps a thing from being changed; undefined where none does. */
  changeGlob(path: string): string | undefined {
    return this.entries.find(({ glob, isFixed }) => isFixed && glob.matches(path))?.glob.text;
  }
}

/**
 * What a file that has the right shape says under `protect`.
 * @throws WrongFileError for a glob that can match nothing: what it means to protect would not be
 */
export function readProtect(file: SettingsFile): Protected[] {
  const { path, value, lineOf } = file;
  const entries = isObject(value) && Array.isArray(value.protect) ? value.protect : [];
  if (entries.length > MAX_ENTRIES) {
    const what = `has ${entries.length} entries in "protect"`;
    const hint = `It can have up to ${MAX_ENTRIES}. Use wildcards.`;
    throw wrongFile(path, what, hint, lineOf(['protect']), 'protect');
  }
  return entries.flatMap((entry: unknown, index): Protected[] => {
    if (entry === null) return [];
    const { match, change } = isObject(entry) ? entry : { match: entry };
    const text = typeof match === 'string' ? match : '';
    const problem = globProblem(text);
    if (problem !== undefined) {
      const what = `has "${excerpt(text, [], 100)}" in "protect", which cannot match anything`;
      throw wrongFile(path, what, problem, lineOf(['protect', index]), 'protect');
    }
    return [{ match: text, isFixed: change === 'block' }];
  });
}
