import { UnexpectedResponseError } from '../common/errors/errors';
import { findSignOfMorePages } from '../http/morePages';
import type { ResponseHead } from '../http/response';
import { parseTimeMs } from '../runs/read/times';
import { excerpt } from '../common/text/text';
import { toObject, readWholeNumber } from '../common/text/values';
import { isBelow, isValidPath, fileName, type ConfPath } from './paths';

export interface ConfEntry {
  path: ConfPath;
  name: string;
  type: 'file' | 'directory';
  /** In bytes, if the listing has it. */
  size?: number;
  /** ISO 8601, if the listing has it. */
  modifiedAt?: string;
}

/** In an object store, a file and a folder may have the same path. */
export function buildEntryKey({ path, type }: Pick<ConfEntry, 'path' | 'type'>): string {
  return type === 'directory' ? `${path}/` : path;
}

/** A file comes before a folder with the same path. */
export function byPath(a: ConfEntry, b: ConfEntry): number {
  if (a.path === b.path) return a.type === 'file' ? -1 : 1;
  return a.path < b.path ? -1 : 1;
}

interface ListingResponse {
  text: string;
  headers?: ResponseHead['headers'];
  secrets?: readonly string[];
}

interface ListingOptions {
  /** Called with the name of each entry that is left out because its name is not valid in a path. */
  onLeftOut?: (name: string) => void;
  maxEntries?: number;
}

const MAX_REPORTED_NAME_CHARACTERS = 100;

/**
 * Reads a list of names, or of objects with a name or path. The documentation of the platform's interface does not show the format
 * (section 4.6). The list may be in a field of an object. A name may be a path from the folder or from the top folder.
 * @returns entries below the folder whose names are valid, each once, sorted by path
 * @throws UnexpectedResponseError if the response has another format, is incomplete or is too large
 */
export function readListing(
  response: ListingResponse,
  folder: ConfPath,
  { onLeftOut, maxEntries = WALK_BOUNDS.entries }: ListingOptions = {},
): ConfEntry[] {
  const values = findList(response);
  if (values.length > maxEntries) throw tooManyEntriesError(maxEntries, folder);
  const names = values.map((value) => readEntryName(value) ?? throwUnreadable(response));
  const found = new Map<string, ConfEntry>();
  const leftOut: string[] = [];
  for (const [index, path] of toPaths(names, folder, response).entries()) {
    // Some services list the folder itself among its entries.
    if (path === folder) continue;
    const name = names[index] ?? '';
    if (isValidPath(path)) {
      const entry = readEntry(path, name.endsWith('/'), toObject(values[index]));
      found.set(buildEntryKey(entry), entry);
    } else {
      leftOut.push(name);
    }
  }
  // If no name is valid, the list has another format.
  if (found.size === 0 && leftOut.length > 0) throwUnreadable(response);
  for (const name of leftOut)
    onLeftOut?.(excerpt(name, response.secrets, MAX_REPORTED_NAME_CHARACTERS));
  return [...found.values()].sort(byPath);
}

/** Returns the response itself, or the only list in an object. */
function findList(response: ListingResponse): unknown[] {
  const body = parseJson(response);
  const { error, errors, ...fields } = Array.isArray(body) ? { body } : toObject(body);
  const hasError = [error, errors].some((value) =>
    Array.isArray(value) ? value.length > 0 : value,
  );
  if (hasError) throw incompleteError('The response reports an error. Try again later.', response);
  const [list, ...others] = Object.values(fields).filter(Array.isArray);
  if (!list || others.length > 0) return throwUnreadable(response);
  const more = findSignOfMorePages(body, list.length, response.headers);
  if (more !== undefined) throw incompleteError(`"${more}" reports more files.`, response);
  return list;
}

function parseJson(response: ListingResponse): unknown {
  try {
    return JSON.parse(response.text);
  } catch {
    return throwUnreadable(response);
  }
}

function readEntryName(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  const { name, path } = toObject(value);
  if (typeof path !== 'string') return typeof name === 'string' ? name : undefined;
  if (typeof name !== 'string' || name === '') return path;
  // A path that does not end in the name may be that of the folder, so the format is unknown.
  return `/${trimSlash(path)}`.endsWith(`/${trimSlash(name)}`) ? path : undefined;
}

/**
 * Decides for all names together whether they start at the top folder: in `/spark`, the name `spark/a` alone may mean `/spark/a`
 * or `/spark/spark/a`.
 */
