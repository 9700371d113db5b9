import { InvalidInputError } from '../common/errors/errors';
import type { ConfEntry } from './listing';
import type { MountPath } from './paths';
import { isNotFound } from './refusals';
import type { ConfFileCall, ConfFileService } from './service';
import { isGone, listFolder, listRecursively } from './walk';

export interface WatchedFolder {
  path: MountPath;
  recursive: boolean;
}

/** The caller remembers a state of each file: this many stay within two megabytes. */
export const MAX_FILES = 10_000;

/**
 * Lists all files of a folder; none if the folder does not exist. A listing that fails is an error, never fewer files.
 * @throws InvalidInputError if there are more files than can be watched
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

function tooMany(path: MountPath, count: number): InvalidInputError {
  return new InvalidInputError(
    `${path} contains ${count} files, but only ${MAX_FILES} can be watched`,
    'Choose a subfolder in "Folder", or turn off "Include Subfolders". You can also use several triggers.',
  );
}
