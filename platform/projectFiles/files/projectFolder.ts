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
  /** Whether the file is a symbolic link in an archive. */
  isLink?: boolean;
}

export interface SettingsFile extends StrictJson {
  path: string;
}

export interface ProjectFolder {
  /** The path of the folder that contains `project.json`, with a trailing slash; empty for the root. */
  top: string;
  /** The files in that folder, by their paths relative to it. */
  files: ReadonlyMap<string, InputFile>;
}

const PROJECT_FILE = 'project.json';
const TARGETS = 'targets';
/** Files and folders with settings at the top of a project, except those of grants. */
const SETTINGS_NAMES = [
  PROJECT_FILE,
  'variables.json',
  TARGETS,
  ...ENTITY_KINDS.map((kind) => PART_OF[kind]),
];

const MAX_PATHS_IN_MESSAGE = 5;

// All settings of a project are in memory at once, and each settings file needs requests.
export const MAX_FILES = 50_000;
const MAX_SETTINGS_FILES = 10_000;
const MIB = 1024 * 1024;
const MAX_SETTINGS_MIB = 50;

/**
 * Finds the project among the passed files. An archive may wrap the project in folders, and contain files of the operating system.
 * @throws InvalidInputError if no project or several are found, or if the project is too large, has a path twice, or has a name in the
 *   wrong case
 */
export function findProjectFolder(passed: readonly InputFile[]): ProjectFolder {
  if (passed.length > MAX_FILES) throw buildTooLargeError(`${passed.length} files`, MAX_FILES);
  const files = new Map<string, InputFile>();
  for (const file of passed) {
    const path = file.path.replace(/^(?:\.?\/)+/, '');
    if (isSystemFile(path)) continue;
    if (files.has(path))
      throw buildError(`The file ${excerpt(path)} was passed twice`, 'Pass each file only once.');
    files.set(path, file);
  }
  const top = findTopFolder([...files.keys()]);
  const below = [...files]
    .filter(([path]) => path.startsWith(top))
    .map(([path, file]) => {
      const inside = path.slice(top.length);
      return [inside, { ...file, path: inside }] as const;
    });
  for (const [path] of below) requireCorrectCase(path);
  requireWithinLimits(below);
  return { top, files: new Map(below) };
}

function requireWithinLimits(files: ReadonlyArray<readonly [string, InputFile]>): void {
  const settings = files.filter(([path]) => {
    const [first = '', ...below] = path.split('/');
    const isDeep = below.length > 1 && first !== TARGETS;
    return SETTINGS_NAMES.includes(first) && path.endsWith('.json') && !isDeep;
  });
  const { length } = settings;
  if (length > MAX_SETTINGS_FILES)
    throw buildTooLargeError(`${length} settings files`, MAX_SETTINGS_FILES);
  const mib = settings.reduce((sum, [, { content }]) => sum + content.size / MIB, 0);
  if (mib > MAX_SETTINGS_MIB) {
    throw buildTooLargeError(`${Math.ceil(mib)} MiB of settings files`, `${MAX_SETTINGS_MIB} MiB`);
  }
}

function buildTooLargeError(size: string, limit: number | string): InvalidInputError {
  const hint = `A project can have up to ${limit.toLocaleString('en')}. Split the project, or remove files that do not belong to it.`;
  return buildError(`The project is too large: ${size}`, hint);
}

function findTopFolder(paths: readonly string[]): string {
  if (paths.includes(PROJECT_FILE)) return '';
  const found = paths.filter((path) => path.endsWith(`/${PROJECT_FILE}`)).sort(compareTexts);
  const [first, second] = found;
  if (first === undefined) throw buildMissingProjectError(paths);
  if (second === undefined) return first.slice(0, -PROJECT_FILE.length);
  throw buildError(
    `There are ${found.length} project.json files: ${listPaths(found)}`,
    'Pass the files of one project only.',
  );
}

/** With the wrong case, a settings file or folder would not be read, and a deploy might delete the entries in it. */
function requireCorrectCase(path: string): void {
  const [first = ''] = path.split('/');
  const correct = SETTINGS_NAMES.find((name) => name === first.toLowerCase());
  if (correct === undefined || correct === first) return;
  const noun = path.includes('/') ? 'folder' : 'file';
  throw buildError(
    `The ${noun} "${excerpt(first)}" must be named "${correct}"`,
    'Rename it. The name is case-sensitive.',
  );
}

function buildMissingProjectError(paths: readonly string[]): InvalidInputError {
  const miscased = paths.find((path) => /(?:^|\/)project\.json$/i.test(path));
  if (miscased !== undefined) requireCorrectCase(miscased.slice(miscased.lastIndexOf('/') + 1));
  const tops = [...new Set(paths.map((path) => path.replace(/\/.*$/s, '/')))].sort(compareTexts);
  const found = tops.length > 0 ? `Files at the root: ${listPaths(tops)}.` : 'No file was passed.';
  return buildError(
    'These are not the files of a project: project.json is missing',
    `Pass the output of "Export": its ZIP file, or all of its files. ${found}`,
  );
}

function listPaths(paths: readonly string[]): string {
  const shown = paths.slice(0, MAX_PATHS_IN_MESSAGE).map((path) => excerpt(path, [], 100));
  const more = paths.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}

function buildError(message: string, hint: string): InvalidInputError {
  return new InvalidInputError(message, `${hint} Nothing was sent.`);
}
