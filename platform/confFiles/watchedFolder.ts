import { InvalidInputError } from '../common/errors/errors';
import type { ConfEntry } from './listing';
import type { ConfPath } from './paths';
import { isNotFound } from './refusals';
import type { ConfFileCall, ConfFileService } from './service';
import { isGone, listFolder, listRecursively } from './walk';

export interface WatchedFolder {
  path: ConfPath;
  recursive: boolean;
}

/** The fingerprints of this many files usually take less than two megabytes in the trigger's saved state. */
export const MAX_WATCHED_FILES = 10_000;

/**
 * Returns an empty list if the folder does not exist. Throws the error of any other failed listing.
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
  if (files.length > MAX_WATCHED_FILES) throw tooManyFilesError(path, files.length);
  return files;
}

function tooManyFilesError(path: ConfPath, count: number): InvalidInputError {
  return new InvalidInputError(
    `${path} contains ${count} files, but a trigger can watch only ${MAX_WATCHED_FILES}`,
    'Choose a subfolder in "Folder", or turn off "Include Subfolders". You can also use several triggers.',
  );
}
