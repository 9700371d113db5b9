import { UnexpectedResponseError } from '../../errors/errors';
import { excerpt } from '../../text/text';
import { tooDeep, tooManyEntries, WALK_BOUNDS, type WalkBounds } from './bounds';
import { byPath, keyOf, readListed, type ConfEntry, listOf } from './listedEntry';
import { isBelow, levelsOf, nameOf, parentOf, type MountPath } from '../paths';

interface ListingOptions {
  /** Called for each entry that is left out because no path can hold its name, with the name as it can be shown. */
  onLeftOut?: (name: string) => void;
  /** Values that no error may show. */
  secrets?: readonly string[];
  bounds?: WalkBounds;
}

interface ReadingState extends ListingOptions {
  text: string;
  folder: MountPath;
  bounds: WalkBounds;
  found: Map<string, ConfEntry>;
  /** Those of which the listing says so. */
  files: Set<ConfEntry>;
  oddNames: string[];
}

const MAX_CHARACTERS_OF_A_NAME = 100;

/**
 * Reads a listing, whose form the interface does not show (section 4.6): a list of names, a list of objects,
 * or an object that holds such a list; entries may hold the entries below them.
 * @param folder the folder that was asked for
 * @returns every entry below it that the listing names, each once, sorted by path, a file before a folder of its path
 * @throws UnexpectedResponseError that shows what came, where it cannot be read or is too large
 */
export function readListing(
  text: string,
  folder: MountPath,
  options: ListingOptions = {},
): ConfEntry[] {
  const state: ReadingState = {
    bounds: WALK_BOUNDS,
    ...options,
    text,
    folder,
    found: new Map(),
    files: new Set(),
    oddNames: [],
  };
  collect(topList(state), state);
  // Should all names be odd, the form of the listing is another one than it seems.
  if (state.found.size === 0 && state.oddNames.length > 0) throw unreadable(state);
  for (const { path } of [...state.found.values()]) addParents(path, state);
  for (const name of state.oddNames) {
    options.onLeftOut?.(excerpt(name, options.secrets).slice(0, MAX_CHARACTERS_OF_A_NAME));
  }
  return [...state.found.values()].sort(byPath);
}

function topList(state: ReadingState): unknown[] {
  let response: unknown;
  try {
    response = JSON.parse(state.text);
  } catch {
    throw unreadable(state);
  }
  const list = listOf(response);
  if (list === 'incomplete') throw incomplete(state);
  if (!list) throw unreadable(state);
  return list;
}

/** Entries within entries may lie so deep that a function which calls itself would not come back. */
function collect(top: unknown[], state: ReadingState): void {
  const { folder, bounds, found, oddNames } = state;
  const lists = [{ list: top, of: folder }];
  for (let next = lists.pop(); next; next = lists.pop()) {
    for (const value of next.list) {
      const listed = readListed(value, next.of);
      if (!listed) throw unreadable(state);
      if ('oddName' in listed) {
        if (!isDotName(listed.oddName)) oddNames.push(listed.oddName);
      } else {
        const { entry, below, isFile } = listed;
        if (levelsOf(entry.path) - levelsOf(folder) > bounds.levels)
          throw tooDeep(bounds, entry.path);
        // Some services list the folder itself among its entries.
        if (entry.path !== next.of) found.set(keyOf(entry), entry);
        if (isFile) state.files.add(entry);
        if (below) lists.push({ list: below, of: entry.path });
      }
      if (found.size + oddNames.length + lists.length > bounds.entries) {
        throw tooManyEntries(bounds, folder);
      }
    }
  }
}

/** The folder itself and the one above it, as some listings show them. */
function isDotName(name: string): boolean {
  return /^(?:\.\/)?\.{1,2}\/?$/.test(name);
}

/** A listing of more than one level may leave out the folders in between, or not say that they are folders. */
function addParents(path: MountPath, { folder, found, files, bounds }: ReadingState): void {
  for (let parent = parentOf(path); isBelow(parent, folder); parent = parentOf(parent)) {
    const directory: ConfEntry = { path: parent, name: nameOf(parent), type: 'directory' };
    const key = keyOf(directory);
    if (found.has(key)) continue;
    const known = found.get(parent);
    const isUntyped = known !== undefined && !files.has(known);
    if (isUntyped) found.delete(parent);
    found.set(key, isUntyped ? { ...known, type: 'directory' } : directory);
  }
  if (found.size > bounds.entries) throw tooManyEntries(bounds, folder);
}

function incomplete(state: ReadingState): UnexpectedResponseError {
  return new UnexpectedResponseError('The list of files is incomplete', {
    hint: `It was not used. Try again later. It starts with: ${beginningOf(state)}`,
    reach: 'answered',
  });
}

function unreadable(state: ReadingState): UnexpectedResponseError {
  return new UnexpectedResponseError('The list of files has an unknown format', {
    hint: `Report this format to the maintainers of the node. It starts with: ${beginningOf(state) || '(nothing)'}`,
    reach: 'answered',
  });
}

function beginningOf({ text, secrets }: ReadingState): string {
  return excerpt(text.slice(0, 20_000), secrets).slice(0, 300);
}
