import { posix } from 'node:path';
import { InvalidInputError } from '../../errors/errors';
import { excerpt } from '../../text/text';
import { joinPath, readFilePath, type MountPath } from '../paths';

/**
 * The folder that a file comes from, with slashes between its names and none at its end: of a disk, as `/data/conf`, or
 * within an archive or a repository, as `conf/spark`; `` where it has none. A drive is a name: `/C:/data`.
 */
type SourceFolder = string;

/** What is left off in front of each path: names with slashes between them; `` for nothing. */
type BaseFolder = string;

const ADDRESS = /^[a-z][a-z\d+.-]+:\/\//i;
const DRIVE = /^([a-z]):/i;

/** @param text as n8n tells it: of a file that was downloaded, it is the address */
export function readSourceFolder(text: string): SourceFolder {
  if (ADDRESS.test(text)) return '';
  const isOfWindows = DRIVE.test(text) || !text.includes('/');
  const withSlashes = isOfWindows ? text.replaceAll('\\', '/') : text;
  const withDrive = withSlashes.replace(
    DRIVE,
    (_whole, letter: string) => `/${letter.toUpperCase()}:`,
  );
  const folder = posix.normalize(withDrive).replace(/\/$/, '');
  return folder === '.' ? '' : folder;
}

/** @param text as a user writes it; `/` means that nothing is left off */
export function readBaseFolder(text: string): BaseFolder {
  return namesOf(readSourceFolder(text.trim())).join('/');
}

/**
 * What is left off where the user does not say it. It depends on nothing that other files than one's own decide, so that
 * a file fewer tomorrow moves none of the others: folders within an archive are kept, and one folder of a disk that holds
 * all files is left off.
 * @param deletes whether a wrong path would have the right file deleted
 * @throws InvalidInputError that proposes what to choose, where that cannot be known
 */
export function inferBaseFolder(folders: Iterable<SourceFolder>, deletes: boolean): BaseFolder {
  const different = [...new Set(folders)];
  const named = different.filter((folder) => folder !== '');
  const shared = sharedFolder(named);
  const isOfDisk = named.some((folder) => /^(?:\/|\.\.)/.test(folder));
  if (!isOfDisk) {
    // A file without a folder shows that the folders of the others belong to their paths.
    if (deletes && shared !== '' && named.length === different.length) throw unsafe(shared);
    return '';
  }
  if (named.length > 1) throw several(named, shared);
  if (deletes) throw unsafe(shared);
  return namesOf(shared).join('/');
}

/**
 * The path of a file below the folder that is left off; a file without a folder keeps its name.
 * @throws InvalidInputError where it lies elsewhere, or is no path
 */
export function pathBelow(base: BaseFolder, folder: SourceFolder, name: string): MountPath {
  const names = namesOf(folder);
  const left = namesOf(base);
  if (names.length > 0 && left.some((leftOff, index) => names[index] !== leftOff)) {
    throw new InvalidInputError(
      `${excerpt(joinPath(folder, name))} is not in the base folder ${excerpt(base)}`,
      'Change "Base Folder" to a folder that contains all files, or remove the item. Nothing was sent for this item.',
    );
  }
  return readFilePath([...names.slice(left.length), name].join('/'));
}

function namesOf(folder: SourceFolder | BaseFolder): string[] {
  return folder.split('/').filter((name) => name !== '');
}

/** The innermost folder that holds all of them. */
function sharedFolder([first = '', ...others]: readonly SourceFolder[]): SourceFolder {
  const names = first.split('/');
  const length = others.reduce((most, other) => {
    const otherNames = other.split('/');
    const differs = names.slice(0, most).findIndex((name, index) => name !== otherNames[index]);
    return differs < 0 ? most : differs;
  }, names.length);
  return names.slice(0, length).join('/');
}

function several(named: readonly SourceFolder[], shared: SourceFolder): InvalidInputError {
  return new InvalidInputError(
    `The files come from ${named.length} folders, and "Base Folder" is not set`,
    `Add the option "Base Folder". With ${shown(shared)}, all subfolders of that folder are kept. Nothing was sent.`,
  );
}

function unsafe(shared: SourceFolder): InvalidInputError {
  return new InvalidInputError(
    '"Delete Extraneous Files" needs "Base Folder" because the files come with folders',
    `Add the option "Base Folder". ${shown(shared)} removes that folder from the paths, and "/" removes nothing. Nothing was sent.`,
  );
}

function shown(folder: SourceFolder): string {
  return `"${excerpt(folder === '' ? '/' : folder)}"`;
}
