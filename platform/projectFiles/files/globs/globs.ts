import { PART_OF, PARTS } from '../model';
import { PROJECT_PATH } from './entityPaths';

/** More alternatives in braces than anybody writes. */
const MOST_PATTERNS = 100;
const MOST_CHARACTERS = 500;

const FOLDERS = PARTS.map((part) => `${part}/`);

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

/** Why a text is no glob that could match anything; undefined where it is one. */
export function globProblem(text: string): string | undefined {
  if (text.trim() === '') return 'It is empty.';
  if (text.length > MOST_CHARACTERS) return `It has more than ${MOST_CHARACTERS} characters.`;
  if (/^!|[[\]()\\]/.test(text)) {
    return 'Use only these wildcards: * for any text, ? for one character, {a,b} for alternatives.';
  }
  if (!/^(?:[^{}]|\{[^{}]*\})*$/s.test(text)) return 'Each { needs a }, with none inside.';
  const patterns = patternsOf(text);
  if (patterns.length > MOST_PATTERNS) return `It has more than ${MOST_PATTERNS} alternatives.`;
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

/** The patterns that braces stand for: more than are allowed where there are too many. */
function patternsOf(text: string): string[] {
  let patterns = [''];
  for (const [part, choice] of text.trim().matchAll(/\{([^{}]*)\}|[^{}]+/g)) {
    const ways = choice === undefined ? [part] : choice.split(',').map((way) => way.trim());
    patterns = patterns.flatMap((start) => ways.map((way) => start + way));
    if (patterns.length > MOST_PATTERNS) break;
  }
  return patterns.map(normalized);
}

const FOLDER = new RegExp(`^(?:${Object.values(PART_OF).join('|')}|variables)/?$`);

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
