import { UnexpectedResponseError } from '../../errors/errors';
import { timeMs } from '../../runs/read/times';
import { ownValue } from '../../text/names';
import { excerpt } from '../../text/text';
import { fieldsOf, wholeNumberOf } from '../../text/values';
import { isPath, nameOf, type MountPath } from '../paths';
import { readNames } from './names';
import { notUsed, unreadable, type Listing } from './page';

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
 * Reads the entries of a listing.
 * @param folder the folder that was asked for
 * @returns every entry below it that the listing names, each once, sorted by path, a file before a folder of its path
 * @throws UnexpectedResponseError that shows what came, if it is too large, cannot be read, or can be read in two ways
 */
export function readEntries(
  listing: Listing,
  folder: MountPath,
  { onLeftOut, secrets = [], bounds = WALK_BOUNDS }: ListingOptions = {},
): ConfEntry[] {
  const { text } = listing;
  // Some services list the folder itself under another name; it would decide how all others are read.
  const values = listing.values.filter((value) => !isFolderItself(value, folder));
  if (values.length > bounds.entries) throw tooManyEntries(bounds.entries, folder);
  const read = readNames(values, folder);
  if (read === undefined) throw unreadable(text, secrets);
  if ('problem' in read) {
    const title = `The list of files of ${excerpt(folder, secrets, 200)} ${read.problem}`;
    throw notUsed(title, `${read.hint} The list was not used.`, text, secrets);
  }
  const found = new Map<string, ConfEntry>();
  const oddNames: string[] = [];
  read.forEach(({ name, path }, index) => {
    const entry = readEntry(path, name.endsWith('/'), fieldsOf(values[index]));
    if (!entry) oddNames.push(name);
    // Some services list the folder itself among its entries.
    else if (entry.path !== folder) found.set(keyOf(entry), entry);
  });
  // Should all names be odd, the form of the listing is another one than it seems.
  if (found.size === 0 && oddNames.length > 0) throw unreadable(text, secrets);
  for (const name of oddNames) onLeftOut?.(excerpt(name, secrets, MAX_CHARACTERS_OF_A_NAME));
  return [...found.values()].sort(byPath);
}

function isFolderItself(value: unknown, folder: MountPath): boolean {
  const { name, path = folder } = typeof value === 'string' ? { name: value } : fieldsOf(value);
  const isHere = typeof path === 'string' && `/${path.replace(/^\/|\/$/g, '')}` === folder;
  return isHere && typeof name === 'string' && /^(?:\.\/?|\/)?$/.test(name);
}

/** @returns undefined for a path that is not valid */
function readEntry(
  path: string,
  hasSlash: boolean,
  fields: Record<string, unknown>,
): ConfEntry | undefined {
  if (path !== '/' && !isPath(path)) return undefined;
  const { modifiedAt, lastModified } = fields;
  const isFolder = hasSlash || saysFolder(fields);
  const entry: ConfEntry = { path, name: nameOf(path), type: isFolder ? 'directory' : 'file' };
  const size = wholeNumberOf(fields.size);
  if (!isFolder && size !== undefined && size >= 0) entry.size = size;
  const time = readListedTime(modifiedAt ?? lastModified);
  if (time !== undefined) entry.modifiedAt = time;
  return entry;
}

const FOLDER_FLAGS = ['isDirectory', 'directory', 'isDir', 'is_dir', 'isFolder', 'folder'];
const TYPE_FIELDS = ['type', 'kind', 'fileType', 'entryType'];
const FOLDER_TYPE = /^(?:d|dir|directory|folder|tree|inode\/directory)$/i;

function saysFolder(fields: Record<string, unknown>): boolean {
  const types = TYPE_FIELDS.map((name) => ownValue(fields, name));
  return (
    FOLDER_FLAGS.some((name) => ownValue(fields, name) === true) ||
    fields.isFile === false ||
    Array.isArray(fields.children) ||
    types.some((type) => typeof type === 'string' && FOLDER_TYPE.test(type))
  );
}

/** A time of a listing as ISO 8601: text, or the count since 1970. Without a year, almost any text with a number is a date. */
function readListedTime(time: unknown): string | undefined {
  const isTime = typeof time === 'string' ? /\d{4}/.test(time) : Number(time) >= 0;
  const ms = isTime ? timeMs(time) : undefined;
  return ms === undefined ? undefined : new Date(ms).toISOString();
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
  });
}
