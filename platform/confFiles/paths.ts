import { InvalidInputError } from '../errors';

/**
 * A path inside the platform's mount, always with a slash in front: `/folder/file.json`; the mount itself is `/`.
 * Paths are data: whatever stands between two slashes is a name, percent signs and question marks included.
 */
export type MountPath = string;

// eslint-disable-next-line no-control-regex -- control characters are what is refused
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/;

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
    !CONTROL_CHARACTERS.test(name)
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
    throw invalid('', 'is empty', 'Give a path such as folder/file.json.');
  }
  return String(value);
}

function checked(text: string): MountPath {
  const path = text.startsWith('/') ? text : `/${text}`;
  const names = path.split('/').slice(1);
  if (names.length === 1 && names[0] === '') {
    throw invalid(text, 'is empty', 'Give a path such as folder/file.json.');
  }
  for (const name of names) {
    if (isName(name)) continue;
    if (name === '') {
      throw invalid(text, 'holds two slashes in a row', 'Leave only one slash between two names.');
    }
    if (CONTROL_CHARACTERS.test(name)) {
      throw invalid(
        text,
        'holds a control character',
        'Take line ends and other invisible characters out.',
      );
    }
    throw invalid(
      text,
      `holds "${name}"`,
      'Write the path from the top of the mount, without "." or ".." as a name.',
    );
  }
  return path;
}

function invalid(text: string, what: string, hint: string): InvalidInputError {
  const shown = text.replace(new RegExp(CONTROL_CHARACTERS, 'g'), '�');
  return new InvalidInputError(`The path "${shown}" ${what}`, `${hint} Nothing was sent.`);
}
