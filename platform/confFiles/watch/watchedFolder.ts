import { InvalidInputError } from '../../errors/errors';
import type { ConfEntry } from '../listing/listing';
import { parentOf, type MountPath } from '../paths';
import { isNotFound } from '../refusals';
import type { ConfFileCall, ConfFileService } from '../service';
import { listFolder, listRecursively } from '../walk';

export interface WatchedFolder {
  path: MountPath;
  recursive: boolean;
}

/** What is remembered of each file is kept by the caller: so many stay within a megabyte or two. */
export const MAX_FILES = 10_000;

/**
 * Every file of a folder; none where there is no such folder. Whole or not at all: a listing that fails is thrown.
 * @throws InvalidInputError for more files than can be watched
 */
export async function listWatchedFiles(
  service: ConfFileService,
  { path, recursive }: WatchedFolder,
  call: ConfFileCall = {},
): Promise<ConfEntry[]> {
  const list = recursive ? listRecursively : listFolder;
  const entries = await list(service, path, call).catch(async (error: unknown) => {
    if (isNotFound(error) && (await isGone(service, path, call))) return [];
    throw error;
  });
  const files = entries.filter(({ type }) => type === 'file');
  if (files.length > MAX_FILES) throw tooMany(path, files.length);
  return files;
}

/**
 * "Not found" may come from a gateway or of a wrong address. A folder is gone where one above it can be listed
 * and does not show the way to it.
 */
async function isGone(
  service: ConfFileService,
  folder: MountPath,
  call: ConfFileCall,
): Promise<boolean> {
  if (folder === '/') return false;
  const parent = parentOf(folder);
  try {
    const entries = await service.list(parent, call);
    return entries.every(({ path }) => path !== folder);
  } catch (error) {
    if (isNotFound(error)) return await isGone(service, parent, call);
    throw error;
  }
}

function tooMany(path: MountPath, count: number): InvalidInputError {
  return new InvalidInputError(
    `${path} contains ${count} files, but only ${MAX_FILES} can be watched`,
    'Choose a subfolder in "Folder", or turn off "Include Subfolders". You can also use several triggers.',
  );
}
