import { UnexpectedResponseError } from '../../errors/errors';
import { timeMs } from '../../runs/read/times';
import { excerpt } from '../../text/text';
import { fieldsOf, wholeNumberOf } from '../../text/values';
import { isBelow, isPath, nameOf, type MountPath } from '../paths';

export interface ConfEntry {
  path: MountPath;
  name: string;
  type: 'file' | 'directory';
  /** In bytes, where the listing has it. */
  size?: number;
  /** ISO 8601, where the listing has it. */
  modifiedAt?: string;
}

/** Object stores may have a file and a folder of the same path. */
export function keyOf({ path, type }: Pick<ConfEntry, 'path' | 'type'>): string {
  return type === 'directory' ? `${path}/` : path;
}

/** A file comes before a folder of its path. */
export function byPath(a: ConfEntry, b: ConfEntry): number {
  if (a.path === b.path) return a.type === 'file' ? -1 : 1;
  return a.path < b.path ? -1 : 1;
}

interface ListingOptions {
  /** Called for each entry that is left out because no path can hold its name, with the name as it can be shown. */
  onLeftOut?: (name: string) => void;
  /** Values that no error may show. */
  secrets?: readonly string[];
  bounds?: Pick<typeof WALK_BOUNDS, 'entries'>;
}

const MAX_CHARACTERS_OF_A_NAME = 100;

/**
 * Reads a listing, whose form the interface does not show (section 4.6): a list of names, a list of objects,
 * or an object that holds such a list.
 * @param folder the folder that was asked for
 * @returns every entry below it that the listing names, each once, sorted by path, a file before a folder of its path
 * @throws UnexpectedResponseError that shows what came, where it cannot be read or is too large
 */
export function readListing(
  text: string,
  folder: MountPath,
  { onLeftOut, secrets = [], bounds = WALK_BOUNDS }: ListingOptions = {},
): ConfEntry[] {
  const list = listIn(text, secrets);
  if (list.length > bounds.entries) throw tooManyEntries(bounds.entries, folder);
  const found = new Map<string, ConfEntry>();
  const oddNames: string[] = [];
  for (const value of list) {
    const fields = fieldsOf(value);
    const given = typeof value === 'string' ? value : pathIn(fields);
    if (given === undefined) throw unreadable(text, secrets);
    const entry = readEntry(given, fields, folder);
    if (!entry) oddNames.push(given);
    // Some services list the folder itself among its entries.
    else if (entry.path !== folder) found.set(keyOf(entry), entry);
  }
  // Should all names be odd, the form of the listing is another one than it seems.
  if (found.size === 0 && oddNames.length > 0) throw unreadable(text, secrets);
  for (const name of oddNames) onLeftOut?.(excerpt(name, secrets, MAX_CHARACTERS_OF_A_NAME));
  return [...found.values()].sort(byPath);
}

/** The list of a response: itself, or the only one that an object holds. */
function listIn(text: string, secrets: readonly string[]): unknown[] {
  let response: unknown;
  try {
    response = JSON.parse(text);
  } catch {
    throw unreadable(text, secrets);
  }
  if (Array.isArray(response)) return response;
  const { error, errors, ...fields } = fieldsOf(response);
  const { truncated, isTruncated, partial, hasMore } = fields;
  const failed = [error, errors].some((said) => (Array.isArray(said) ? said.length > 0 : said));
  // Files left out would read as deleted.
  if (failed || [truncated, isTruncated, partial, hasMore].includes(true)) {
    const hint = 'It was not used. Try again later.';
    throw notUsed('The list of files is incomplete', hint, text, secrets);
  }
  const [list, ...others] = Object.values(fields).filter(Array.isArray);
  if (!list || others.length > 0) throw unreadable(text, secrets);
  return list;
}

/** `path` may hold the whole path, or only the folder that `name` stands in. */
function pathIn({ path, name }: Record<string, unknown>): string | undefined {
  if (typeof path !== 'string') return typeof name === 'string' ? name : undefined;
  if (typeof name !== 'string') return path;
  const bareName = withoutSlash(name);
  const barePath = withoutSlash(path);
  const isWhole = barePath === bareName || barePath.endsWith(`/${bareName}`);
  return isWhole ? path : `${barePath}/${name}`;
}

/** @returns undefined for a name that no path can hold */
function readEntry(
  given: string,
  fields: Record<string, unknown>,
  folder: MountPath,
): ConfEntry | undefined {
  const path = placeOf(withoutSlash(given), folder);
  if (path === undefined) return undefined;
  const { type, isDirectory, directory, modifiedAt, lastModified } = fields;
  const isFolder =
    given.endsWith('/') ||
    [isDirectory, directory].includes(true) ||
    (typeof type === 'string' && /^(?:d|dir|directory|folder)$/i.test(type));
  const entry: ConfEntry = { path, name: nameOf(path), type: isFolder ? 'directory' : 'file' };
  const size = wholeNumberOf(fields.size);
  if (!isFolder && size !== undefined && size >= 0) entry.size = size;
  const time = readListedTime(modifiedAt ?? lastModified);
  if (time !== undefined) entry.modifiedAt = time;
  return entry;
}

/** Entries are named from the top of the mount or from the folder that was listed. */
function placeOf(given: string, folder: MountPath): MountPath | undefined {
  const fromTop = given.startsWith('/') ? given : `/${given}`;
  const isFromTop = fromTop === folder || isBelow(fromTop, folder);
  const path = isFromTop ? fromTop : `${folder}${fromTop}`;
  return path === '/' || isPath(path) ? path : undefined;
}

/** A time of a listing as ISO 8601: text, or the count since 1970. Without a year, almost any text with a number is a date. */
function readListedTime(time: unknown): string | undefined {
  const isTime = typeof time === 'string' ? /\d{4}/.test(time) : Number(time) >= 0;
  const ms = isTime ? timeMs(time) : undefined;
  return ms === undefined ? undefined : new Date(ms).toISOString();
}

function withoutSlash(text: string): string {
  return text.replace(/\/$/, '');
}

function unreadable(text: string, secrets: readonly string[]): UnexpectedResponseError {
  const hint = 'Report this format to the maintainers of the node.';
  return notUsed('The list of files has an unknown format', hint, text, secrets);
}

function notUsed(message: string, hint: string, text: string, secrets: readonly string[]) {
  const start = excerpt(text.slice(0, 20_000), secrets, 300) || '(nothing)';
  return new UnexpectedResponseError(message, {
    hint: `${hint} It starts with: ${start}`,
    reach: 'answered',
  });
}

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
