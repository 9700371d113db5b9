import { UnexpectedResponseError } from '../common/errors/errors';
import { findMorePages } from '../http/morePages';
import type { ResponseHead } from '../http/response';
import { timeMs } from '../runs/read/times';
import { excerpt } from '../common/text/text';
import { toObject, readWholeNumber } from '../common/text/values';
import { isBelow, isPath, fileName, type MountPath } from './paths';

export interface ConfEntry {
  path: MountPath;
  name: string;
  type: 'file' | 'directory';
  /** In bytes, if the listing has it. */
  size?: number;
  /** ISO 8601, if the listing has it. */
  modifiedAt?: string;
}

/** In an object store, a file and a folder may have the same path. */
export function entryKey({ path, type }: Pick<ConfEntry, 'path' | 'type'>): string {
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

const MAX_NAME_CHARACTERS = 100;

/**
 * The interface does not show the format of a list (section 4.6), so two are accepted: names, and objects with a name or path.
 * The list may be in an object. Names start in the folder or at the top.
 * @returns every entry below the folder, each once, sorted by path
 * @throws UnexpectedResponseError with the start of the response if it has another format, is incomplete or is too large
 */
export function readListing(
  response: ListingResponse,
  folder: MountPath,
  { onLeftOut, maxEntries = WALK_BOUNDS.entries }: ListingOptions = {},
): ConfEntry[] {
  const values = findList(response);
  if (values.length > maxEntries) throw tooManyEntries(maxEntries, folder);
  const names = values.map((value) => readName(value) ?? unreadable(response));
  const found = new Map<string, ConfEntry>();
  const leftOut: string[] = [];
  for (const [index, path] of toPaths(names, folder, response).entries()) {
    // Some services list the folder itself among its entries.
    if (path === folder) continue;
    const name = names[index] ?? '';
    if (isPath(path)) {
      const entry = readEntry(path, name.endsWith('/'), toObject(values[index]));
      found.set(entryKey(entry), entry);
    } else {
      leftOut.push(name);
    }
  }
  // If no name is valid, the list has another format.
  if (found.size === 0 && leftOut.length > 0) unreadable(response);
  for (const name of leftOut) onLeftOut?.(excerpt(name, response.secrets, MAX_NAME_CHARACTERS));
  return [...found.values()].sort(byPath);
}

/** Returns the response itself, or the only list in an object. */
function findList(response: ListingResponse): unknown[] {
  const body = parseJson(response);
  const { error, errors, ...fields } = Array.isArray(body) ? { body } : toObject(body);
  const failed = [error, errors].some((value) => (Array.isArray(value) ? value.length > 0 : value));
  if (failed) throw incomplete('It reports an error. Try again later.', response);
  const [list, ...others] = Object.values(fields).filter(Array.isArray);
  if (!list || others.length > 0) return unreadable(response);
  const more = findMorePages(body, list.length, response.headers);
  if (more !== undefined) throw incomplete(`"${more}" reports more files.`, response);
  return list;
}

function parseJson(response: ListingResponse): unknown {
  try {
    return JSON.parse(response.text);
  } catch {
    return unreadable(response);
  }
}

function readName(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  const { name, path } = toObject(value);
  if (typeof path !== 'string') return typeof name === 'string' ? name : undefined;
  if (typeof name !== 'string' || name === '') return path;
  // If the path does not end in the name, it is the path of the folder, and the format is unknown.
  return `/${bare(path)}`.endsWith(`/${bare(name)}`) ? path : undefined;
}

/** Decides for all names together where they start, because `spark/a` in `/spark` may start in either folder. */
function toPaths(
  names: readonly string[],
  folder: MountPath,
  response: ListingResponse,
): MountPath[] {
  const bareNames = names.map(bare);
  const others = bareNames.filter((name) => name !== folder);
  const fromTop = others.filter(
    (name) => folder === '/' || name.startsWith('/') || isBelow(`/${name}`, folder),
  );
  if (fromTop.length === 0) {
    return bareNames.map((name) => (name === folder ? folder : `${folder}/${name}`));
  }
  const title = `The list of files of ${excerpt(folder, response.secrets, 200)}`;
  if (fromTop.length < others.length) {
    const hint =
      'Some of its paths start at the top folder, and others may not. If the folder contains one of its own name, rename that one. The list was not used.';
    throw refusal(`${title} can be read in two ways`, hint, response);
  }
  const paths = bareNames.map((name) => (name.startsWith('/') ? name : `/${name}`));
  if (paths.every((path) => path === folder || isBelow(path, folder))) return paths;
  const hint = 'Check the address of the service. The list was not used.';
  throw refusal(`${title} contains paths of other folders`, hint, response);
}

function bare(name: string): string {
  return name.replace(/\/$/, '');
}

function readEntry(path: MountPath, hasSlash: boolean, fields: Record<string, unknown>): ConfEntry {
  const isFolder = hasSlash || isFlaggedAsFolder(fields);
  const entry: ConfEntry = { path, name: fileName(path), type: isFolder ? 'directory' : 'file' };
  const size = readWholeNumber(fields.size);
  if (!isFolder && size !== undefined && size >= 0) entry.size = size;
  const time = readTime(fields.modifiedAt ?? fields.lastModified);
  if (time !== undefined) entry.modifiedAt = time;
  return entry;
}

/** Accepts more fields than are known, because a sync would delete a folder that it mistakes for a file. */
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

/** Reads text, or a number of seconds or smaller units since 1970. Text must have a year: `Date` accepts almost any text with a number. */
function readTime(time: unknown): string | undefined {
  const isTime = typeof time === 'string' ? /\d{4}/.test(time) : Number(time) >= 0;
  const ms = isTime ? timeMs(time) : undefined;
  return ms === undefined ? undefined : new Date(ms).toISOString();
}

const RAW = 'In "Get Many", turn on the option "Raw Response"';

function unreadable(response: ListingResponse): never {
  const hint = `${RAW} to work with it as received. Files can be uploaded, downloaded, and deleted by their paths without it.`;
  throw refusal('The list of files has an unknown format', hint, response);
}

/** Files that are missing in an incomplete list would look deleted. */
function incomplete(reason: string, response: ListingResponse): UnexpectedResponseError {
  const hint = `${RAW} to see it, or choose a folder with fewer files. ${reason} The list was not used.`;
  return refusal('The list of files is incomplete', hint, response);
}

function refusal(message: string, hint: string, { text, secrets }: ListingResponse) {
  const start = excerpt(text.slice(0, 20_000), secrets, 300) || '(nothing)';
  return new UnexpectedResponseError(message, {
    hint: `${hint} It starts with: ${start}`,
  });
}

/** With a link to a parent folder, or a folder that lists itself, a walk would never end. */
export const WALK_BOUNDS = {
  requests: 10_000,
  /** Files and folders. */
  entries: 200_000,
  /** Counted from the folder where the walk begins. */
  levels: 64,
};

export function tooManyEntries(entries: number, folder: MountPath): UnexpectedResponseError {
  return beyondBounds(`The list of files has more than ${entries} entries`, folder);
}

export function beyondBounds(message: string, folder: MountPath): UnexpectedResponseError {
  return new UnexpectedResponseError(message, {
    hint: `A link to a parent folder may cause a loop: check ${excerpt(folder, [], 200)}. Otherwise, choose a subfolder, or turn off "Include Subfolders".`,
  });
}
