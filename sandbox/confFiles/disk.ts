import { readdirSync, rmdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Refused } from '../http/refusal';

/** What is there: a file, nothing, or a folder (or a file on the way there), where no file can be. */
export function statOf(location: string): { size: number } | 'conflict' | undefined {
  try {
    const stat = statSync(location);
    return stat.isFile() ? { size: stat.size } : 'conflict';
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return undefined;
    if (code === 'ENOTDIR') return 'conflict';
    throw tooLong(error) ?? error;
  }
}

export function isThere(location: string): boolean {
  return statSync(location, { throwIfNoEntry: false }) !== undefined;
}

export function meansConflict(error: unknown): boolean {
  return ['ENOTDIR', 'EISDIR', 'EEXIST'].includes(codeOf(error) ?? '');
}

/** Removes the folder and those above it as long as they are empty; never the last one. */
export function pruneEmptyFolders(folder: string, last: string): void {
  for (let at = folder; at !== last && readdirSync(at).length === 0; at = dirname(at)) {
    rmdirSync(at);
  }
}

export function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

function tooLong(error: unknown): Refused | undefined {
  return codeOf(error) === 'ENAMETOOLONG' ? new Refused(400, 'The path is too long') : undefined;
}
