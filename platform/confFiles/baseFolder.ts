import { posix } from 'node:path';
import { InvalidInputError } from '../common/errors/errors';
import { excerpt } from '../common/text/text';
import { joinPath, readFilePath, type ConfPath } from './paths';

/** The folder of a file, such as `/data/conf` on a disk or `conf/spark` in an archive; empty if the file has none. */
type SourceFolder = string;

/** The folder that is removed from the start of each path, such as `data/conf`; empty if nothing is removed. */
type BaseFolder = string;

const STARTS_WITH_SCHEME = /^[a-z][a-z\d+.-]+:\/\//i;
const DISK_FOLDER = /^(?:\/|\.\.|[a-z]:)/i;

/** @param text a folder in n8n's binary data, or the address of a downloaded file */
export function readSourceFolder(text: string): SourceFolder {
  if (STARTS_WITH_SCHEME.test(text)) return '';
  const mayUseBackslashes = /^[a-z]:/i.test(text) || !text.includes('/');
  const folder = posix.normalize(mayUseBackslashes ? text.replaceAll('\\', '/') : text);
  return folder === '.' ? '' : folder.replace(/\/$/, '');
}

/** @param text from the user; `/` removes nothing */
export function readBaseFolder(text: string): BaseFolder {
  return splitPath(readSourceFolder(text.trim())).join('/');
}

/**
 * Returns the base folder to use if the user does not set one. One missing file must not change the paths of the others, so
 * folders in an archive are kept, and a folder on a disk is removed only if no file is in another folder.
 * @param deletesExtraneous true if files with other paths are deleted, so a wrong path would delete a file
 * @throws InvalidInputError if the user has to set the base folder
 */
export function findDefaultBaseFolder(
  folders: Iterable<SourceFolder>,
  deletesExtraneous: boolean,
): BaseFolder {
  const distinct = [...new Set(folders)].filter((folder) => folder !== '');
  const [first = ''] = distinct;
  if (deletesExtraneous && distinct.length > 0) {
    throw missingBaseFolderError(
      '"Delete Extraneous Files" needs "Base Folder" because the files come with folders',
    );
  }
  if (!distinct.some((folder) => DISK_FOLDER.test(folder))) return '';
  if (distinct.length === 1) return splitPath(first).join('/');
  throw missingBaseFolderError(
    `The files come from ${distinct.length} folders, and "Base Folder" is not set`,
  );
}

function missingBaseFolderError(message: string): InvalidInputError {
  return new InvalidInputError(
    message,
    'Add the option "Base Folder": the folder to remove from the start of each path, or "/" to remove nothing. Nothing was sent.',
  );
}

/**
 * Returns the path of a file from its base folder, with a leading slash. The path of a file without a folder is its name.
 * @throws InvalidInputError if the file is not in the base folder, or has no valid path
 */
export function removeBaseFolder(base: BaseFolder, folder: SourceFolder, name: string): ConfPath {
  const names = splitPath(folder);
  const baseNames = splitPath(base);
  if (names.length > 0 && baseNames.some((name, index) => names[index] !== name)) {
    throw new InvalidInputError(
      `${excerpt(joinPath(folder, name))} is not in the base folder ${excerpt(base)}`,
      'Change "Base Folder" to a folder that contains all files, or remove the item. Nothing was sent for this item.',
    );
  }
  return readFilePath([...names.slice(baseNames.length), name].join('/'));
}

function splitPath(folder: SourceFolder | BaseFolder): string[] {
  return folder.split('/').filter((name) => name !== '');
}
