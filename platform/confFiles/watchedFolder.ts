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

/** The states of this many files take up to two megabytes in the trigger's saved state. */
export const MAX_FILES = 10_000;

/**
 * Returns an empty list if the folder does not exist. If a listing fails, throws its error instead of returning fewer files.
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
