import { UnexpectedResponseError } from '../../errors/errors';
import { excerpt } from '../../text/text';
import type { MountPath } from '../paths';

/** Where looking through folders ends: a link that leads back up, or a folder that lists itself, has no end. */
export interface WalkBounds {
  /** How many listings are asked for. */
  requests: number;
  /** How many files and folders are found. */
  entries: number;
  /** How deep a folder lies below the one where the walk begins. */
  levels: number;
}

export const WALK_BOUNDS: WalkBounds = { requests: 10_000, entries: 200_000, levels: 64 };

export function tooManyRequests({ requests }: WalkBounds, folder: MountPath) {
  return beyond(`There are more than ${requests} folders to list`, folder);
}

export function tooManyEntries({ entries }: WalkBounds, folder: MountPath) {
  return beyond(`The list of files has more than ${entries} entries`, folder);
}

export function tooDeep({ levels }: WalkBounds, folder: MountPath) {
  return beyond(`The folders are nested deeper than ${levels} levels`, folder);
}

function beyond(message: string, folder: MountPath): UnexpectedResponseError {
  return new UnexpectedResponseError(message, {
    hint: `A link to a parent folder may cause a loop: check ${excerpt(folder).slice(0, 200)}. Otherwise, choose a subfolder, or turn off "Include Subfolders".`,
    reach: 'answered',
  });
}
