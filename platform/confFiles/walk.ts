import { mapConcurrently } from '../common/time/concurrency';
import {
  beyondBoundsError,
  tooManyEntriesError,
  WALK_BOUNDS,
  byPath,
  buildEntryKey,
  type ConfEntry,
} from './listing';
import { parentFolder, type ConfPath } from './paths';
import { isNotFound } from './refusals';
import type { ConfFileCall, ConfFileService } from './service';

const CONCURRENT_LISTINGS = 8;

type ListingService = Pick<ConfFileService, 'list'>;

export async function listFolder(
  service: ListingService,
  folder: ConfPath,
  call: ConfFileCall = {},
): Promise<ConfEntry[]> {
  const entries = await service.list(folder, call);
  return entries.filter(({ path }) => parentFolder(path) === folder);
}

/**
 * Returns all files and folders below a folder, sorted by path. Throws the error of the first listing that fails.
 * @throws UnexpectedResponseError if the walk exceeds its bounds, for example because of a cycle
 */
export async function listRecursively(
  service: ListingService,
  top: ConfPath,
  call: ConfFileCall = {},
  bounds = WALK_BOUNDS,
): Promise<ConfEntry[]> {
  const found = new Map<string, ConfEntry>();
  let folders = [top];
  let requests = 0;
  for (let depth = 0; folders.length > 0; depth++) {
    if (depth > bounds.levels) {
      throw beyondBoundsError(
        `The folders are nested deeper than ${bounds.levels} levels`,
        folders[0] ?? top,
      );
    }
    const next: ConfPath[] = [];
    await mapConcurrently(folders, CONCURRENT_LISTINGS, async (folder) => {
      if (++requests > bounds.requests) {
        throw beyondBoundsError(`There are more than ${bounds.requests} folders to list`, folder);
      }
      for (const entry of await service.list(folder, call)) {
        if (found.has(buildEntryKey(entry))) continue;
        found.set(buildEntryKey(entry), entry);
        if (entry.type === 'directory') next.push(entry.path);
      }
      if (found.size > bounds.entries) throw tooManyEntriesError(bounds.entries, folder);
    });
    folders = next;
  }
  return [...found.values()].sort(byPath);
}

/**
 * Returns true only if the folder is missing in the listing of its parent, or if the parent is gone. "Not found" alone proves
 * nothing, because a gateway or a wrong address also causes it.
 */
export async function isGone(
  service: ListingService,
  folder: ConfPath,
  call: ConfFileCall,
): Promise<boolean> {
  if (folder === '/') return false;
  const parent = parentFolder(folder);
  try {
    const entries = await service.list(parent, call);
    return entries.every(({ path }) => path !== folder);
  } catch (error) {
    if (isNotFound(error)) return await isGone(service, parent, call);
    throw error;
  }
}
