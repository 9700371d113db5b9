import type { FileContent } from '../../common/content/fileContent';
import { isSystemFile } from '../../common/content/systemFiles';
import { InvalidInputError } from '../../common/errors/errors';
import type { StrictJson } from '../../common/text/strictJson';
import { excerpt } from '../../common/text/text';
import { ENTITY_KINDS, PART_OF } from '../tree';
import { compareTexts } from './stableJson';

export interface InputFile {
  path: string;
  content: FileContent;
  /** Whether it is a symbolic link in an archive. */
  isLink?: boolean;
}

export interface SettingsFile extends StrictJson {
  path: string;
}

/** The files of a project, by their paths below its `project.json`. */
export interface ProjectFolder {
  /** The folder with `project.json`, with a slash at its end; empty for the root. */
  top: string;
  files: ReadonlyMap<string, InputFile>;
}

const PROJECT_FILE = 'project.json';
const TARGETS = 'targets';
const NAMES = [
  PROJECT_FILE,
  'variables.json',
  TARGETS,
  ...ENTITY_KINDS.map((kind) => PART_OF[kind]),
];

const MAX_NAMED = 5;

/** All settings of a project are in memory at once, and each settings file costs requests. */
export const MAX_FILES = 50_000;
const MAX_SETTINGS_FILES = 10_000;
const MIB = 1024 * 1024;
const MAX_SETTINGS_MIB = 50;

/**
 * Finds the project among files: an archive may have folders around it, and files that operating systems add.
 * @throws InvalidInputError if there is no project or more than one, if the case of a name is wrong, or if it is too large
 */
export function findProjectFolder(given: readonly InputFile[]): ProjectFolder {
  if (given.length > MAX_FILES) throw tooLarge(`${given.length} files`, MAX_FILES);
  const files = new Map<string, InputFile>();
  for (const file of given) {
    const path = file.path.replace(/^(?:\.?\/)+/, '');
    if (isSystemFile(path)) continue;
    if (files.has(path))
      throw wrong(`The file ${excerpt(path)} was passed twice`, 'Pass each file only once.');
    files.set(path, file);
  }
  const top = findTop([...files.keys()]);
  const below = [...files]
    .filter(([path]) => path.startsWith(top))
    .map(([path, file]) => {
      const inside = path.slice(top.length);
      return [inside, { ...file, path: inside }] as const;
    });
  for (const [path] of below) requireCase(path);
  requireBounds(below);
  return { top, files: new Map(below) };
}

function requireBounds(files: ReadonlyArray<readonly [string, InputFile]>): void {
  const settings = files.filter(([path]) => {
    const [first = '', ...rest] = path.split('/');
    const isDeep = rest.length > 1 && first !== TARGETS;
    return NAMES.includes(first) && path.endsWith('.json') && !isDeep;
  });
  const { length } = settings;
  if (length > MAX_SETTINGS_FILES) throw tooLarge(`${length} settings files`, MAX_SETTINGS_FILES);
  const mib = settings.reduce((sum, [, { content }]) => sum + content.size / MIB, 0);
  if (mib > MAX_SETTINGS_MIB) {
    throw tooLarge(`${Math.ceil(mib)} MiB of settings files`, `${MAX_SETTINGS_MIB} MiB`);
  }
}

function tooLarge(what: string, most: number | string): InvalidInputError {
  const hint = `A project can have up to ${most.toLocaleString('en')}. Split it, or leave out what does not belong to it.`;
  return wrong(`The project is too large: ${what}`, hint);
}

function findTop(paths: readonly string[]): string {
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

/** A folder in another case would not be read, and a deploy might delete what it describes. */
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
  const shown = paths.slice(0, MAX_NAMED).map((path) => excerpt(path, [], 100));
  const more = paths.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}

function wrong(message: string, hint: string): InvalidInputError {
  const whole = `${hint} Nothing was sent.`;
  return new InvalidInputError(message, whole);
}