function toPaths(
  names: readonly string[],
  folder: ConfPath,
  response: ListingResponse,
): ConfPath[] {
  const trimmedNames = names.map(trimSlash);
  const others = trimmedNames.filter((name) => name !== folder);
  const fromTop = others.filter(
    (name) => folder === '/' || name.startsWith('/') || isBelow(`/${name}`, folder),
  );
  if (fromTop.length === 0) {
    return trimmedNames.map((name) => (name === folder ? folder : `${folder}/${name}`));
  }
  const title = `The list of files of ${excerpt(folder, response.secrets, 200)}`;
  if (fromTop.length < others.length) {
    const hint =
      'Some paths start at the top folder, and others may start at this folder. If this folder contains a folder with its own name, rename the inner one. The list was not used.';
    throw listingError(`${title} can be read in two ways`, hint, response);
  }
  const paths = trimmedNames.map((name) => (name.startsWith('/') ? name : `/${name}`));
  if (paths.every((path) => path === folder || isBelow(path, folder))) return paths;
  const hint = 'Check the address of the service. The list was not used.';
  throw listingError(`${title} contains paths of other folders`, hint, response);
}

function trimSlash(name: string): string {
  return name.replace(/\/$/, '');
}

function readEntry(
  path: ConfPath,
  hasSlashAtEnd: boolean,
  fields: Record<string, unknown>,
): ConfEntry {
  const isFolder = hasSlashAtEnd || isFlaggedAsFolder(fields);
  const entry: ConfEntry = { path, name: fileName(path), type: isFolder ? 'directory' : 'file' };
  const size = readWholeNumber(fields.size);
  if (!isFolder && size !== undefined && size >= 0) entry.size = size;
  const time = readTime(fields.modifiedAt ?? fields.lastModified);
  if (time !== undefined) entry.modifiedAt = time;
  return entry;
}

/** Checks the fields of many kinds of servers, because a sync would delete a folder that it mistakes for a file. */
function isFlaggedAsFolder(fields: Record<string, unknown>): boolean {
  return Object.entries(fields).some(
    ([name, value]) =>
      (value === true && /^(?:is_?)?(?:dir|directory|folder)$/i.test(name)) ||
      (value === false && /^is_?file$/i.test(name)) ||
      (Array.isArray(value) && name === 'children') ||
      (typeof value === 'string' &&
        /^(?:(?:file|entry)_?)?(?:type|kind)$/i.test(name) &&
        /^(?:d|dir|directory|folder|tree|inode\/directory)$/i.test(value)),
  );
}

/** Reads a time as `parseTimeMs` does. Text must have a year, because `Date` accepts almost any text with a number. */
function readTime(time: unknown): string | undefined {
  const isTime = typeof time === 'string' ? /\d{4}/.test(time) : Number(time) >= 0;
  const ms = isTime ? parseTimeMs(time) : undefined;
  return ms === undefined ? undefined : new Date(ms).toISOString();
}

const RAW_RESPONSE_HINT = 'In "Get Many", turn on the option "Raw Response"';

function throwUnreadable(response: ListingResponse): never {
  const hint = `${RAW_RESPONSE_HINT} to get the response unchanged. Files can be uploaded, downloaded, and deleted by their paths without the list.`;
  throw listingError('The list of files has an unknown format', hint, response);
}

/** Files that are missing in an incomplete list would look deleted. */
function incompleteError(reason: string, response: ListingResponse): UnexpectedResponseError {
  const hint = `${RAW_RESPONSE_HINT} to see the response, or choose a folder with fewer files. ${reason} The list was not used.`;
  return listingError('The list of files is incomplete', hint, response);
}

function listingError(message: string, hint: string, { text, secrets }: ListingResponse) {
  const start = excerpt(text.slice(0, 20_000), secrets, 300) || '(nothing)';
  return new UnexpectedResponseError(message, {
    hint: `${hint} The response starts with: ${start}`,
  });
}

/** Without these bounds, a link to a parent folder, or a folder that lists itself, would make a walk endless. */
export const WALK_BOUNDS = {
  requests: 10_000,
  entries: 200_000,
  /** Counted from the folder where the walk begins. */
  levels: 64,
};

export function tooManyEntriesError(entries: number, folder: ConfPath): UnexpectedResponseError {
  return beyondBoundsError(`The list of files has more than ${entries} entries`, folder);
}

export function beyondBoundsError(message: string, folder: ConfPath): UnexpectedResponseError {
  return new UnexpectedResponseError(message, {
    hint: `A link to a parent folder may cause a loop: check ${excerpt(folder, [], 200)}. Otherwise, choose a subfolder, or turn off "Include Subfolders".`,
  });
}
