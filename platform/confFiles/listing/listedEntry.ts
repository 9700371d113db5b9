import { timeMs } from '../../runs/read/times';
import { isObject } from '../../text/values';
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

/** What a value of a listing is: an entry, one whose name no path can hold, or nothing that is known. */
type Listed =
  | { entry: ConfEntry; below?: unknown[]; /** Said in so many words. */ isFile?: boolean }
  | { oddName: string }
  | undefined;

/** Reads one value of a folder's list: a name, or an object. */
export function readListed(listed: unknown, folder: MountPath): Listed {
  const given = typeof listed === 'string' ? listed : isObject(listed) ? pathIn(listed) : undefined;
  if (given === undefined) return undefined;
  const entry = namedEntry(given, folder);
  if (!entry) return { oddName: given };
  if (!isObject(listed)) return { entry };
  const isNoFolder = isFile(listed);
  const below = isNoFolder ? undefined : listUnder(listed);
  if (below || isDirectory(listed)) entry.type = 'directory';
  if (entry.type === 'file') addSize(entry, listed);
  const { modifiedAt, lastModified, modified, mtime } = listed;
  const time = readListedTime(modifiedAt ?? lastModified ?? modified ?? mtime);
  if (time !== undefined) entry.modifiedAt = time;
  return { entry, below, isFile: isNoFolder };
}

/** Directories end in a slash where no type is given. */
function namedEntry(given: string, folder: MountPath): ConfEntry | undefined {
  const path = placeOf(given.replace(/\/$/, ''), folder);
  if (path === undefined) return undefined;
  return { path, name: nameOf(path), type: given.endsWith('/') ? 'directory' : 'file' };
}

/** `path` may hold the whole path, or only the folder that `name` stands in. */
function pathIn({ path, name, fileName }: Record<string, unknown>): string | undefined {
  const ownName = typeof name === 'string' ? name : fileName;
  if (typeof path !== 'string') return typeof ownName === 'string' ? ownName : undefined;
  if (typeof ownName !== 'string') return path;
  const bareName = ownName.replace(/\/$/, '');
  const barePath = path.replace(/\/$/, '');
  const isWhole = barePath === bareName || barePath.endsWith(`/${bareName}`);
  return isWhole ? path : `${barePath}/${ownName}`;
}

/** Entries are named from the top of the mount or from the folder that was listed. */
function placeOf(given: string, folder: MountPath): MountPath | undefined {
  const fromTop = given.startsWith('/') ? given : `/${given}`;
  const isFromTop = fromTop === folder || isBelow(fromTop, folder);
  const path = isFromTop ? fromTop : `${folder === '/' ? '' : folder}${fromTop}`;
  return path === '/' || isPath(path) ? path : undefined;
}

function isFile({ type, isDirectory: is, directory, isDir }: Record<string, unknown>): boolean {
  if ([is, directory, isDir].includes(false)) return true;
  return typeof type === 'string' && /^(?:f|file|regular)$/i.test(type);
}

function isDirectory(listed: Record<string, unknown>): boolean {
  const { type, isDirectory: is, directory, isDir, folder } = listed;
  if ([is, directory, isDir, folder].includes(true)) return true;
  return typeof type === 'string' && /^(?:d|dir|directory|folder)$/i.test(type);
}

function addSize(entry: ConfEntry, { size, length, contentLength }: Record<string, unknown>): void {
  const given = size ?? length ?? contentLength;
  const isNumber = typeof given === 'number' || (typeof given === 'string' && /^\d+$/.test(given));
  const bytes = isNumber ? Number(given) : Number.NaN;
  if (Number.isSafeInteger(bytes) && bytes >= 0) entry.size = bytes;
}

/** A time of a listing as ISO 8601: text, or the count since 1970. Without a year, almost any text with a number is a date. */
function readListedTime(time: unknown): string | undefined {
  const isTime = typeof time === 'string' ? /\d{4}/.test(time) : Number(time) >= 0;
  const ms = isTime ? timeMs(time) : undefined;
  return ms === undefined ? undefined : new Date(ms).toISOString();
}

/** Under these names an object holds its entries. */
const LIST_FIELDS = [
  'files',
  'entries',
  'items',
  'children',
  'content',
  'contents',
  'data',
  'list',
  'results',
] as const;

/** An object within an object within an object holds the list at most. */
const MAX_WRAPPINGS = 3;

/** The list that an object holds under a known name. */
function listUnder(object: Record<string, unknown>): unknown[] | undefined {
  return LIST_FIELDS.map((name) => object[name]).find(Array.isArray);
}

/**
 * The list of a response: itself, or what an object holds under a known name, or the only list that it holds;
 * `incomplete` where it says beside the list that something went wrong, or that there is more.
 */
export function listOf(response: unknown): unknown[] | 'incomplete' | undefined {
  let value = response;
  for (let wrappings = 0; wrappings <= MAX_WRAPPINGS; wrappings++) {
    if (Array.isArray(value)) return value;
    if (!isObject(value)) return undefined;
    // Files left out would read as deleted.
    if (isIncomplete(value)) return 'incomplete';
    const object = value;
    value =
      listUnder(object) ??
      onlyList(object) ??
      LIST_FIELDS.map((name) => object[name]).find(isObject);
  }
  return undefined;
}

function isIncomplete(object: Record<string, unknown>): boolean {
  const { error, errors, truncated, isTruncated, partial, hasMore } = object;
  const failed = [error, errors].some((said) => (Array.isArray(said) ? said.length > 0 : said));
  return failed || [truncated, isTruncated, partial, hasMore].includes(true);
}

function onlyList(object: Record<string, unknown>): unknown[] | undefined {
  const lists = Object.entries(object)
    .filter(([name]) => name !== 'errors')
    .map(([, value]) => value)
    .filter(Array.isArray);
  return lists.length === 1 ? lists[0] : undefined;
}
