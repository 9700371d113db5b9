import { cleanName } from '../../common/text/text';
import { isObject } from '../../common/text/values';
import { ALL_PARTS } from '../tree';
import type { Problems } from './problems';
import type { SettingsFile } from './projectFolder';

const PROJECT_PATH = 'project';

const MAX_CHARACTERS = 500;
/** Each entry of "protect" is compared with the name of each entry of the project. */
const MAX_PROTECTED = 1_000;

const FOLDERS = ALL_PARTS.map((part) => `${part}/`);

/** Matches paths of a project's entries, such as `jobs/import-*`: `*` is any text. */
export class Glob {
  private readonly parts: readonly string[];

  /** @param text for which `findGlobProblem` returns nothing */
  constructor(readonly text: string) {
    this.parts = normalize(text.trim()).split('*');
  }

  matches(path: string): boolean {
    const [first = '', ...others] = this.parts;
    const last = others.pop();
    if (last === undefined) return path === first;
    if (!path.startsWith(first)) return false;
    let at = first.length;
    for (const part of others) {
      const found = path.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return path.length - last.length >= at && path.endsWith(last);
  }
}

/** Returns why a text can match nothing; undefined if it is a glob. */
export function findGlobProblem(text: string): string | undefined {
  if (text.trim() === '') return 'It is empty.';
  if (text.length > MAX_CHARACTERS) return `It has more than ${MAX_CHARACTERS} characters.`;
  if (/^!|[?[\](){}\\]/.test(text)) return 'The only wildcard is * for any text.';
  const pattern = normalize(text.trim());
  const isPath = [...FOLDERS, '*'].some((start) => pattern.startsWith(start));
  if (isPath || pattern === PROJECT_PATH) return undefined;
  return `It must start with ${FOLDERS.join(', ')} or *, or be "${PROJECT_PATH}".`;
}

const FOLDER = new RegExp(`^(?:${ALL_PARTS.join('|')})/?$`);

/** Accepts paths of files, such as `./jobs/load.json`. A folder matches its entries. */
function normalize(pattern: string): string {
  const path = pattern.replace(/^(?:\.?\/)+/, '').replace(/\.json$/, '');
  return FOLDER.test(path) ? `${path.replace(/\/$/, '')}/*` : path;
}

/** An entry of `protect` in the files: what it matches is never deleted. */
export interface ProtectRule {
  glob: Glob;
  /** Whether it is never changed either. */
  blocksChanges: boolean;
}

/** Finds the glob that protects an entry from being deleted or, if `isChange`, from being changed. */
export function findProtection(
  protect: readonly ProtectRule[],
  path: string,
  isChange: boolean,
): string | undefined {
  const found = protect.find(
    ({ glob, blocksChanges }) => (blocksChanges || !isChange) && glob.matches(path),
  );
  return found?.glob.text;
}

/** Reads `protect`. A glob that can match nothing is a problem: it would protect nothing. @param file has the right shape */
export function readProtect(file: SettingsFile, problems: Problems): ProtectRule[] {
  const { value } = file;
  const entries = isObject(value) && Array.isArray(value.protect) ? value.protect : [];
  if (entries.length > MAX_PROTECTED) {
    const what = `has ${entries.length} entries in "protect"`;
    const advice = `It can have up to ${MAX_PROTECTED}. Use wildcards.`;
    problems.addAt(file, ['protect'], what, advice);
    return [];
  }
  return entries.flatMap((entry: unknown, index): ProtectRule[] => {
    if (entry === null) return [];
    const { match, change } = isObject(entry) ? entry : { match: entry };
    const text = typeof match === 'string' ? match : '';
    const advice = findGlobProblem(text);
    if (advice === undefined) return [{ glob: new Glob(text), blocksChanges: change === 'block' }];
    const what = `has "${cleanName(text)}" in "protect", which cannot match anything`;
    problems.addAt(file, ['protect', index], what, advice);
    return [];
  });
}
