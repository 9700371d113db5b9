import { InvalidInputError } from '../common/errors/errors';
import { excerpt } from '../common/text/text';

/**
 * The path of a configuration file or folder from the top folder, always with a leading slash, such as `/folder/file.json`. The top
 * folder itself is `/`. Percent signs and question marks are part of names.
 */
export type ConfPath = string;

// eslint-disable-next-line no-control-regex -- control characters are refused
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/;
/** Half of a surrogate pair cannot be sent. */
const HALF_CHARACTER = /\p{Surrogate}/u;
/** Most file systems and servers do not accept longer paths. */
const MAX_CHARACTERS = 4096;

/** @throws InvalidInputError if the text is not a valid path of a file */
export function readFilePath(value: unknown): ConfPath {
  const text = readText(value);
  if (text.endsWith('/')) {
    throw invalidPathError(
      text,
      'names a folder, not a file',
      'Add the name of the file after the slash.',
    );
  }
  return toValidPath(text);
}

/** @throws InvalidInputError if the text is not a valid path of a folder */
export function readFolderPath(value: unknown): ConfPath {
  const text = readText(value);
  return text === '/' ? '/' : toValidPath(text.replace(/\/$/, ''));
}

export function isValidName(name: string): boolean {
  return !name.includes('/') && findProblem(name) === undefined;
}

export function isValidPath(text: string): boolean {
  return (
    text.startsWith('/') &&
    text.length <= MAX_CHARACTERS &&
    text.slice(1).split('/').every(isValidName)
  );
}

export function joinPath(folder: ConfPath, name: string): ConfPath {
  return folder === '/' ? `/${name}` : `${folder}/${name}`;
}

export function fileName(path: ConfPath): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

export function parentFolder(path: ConfPath): ConfPath {
  return path.slice(0, Math.max(1, path.lastIndexOf('/')));
}

/** Returns true if the path is in the folder or in one of its subfolders. */
export function isBelow(path: ConfPath, folder: ConfPath): boolean {
  return folder === '/' ? path !== '/' : path.startsWith(`${folder}/`);
}

/** Percent-encodes each name: `/a b/c#d` becomes `/a%20b/c%23d`. */
export function encodePath(path: ConfPath): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

function readText(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (text !== '') return text;
  throw invalidPathError('', 'is empty', 'Enter a path such as folder/file.json.');
}

function toValidPath(text: string): ConfPath {
  const path = text.startsWith('/') ? text : `/${text}`;
  if (path.length > MAX_CHARACTERS) {
    throw invalidPathError(text, `has ${path.length} characters`, `Use at most ${MAX_CHARACTERS}.`);
  }
  for (const name of path.slice(1).split('/')) {
    const problem = findProblem(name);
    if (problem) throw invalidPathError(text, ...problem);
  }
  return path;
}

function findProblem(name: string): [problem: string, hint: string] | undefined {
  if (name === '') {
    return ['contains two slashes in a row', 'Use only one slash between two names.'];
  }
  if (name === '.' || name === '..') {
    const hint = 'Enter the path from the top folder, without "." or "..".';
    return [`contains the name "${name}"`, hint];
  }
  if (!CONTROL_CHARACTERS.test(name) && !HALF_CHARACTER.test(name)) return undefined;
  const hint =
    'Remove line breaks, other invisible characters, and half characters, such as half of an emoji.';
  return ['contains a character that cannot be sent', hint];
}

function invalidPathError(text: string, problem: string, hint: string): InvalidInputError {
  return new InvalidInputError(
    `The path "${excerpt(text)}" ${problem}`,
    `${hint} Nothing was sent.`,
  );
}
