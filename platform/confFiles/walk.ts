import { mapConcurrently } from '../time/concurrency';
import { tooDeep, tooManyEntries, tooManyRequests, WALK_BOUNDS } from './listing/bounds';
import { byPath, keyOf, type ConfEntry } from './listing/listedEntry';
import { parentOf, type MountPath } from './paths';
import type { ConfFileCall, ConfFileService } from './service';

const CONCURRENT_LISTINGS = 8;

type ListingService = Pick<ConfFileService, 'list'>;

/** The entries directly in a folder. */
export async function listFolder(
  service: ListingService,
  folder: MountPath,
  call: ConfFileCall = {},
): Promise<ConfEntry[]> {
  const entries = await service.list(folder, call);
  return entries.filter(({ path }) => parentOf(path) === folder);
}

/**
 * Everything below a folder, sorted by path. Whole or not at all: a listing that fails is thrown.
 * @throws UnexpectedResponseError where the walk has gone so far that it would not end, as that through a cycle
 */
export async function listRecursively(
  service: ListingService,
  top: MountPath,
  call: ConfFileCall = {},
  bounds = WALK_BOUNDS,
): Promise<ConfEntry[]> {
  const found = new Map<string, ConfEntry>();
  let folders = [top];
  let requests = 0;
  for (let depth = 0; folders.length > 0; depth++) {
    if (depth > bounds.levels) throw tooDeep(bounds, folders[0] ?? top);
    const next: MountPath[] = [];
    await mapConcurrently(folders, CONCURRENT_LISTINGS, async (folder) => {
      if (++requests > bounds.requests) throw tooManyRequests(bounds, folder);
      addNew(await service.list(folder, call), found, next);
      if (found.size > bounds.entries) throw tooManyEntries(bounds, folder);
    });
    folders = next;
  }
  return [...found.values()].sort(byPath);
}

/** Remembers the entries, and which folders among them have not been listed yet. */
function addNew(entries: ConfEntry[], found: Map<string, ConfEntry>, folders: MountPath[]): void {
  const unknown = entries.filter((entry) => !found.has(keyOf(entry)));
  for (const entry of unknown) found.set(keyOf(entry), entry);
  // A service that lists several levels at once has said already what lies in these.
  const listed = new Set(unknown.map(({ path }) => parentOf(path)));
  for (const { type, path } of unknown) {
    if (type === 'directory' && !listed.has(path)) folders.push(path);
  }
}
