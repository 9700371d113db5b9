import { mapConcurrently } from '../concurrency';
import { UnexpectedAnswerError } from '../errors';
import type { ConfEntry } from './listing';
import { parentOf, type MountPath } from './paths';
import type { ConfFileCall, ConfFileService } from './service';

const CONCURRENT_LISTINGS = 8;
/** Far deeper than people build; a link that leads back up has no end. */
const MAX_DEPTH = 64;

/** The entries directly in a folder. */
export async function listFolder(
  service: ConfFileService,
  folder: MountPath,
  call: ConfFileCall = {},
): Promise<ConfEntry[]> {
  const entries = await service.list(folder, call);
  return entries.filter(({ path }) => parentOf(path) === folder);
}

/**
 * Everything below a folder, sorted by path. Whole or not at all: a listing that fails is thrown.
 * @throws UnexpectedAnswerError where folders lie deeper than 64 levels, as those of a cycle do
 */
export async function listRecursively(
  service: ConfFileService,
  top: MountPath,
  call: ConfFileCall = {},
): Promise<ConfEntry[]> {
  const found = new Map<MountPath, ConfEntry>();
  let folders = [top];
  for (let depth = 0; folders.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw tooDeep(folders[0] ?? top);
    const listings = await mapConcurrently(
      folders,
      CONCURRENT_LISTINGS,
      async (folder) => await service.list(folder, call),
    );
    folders = newFolders(listings.flat(), found);
  }
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Remembers the entries and tells which folders among them have not been listed yet. */
function newFolders(entries: ConfEntry[], found: Map<MountPath, ConfEntry>): MountPath[] {
  const unknown = entries.filter(({ path }) => !found.has(path));
  for (const entry of unknown) found.set(entry.path, entry);
  // A service that lists several levels at once has said already what lies in these.
  const listed = new Set(unknown.map(({ path }) => parentOf(path)));
  return unknown
    .filter(({ type, path }) => type === 'directory' && !listed.has(path))
    .map(({ path }) => path);
}

function tooDeep(folder: MountPath): UnexpectedAnswerError {
  return new UnexpectedAnswerError(`The folders lie deeper than ${MAX_DEPTH} levels`, {
    hint: `A link that leads back up makes a cycle. Look at ${folder.slice(0, 200)}`,
    reach: 'answered',
  });
}
