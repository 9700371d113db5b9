import { excerpt } from '../../text/text';
import { isObject } from '../../text/values';
import { ALL_PARTS, PROJECT_PATH, type Protected } from './model';
import { wrongFile, type SettingsFile } from './readFile';

/** Alternatives in braces. */
const MAX_PATTERNS = 100;
const MAX_CHARACTERS = 500;
/** Each entry of "protect" is compared with the name of each thing. */
const MAX_PROTECTED = 1_000;

const FOLDERS = ALL_PARTS.map((part) => `${part}/`);

/**
 * Names things of a project by their paths, as `jobs/import-*`. `*` stands for any text, `?` for one character, `{a,b}` for
 * either. The time to match grows with the length of both texts alone, whatever a file says.
 */
export class Glob {
  private readonly patterns: readonly string[];

  /** @param text for which `globProblem` says nothing */
  constructor(readonly text: string) {
    this.patterns = patternsOf(text);
  }

  matches(path: string): boolean {
    return this.patterns.some((pattern) => isMatch(pattern, path));
  }
}

/** Why a text is no glob that could match anything; undefined if it is one. */
export function globProblem(text: string): string | undefined {
  if (text.trim() === '') return 'It is empty.';
  if (text.length > MAX_CHARACTERS) return `It has more than ${MAX_CHARACTERS} characters.`;
  if (/^!|[[\]()\\]/.test(text)) {
    return 'Use only these wildcards: * for any text, ? for one character, {a,b} for alternatives.';
  }
  if (!/^(?:[^{}]|\{[^{}]*\})*$/s.test(text)) return 'Each { needs a }, with none inside.';
  const patterns = patternsOf(text);
  if (patterns.length > MAX_PATTERNS) return `It has more than ${MAX_PATTERNS} alternatives.`;
  if (patterns.every(canMatch)) return undefined;
  return `It must start with ${FOLDERS.join(', ')} or *, or be "${PROJECT_PATH}".`;
}

function canMatch(pattern: string): boolean {
  if (pattern === PROJECT_PATH) return true;
  const [plain = ''] = /^[^*?]*/.exec(pattern) ?? [];
  if (plain === pattern) return FOLDERS.some((folder) => pattern.startsWith(folder));
  return [...FOLDERS, PROJECT_PATH].some(
    (start) => start.startsWith(plain) || plain.startsWith(start),
  );
}

/** The patterns that braces stand for: more than are allowed if there are too many. */
function patternsOf(text: string): string[] {
  let patterns = [''];
  for (const [part, choice] of text.trim().matchAll(/\{([^{}]*)\}|[^{}]+/g)) {
    const ways = choice === undefined ? [part] : choice.split(',').map((way) => way.trim());
    patterns = patterns.flatMap((start) => ways.map((way) => start + way));
    if (patterns.length > MAX_PATTERNS) break;
  }
  return patterns.map(normalized);
}

const FOLDER = new RegExp(`^(?:${ALL_PARTS.join('|')})/?$`);

/** As paths of files are written: `./jobs/load.json`; a folder stands for what is in it. */
function normalized(pattern: string): string {
  const path = pattern.replace(/^(?:\.?\/)+/, '').replace(/\.json$/, '');
  return FOLDER.test(path) ? `${path.replace(/\/$/, '')}/*` : path;
}

function isMatch(pattern: string, text: string): boolean {
  let [at, place, star, from] = [0, 0, -1, 0];
  while (place < text.length) {
    const wanted = pattern.charAt(at);
    if (wanted === '*') {
      [star, from] = [at, place];
      at++;
    } else if (wanted !== '' && (wanted === '?' || wanted === text.charAt(place))) {
      at++;
      place++;
    } else if (star >= 0) {
      // The last star takes one more character.
      from++;
      [at, place] = [star + 1, from];
    } else return false;
  }
  while (pattern.charAt(at) === '*') at++;
  return at === pattern.length;
}

/** What no deploy deletes, or changes. */
export class Protection {
  private readonly entries: ReadonlyArray<{ glob: Glob; isFixed: boolean }>;

  constructor(given: readonly Protected[] = []) {
    this.entries = given.map(({ match, isFixed }) => ({ glob: new Glob(match), isFixed }));
  }

  /** The glob that keeps a thing from being deleted; undefined if none does. */
  deletionGlob(path: string): string | undefined {
    return this.entries.find(({ glob }) => glob.matches(path))?.glob.text;
  }

  /** The glob that keeps a thing from being changed; undefined if none does. */
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
  if (entries.length > MAX_PROTECTED) {
    const what = `has ${entries.length} entries in "protect"`;
    const hint = `It can have up to ${MAX_PROTECTED}. Use wildcards.`;
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
