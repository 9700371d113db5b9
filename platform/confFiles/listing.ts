import { UnexpectedAnswerError } from '../errors';
import { excerpt } from '../text';
import { isBelow, isName, nameOf, parentOf, type MountPath } from './paths';

export interface ConfEntry {
  path: MountPath;
  name: string;
  type: 'file' | 'directory';
  /** In bytes, where the listing tells. */
  size?: number;
  /** ISO 8601, where the listing tells. */
  modifiedAt?: string;
}

/** Under these names an object holds its entries; any other single list is taken, too. */
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

/**
 * Reads a listing, whose form the interface does not show (section 4.6): a list of names, a list of objects,
 * or an object that holds such a list; entries may hold the entries below them.
 * @param folder the folder that was asked for
 * @returns every entry below it that the listing names, each once, sorted by path
 * @throws UnexpectedAnswerError that shows what came, where it cannot be read
 */
export function readListing(text: string, folder: MountPath): ConfEntry[] {
  const found = new Map<MountPath, ConfEntry>();
  collect(listIn(parse(text), text), folder, text, found);
  for (const { path } of [...found.values()]) addParents(path, folder, found);
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable(text);
  }
}

function listIn(value: unknown, text: string): unknown[] {
  if (Array.isArray(value)) return value;
  if (isObject(value) && isIncomplete(value)) throw incomplete(text);
  const list = isObject(value) ? childrenOf(value) : undefined;
  if (!list) throw unreadable(text);
  return list;
}

/** Beside a list of files: that something went wrong, or that there is more. Files left out would read as deleted. */
function isIncomplete(object: Record<string, unknown>): boolean {
  const { error, errors, truncated, isTruncated, partial, hasMore } = object;
  const failed = [error, errors].some((said) => (Array.isArray(said) ? said.length > 0 : said));
  return failed || [truncated, isTruncated, partial, hasMore].includes(true);
}

/** The list that an object holds: under a known name, or the only one it has. */
function childrenOf(object: Record<string, unknown>): unknown[] | undefined {
  const known = LIST_FIELDS.map((name) => object[name]).find(Array.isArray);
  if (known) return known;
  const lists = Object.entries(object)
    .filter(([name]) => name !== 'errors')
    .map(([, value]) => value)
    .filter(Array.isArray);
  return lists.length === 1 ? lists[0] : undefined;
}

function collect(
  list: unknown[],
  folder: MountPath,
  text: string,
  found: Map<MountPath, ConfEntry>,
): void {
  for (const listed of list) {
    const entry =
      typeof listed === 'string' ? nameEntry(listed, folder) : objectEntry(listed, folder);
    if (!entry) throw unreadable(text);
    // Some services list the folder itself among its entries.
    if (entry.path !== folder) found.set(entry.path, entry);
    const below = isObject(listed) ? childrenOf(listed) : undefined;
    if (below) collect(below, entry.path, text, found);
  }
}

/** Directories end in a slash where no type is given. */
function nameEntry(text: string, folder: MountPath): ConfEntry | undefined {
  const path = placeOf(text.replace(/\/$/, ''), folder);
  if (path === undefined) return undefined;
  return { path, name: nameOf(path), type: text.endsWith('/') ? 'directory' : 'file' };
}

function objectEntry(listed: unknown, folder: MountPath): ConfEntry | undefined {
  if (!isObject(listed)) return undefined;
  const given = pathIn(listed);
  if (given === undefined) return undefined;
  const entry = nameEntry(given, folder);
  if (!entry) return undefined;
  if (isDirectory(listed)) entry.type = 'directory';
  if (entry.type === 'directory') return withTime(entry, listed);
  const size = Number(listed.size ?? listed.length ?? listed.contentLength ?? Number.NaN);
  if (Number.isSafeInteger(size) && size >= 0) entry.size = size;
  return withTime(entry, listed);
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

function isDirectory(listed: Record<string, unknown>): boolean {
  const { type, isDirectory: is, directory, isDir, folder } = listed;
  if ([is, directory, isDir, folder].includes(true)) return true;
  if (typeof type === 'string') return /^(?:d|dir|directory|folder)$/i.test(type);
  return childrenOf(listed) !== undefined;
}

function withTime(entry: ConfEntry, listed: Record<string, unknown>): ConfEntry {
  const time = listed.modifiedAt ?? listed.lastModified ?? listed.modified ?? listed.mtime;
  const milliseconds = readTime(time);
  if (milliseconds !== undefined) entry.modifiedAt = new Date(milliseconds).toISOString();
  return entry;
}

/** A date as text, or seconds or milliseconds since 1970. */
function readTime(time: unknown): number | undefined {
  const number = typeof time === 'string' && /^\d+(?:\.\d+)?$/.test(time) ? Number(time) : time;
  if (typeof number === 'number') return number < 1e11 ? number * 1000 : number;
  const milliseconds = typeof time === 'string' ? Date.parse(time) : Number.NaN;
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
}

/** Entries are named from the top of the mount or from the folder that was listed. */
function placeOf(given: string, folder: MountPath): MountPath | undefined {
  const fromTop = given.startsWith('/') ? given : `/${given}`;
  const isFromTop = fromTop === folder || isBelow(fromTop, folder);
  const path = isFromTop ? fromTop : `${folder === '/' ? '' : folder}${fromTop}`;
  if (path === '/') return path;
  return path.split('/').slice(1).every(isName) ? path : undefined;
}

/** A listing of more than one level may leave out the folders in between. */
function addParents(path: MountPath, folder: MountPath, found: Map<MountPath, ConfEntry>): void {
  for (let parent = parentOf(path); isBelow(parent, folder); parent = parentOf(parent)) {
    const known = found.get(parent);
    if (known) known.type = 'directory';
    else found.set(parent, { path: parent, name: nameOf(parent), type: 'directory' });
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function incomplete(text: string): UnexpectedAnswerError {
  return new UnexpectedAnswerError('The list of files came only in part', {
    hint: `Nothing was concluded from it. Try again later. It starts with: ${excerpt(text).slice(0, 300)}`,
    reach: 'answered',
  });
}

function unreadable(text: string): UnexpectedAnswerError {
  return new UnexpectedAnswerError('The list of files came in a form that cannot be read', {
    hint: `Please report this form to the makers of the node. It starts with: ${excerpt(text).slice(0, 300) || '(nothing)'}`,
    reach: 'answered',
  });
}
