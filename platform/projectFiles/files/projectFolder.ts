import type { FileContent } from '../../content/fileContent';
import { InvalidInputError } from '../../errors/errors';
import { excerpt } from '../../text/text';
import { KINDS, PART_OF } from './model';
import { compareTexts } from './stableJson';

/** A file, wherever it comes from. */
export interface GivenFile {
  path: string;
  content: FileContent;
  /** Whether it only points to another file, as a symbolic link in an archive. */
  isLink?: boolean;
}

/** The files of a project, by their paths below its `project.json`. */
export interface ProjectFolder {
  /** The folder of what was given that holds `project.json`, with a slash at its end; empty where that is the top. */
  top: string;
  files: ReadonlyMap<string, GivenFile>;
}

const PROJECT_FILE = 'project.json';
const NAMES = [PROJECT_FILE, 'variables.json', 'targets', ...KINDS.map((kind) => PART_OF[kind])];

/** What systems and Git leave beside the files of people. */
const SYSTEM_FILES =
  /(?:^|\/)(?:__MACOSX\/.*|\._[^/]*|\.DS_Store|Thumbs\.db|desktop\.ini|\.git(?:attributes|ignore|keep)|\.git\/.*)$/i;

const MOST_NAMED = 5;

/**
 * Finds the project among files: an archive may have folders around it, and what systems leave behind.
 * @throws InvalidInputError where there is no project or more than one, or where the case of a name is wrong
 */
export function projectFolder(given: readonly GivenFile[]): ProjectFolder {
  const files = new Map<string, GivenFile>();
  for (const file of given) {
    const path = file.path.replace(/^(?:\.?\/)+/, '');
    if (SYSTEM_FILES.test(path)) continue;
    if (files.has(path))
      throw wrong(`The file ${excerpt(path)} was passed twice`, 'Pass each file only once.');
    files.set(path, file);
  }
  const top = topOf([...files.keys()]);
  const below = [...files]
    .filter(([path]) => path.startsWith(top))
    .map(([path, file]) => [path.slice(top.length), file] as const);
  for (const [path] of below) requireCase(path);
  return { top, files: new Map(below) };
}

function topOf(paths: readonly string[]): string {
  if (paths.includes(PROJECT_FILE)) return '';
  const found = paths.filter((path) => path.endsWith(`/${PROJECT_FILE}`)).sort(compareTexts);
  const [first, second] = found;
  if (first === undefined) throw noProject(paths);
  if (second === undefined) return first.slice(0, -PROJECT_FILE.length);
  throw wrong(
    `There are ${found.length} files project.json: ${named(found)}`,
    'Pass the files of one project only.',
  );
}

/** Another case would be another folder: what it holds would be no part of the project, and might be deleted. */
function requireCase(path: string): void {
  const [first = ''] = path.split('/');
  const known = NAMES.find((name) => name === first.toLowerCase());
  if (known === undefined || known === first) return;
  const what = path.includes('/') ? 'folder' : 'file';
  throw wrong(
    `The ${what} "${excerpt(first)}" must be "${known}"`,
    'Rename it. The name is case-sensitive.',
  );
}

function noProject(paths: readonly string[]): InvalidInputError {
  const other = paths.find((path) => /(?:^|\/)project\.json$/i.test(path));
  if (other !== undefined) requireCase(other.slice(other.lastIndexOf('/') + 1));
  const tops = [...new Set(paths.map((path) => path.replace(/\/.*$/s, '/')))].sort(compareTexts);
  const found = tops.length > 0 ? `Files at the root: ${named(tops)}.` : 'No file was passed.';
  return wrong(
    'These are not the files of a project: project.json is missing',
    `Pass the output of "Export": its ZIP file, or all of its files. ${found}`,
  );
}

function named(paths: readonly string[]): string {
  const shown = paths.slice(0, MOST_NAMED).map((path) => excerpt(path, [], 100));
  const more = paths.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}

function wrong(message: string, hint: string): InvalidInputError {
  const whole = `${hint} Nothing was sent.`;
  return new InvalidInputError(message, whole);
}
