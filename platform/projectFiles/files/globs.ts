import { cleanName } from '../../common/text/text';
import { isObject } from '../../common/text/values';
import { ALL_PARTS } from '../tree';
import type { Problems } from './problems';
import type { SettingsFile } from './projectFolder';

const PROJECT_PATH = 'project';

const MAX_GLOB_CHARACTERS = 500;
/** Each rule of "protect" is compared with each entry of the project. */
const MAX_PROTECT_RULES = 1_000;

const PATH_STARTS = ALL_PARTS.map((part) => `${part}/`);

/** A pattern for the paths of entries, such as `jobs/import-*`. `*` matches any text. */
export class Glob {
  private readonly parts: readonly string[];

  /** @param text a text for which `findGlobProblem` returns undefined */
  constructor(readonly text: string) {
    this.parts = normalize(text.trim()).split('*');
  }

  matches(path: string): boolean {
    const [first = '', ...others] = this.parts;
    const last = others.pop();
    if (last === undefined) return path === first;
    if (!path.startsWith(first)) return false;
    let position = first.length;
    for (const part of others) {
      const found = path.indexOf(part, position);
      if (found < 0) return false;
      position = found + part.length;
    }
    return path.length - last.length >= position && path.endsWith(last);
  }
}

/** Returns why a text is not a valid glob; undefined if it is one. */
export function findGlobProblem(text: string): string | undefined {
  if (text.trim() === '') return 'It is empty.';
  if (text.length > MAX_GLOB_CHARACTERS)
    return `It has more than ${MAX_GLOB_CHARACTERS} characters.`;
  if (/^!|[?[\](){}\\]/.test(text)) return 'The only wildcard is *, which matches any text.';
  const pattern = normalize(text.trim());
  const hasKnownStart = [...PATH_STARTS, '*'].some((start) => pattern.startsWith(start));
  if (hasKnownStart || pattern === PROJECT_PATH) return undefined;
  return `It must start with ${PATH_STARTS.join(', ')} or *, or be "${PROJECT_PATH}".`;
}

const WHOLE_FOLDER = new RegExp(`^(?:${ALL_PARTS.join('|')})/?$`);

/** Turns a file path such as `./jobs/load.json` into `jobs/load`, and a folder into a glob for all its entries. */
function normalize(pattern: string): string {
  const path = pattern.replace(/^(?:\.?\/)+/, '').replace(/\.json$/, '');
  return WHOLE_FOLDER.test(path) ? `${path.replace(/\/$/, '')}/*` : path;
}

/** A rule of `protect` in the files. A deploy never deletes matching entries. */
export interface ProtectRule {
  glob: Glob;
  /** Whether a deploy also never changes matching entries. */
  blocksChanges: boolean;
}

/** Returns the glob that protects an entry from an action. */
export function findProtectingGlob(
  protect: readonly ProtectRule[],
  path: string,
  action: 'delete' | 'change',
): string | undefined {
  const found = protect.find(
    ({ glob, blocksChanges }) => (blocksChanges || action === 'delete') && glob.matches(path),
  );
  return found?.glob.text;
}

/** Reads `protect` of a file that has the right shape. */
export function readProtect(file: SettingsFile, problems: Problems): ProtectRule[] {
  const { value } = file;
  const entries = isObject(value) && Array.isArray(value.protect) ? value.protect : [];
  if (entries.length > MAX_PROTECT_RULES) {
    const mistake = `has ${entries.length} entries in "protect"`;
    const advice = `It can have up to ${MAX_PROTECT_RULES}. Use wildcards.`;
    problems.addAt(file, ['protect'], mistake, advice);
    return [];
  }
  return entries.flatMap((entry: unknown, index): ProtectRule[] => {
    const { match, change } = isObject(entry) ? entry : { match: entry };
    const text = typeof match === 'string' ? match : '';
    const advice = findGlobProblem(text);
    if (advice === undefined) return [{ glob: new Glob(text), blocksChanges: change === 'block' }];
    const mistake = `has "${cleanName(text)}" in "protect", which is not a valid pattern`;
    problems.addAt(file, ['protect', index], mistake, advice);
    return [];
  });
}
