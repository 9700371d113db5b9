import { InvalidInputError } from '../common/errors/errors';
import { excerpt } from '../common/text/text';

/**
 * A path inside the platform's mount, always with a leading slash, such as `/folder/file.json`; the mount itself is `/`.
 * Any text between two slashes is a name, including percent signs and question marks.
 */
export type MountPath = string;

// eslint-disable-next-line no-control-regex -- control characters are refused
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/;
/** Half of a surrogate pair cannot be sent. */
const HALF_CHARACTER = /\p{Surrogate}/u;
/** File systems and servers do not accept longer paths. */
const MAX_CHARACTERS = 4096;

/** @throws InvalidInputError if the path does not name a file in the mount */
export function readFilePath(value: unknown): MountPath {
  const text = pathText(value);
  if (text.endsWith('/')) {
    throw invalid(text, 'names a folder, not a file', 'Add the name of the file after the slash.');
  }
  return checked(text);
}

/** @throws InvalidInputError if the path is not in the mount */
export function readFolderPath(value: unknown): MountPath {
  const text = pathText(value);
  return /^\/?$/.test(text) ? '/' : checked(text.replace(/\/$/, ''));
}

export function isName(name: string): boolean {
  return !name.includes('/') && findProblem(name) === undefined;
}

export function isPath(text: string): boolean {
  return (
    text.startsWith('/') && text.length <= MAX_CHARACTERS && text.slice(1).split('/').every(isName)
  );
}

export function joinPath(folder: MountPath, name: string): MountPath {
  return folder === '/' ? `/${name}` : `${folder}/${name}`;
}

export function fileName(path: MountPath): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

export function parentFolder(path: MountPath): MountPath {
  return path.slice(0, Math.max(1, path.lastIndexOf('/')));
}

/** Returns true at any depth. */
export function isBelow(path: MountPath, folder: MountPath): boolean {
  return folder === '/' ? path !== '/' : path.startsWith(`${folder}/`);
}

/** Percent-encodes each name: `/a b/c#d` becomes `/a%20b/c%23d`. */
export function encodePath(path: MountPath): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

function pathText(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (text !== '') return text;
  throw invalid('', 'is empty', 'Enter a path such as folder/file.json.');
}

function checked(text: string): MountPath {
  const path = text.startsWith('/') ? text : `/${text}`;
  if (path.length > MAX_CHARACTERS) {
    throw invalid(text, `has ${path.length} characters`, `Use at most ${MAX_CHARACTERS}.`);
  }
  for (const name of path.slice(1).split('/')) {
    const problem = findProblem(name);
    if (problem) throw invalid(text, ...problem);
  }
  return path;
}

function findProblem(name: string): [problem: string, hint: string] | undefined {
  if (name === '') {
    return ['contains two slashes in a row', 'Use only one slash between two names.'];
  }
  if (name === '.' || name === '..') {
    const hint = 'Enter the path from the top folder, without "." or ".." as a name.';
    return [`holds "${name}"`, hint];
  }
  if (!CONTROL_CHARACTERS.test(name) && !HALF_CHARACTER.test(name)) return undefined;
  const hint = 'Remove line breaks and other invisible characters, or half of a character.';
  return ['contains a control character', hint];
}

function invalid(text: string, problem: string, hint: string): InvalidInputError {
  return new InvalidInputError(
    `The path "${excerpt(text)}" ${problem}`,
    `${hint} Nothing was sent.`,
  );
}
