import { InvalidInputError } from '../errors/errors';
import { excerpt } from '../text/text';

/**
 * A path inside the platform's mount, always with a slash in front: `/folder/file.json`; the mount itself is `/`.
 * Paths are data: whatever stands between two slashes is a name, percent signs and question marks included.
 */
export type MountPath = string;

// eslint-disable-next-line no-control-regex -- control characters are what is refused
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/;
/** One half of a character that UTF-16 writes in two: it cannot be sent. */
const HALF_CHARACTER = /\p{Surrogate}/u;
/** More than file systems and addresses allow. */
const MAX_CHARACTERS = 4096;

/** @throws InvalidInputError for a path that names no file, or that would lead elsewhere */
export function readFilePath(value: unknown): MountPath {
  const text = pathText(value);
  if (text.endsWith('/')) {
    throw invalid(text, 'names a folder, not a file', 'Add the name of the file after the slash.');
  }
  return checked(text);
}

/** @throws InvalidInputError for a path that would lead elsewhere */
export function readFolderPath(value: unknown): MountPath {
  const text = pathText(value);
  return /^\/?$/.test(text) ? '/' : checked(text.replace(/\/$/, ''));
}

/** Whether a name can stand between two slashes of a path. */
export function isName(name: string): boolean {
  return (
    name !== '' &&
    name !== '.' &&
    name !== '..' &&
    !name.includes('/') &&
    !CONTROL_CHARACTERS.test(name) &&
    !HALF_CHARACTER.test(name)
  );
}

/** Whether a text is a path that names a file or a folder below the mount. */
export function isPath(text: string): boolean {
  return (
    text.startsWith('/') && text.length <= MAX_CHARACTERS && text.slice(1).split('/').every(isName)
  );
}

export function joinPath(folder: MountPath, name: string): MountPath {
  return folder === '/' ? `/${name}` : `${folder}/${name}`;
}

export function nameOf(path: MountPath): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

export function parentOf(path: MountPath): MountPath {
  return path.slice(0, Math.max(1, path.lastIndexOf('/')));
}

/** How many folders a path leads through, itself included: 0 for the mount. */
export function levelsOf(path: MountPath): number {
  return path === '/' ? 0 : path.split('/').length - 1;
}

/** Whether a path lies below a folder, at any depth. */
export function isBelow(path: MountPath, folder: MountPath): boolean {
  return folder === '/' ? path !== '/' : path.startsWith(`${folder}/`);
}

/** Each name percent-encoded on its own: `/a b/c#d` becomes `/a%20b/c%23d`. */
export function encodePath(path: MountPath): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

function pathText(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') {
    throw invalid('', 'is empty', 'Enter a path such as folder/file.json.');
  }
  return String(value);
}

function checked(text: string): MountPath {
  const path = text.startsWith('/') ? text : `/${text}`;
  if (path.length > MAX_CHARACTERS) {
    throw invalid(text, `has ${path.length} characters`, `Use at most ${MAX_CHARACTERS}.`);
  }
  const names = path.split('/').slice(1);
  if (names.length === 1 && names[0] === '') {
    throw invalid(text, 'is empty', 'Enter a path such as folder/file.json.');
  }
  for (const name of names) {
    if (isName(name)) continue;
    if (name === '') {
      throw invalid(text, 'contains two slashes in a row', 'Use only one slash between two names.');
    }
    if (CONTROL_CHARACTERS.test(name)) {
      throw invalid(
        text,
        'contains a control character',
        'Remove line breaks and other invisible characters.',
      );
    }
    if (HALF_CHARACTER.test(name)) {
      throw invalid(
        text,
        'contains an incomplete character',
        'The text was cut in the middle of a character. Check where the path comes from.',
      );
    }
    throw invalid(
      text,
      `holds "${name}"`,
      'Enter the path from the top folder, without "." or ".." as a name.',
    );
  }
  return path;
}

function invalid(text: string, what: string, hint: string): InvalidInputError {
  const shown = text
    .slice(0, MAX_CHARACTERS)
    .replace(new RegExp(CONTROL_CHARACTERS, 'g'), '�')
    .replace(new RegExp(HALF_CHARACTER, 'gu'), '�');
  return new InvalidInputError(`The path "${excerpt(shown)}" ${what}`, `${hint} Nothing was sent.`);
}
