import { UnexpectedResponseError } from '../../errors/errors';
import { excerpt } from '../../text/text';
import type { MountPath } from '../paths';

/** Where looking through folders ends: a link that leads back up, or a folder that lists itself, has no end. */
export const WALK_BOUNDS = {
  /** How many listings are asked for. */
  requests: 10_000,
  /** How many files and folders are found. */
  entries: 200_000,
  /** How deep a folder lies below the one where the walk begins. */
  levels: 64,
};

export function tooManyEntries(entries: number, folder: MountPath): UnexpectedResponseError {
  return beyond(`The list of files has more than ${entries} entries`, folder);
}

export function beyond(message: string, folder: MountPath): UnexpectedResponseError {
  return new UnexpectedResponseError(message, {
    hint: `A link to a parent folder may cause a loop: check ${excerpt(folder, [], 200)}. Otherwise, choose a subfolder, or turn off "Include Subfolders".`,
    reach: 'answered',
  });
}
