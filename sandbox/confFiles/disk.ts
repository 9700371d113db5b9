import { dirname, join } from 'node:path';
import type { Segments } from './paths';
import { readdirSync, rmdirSync, statSync } from 'node:fs';
import { Refused } from '../http/body';

// What some file systems do not take in a name, and the percent sign, which marks what was replaced.
const REPLACED = /[%\\:*?"<>|]/g;
const MAX_BYTES_ON_DISK = 240;
/** Ends a part of a name that goes on in the folder below. No whole name ends so. */
const GOES_ON = '%';

/** Where the file or folder is on disk, below the folder of all files. */
export function diskPath(segments: Segments): string {
  return join('.', ...segments.flatMap(partsOnDisk));
}

/** Whether this name on disk holds only the beginning of a name. */
function goesOnBelow(diskName: string): boolean {
  return diskName.endsWith(GOES_ON);
}

/** The part of a name that a name on disk stands for; undefined where nothing is ever stored so. */
function nameFromDisk(diskName: string): string | undefined {
  const bare = goesOnBelow(diskName) ? diskName.slice(0, -GOES_ON.length) : diskName;
  const name = bare.replace(/%([0-9A-F]{2})/g, (_all, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );
  return replaced(name) === bare ? name : undefined;
}

/** A name that grew too long is spread over folders. */
function partsOnDisk(name: string): string[] {
  const parts = [''];
  for (const character of name) {
    const more = replaced(character);
    const last = parts.length - 1;
    if (Buffer.byteLength(parts[last] + more) > MAX_BYTES_ON_DISK) parts.push(more);
    else parts[last] += more;
  }
  return parts.map((part, index) => (index < parts.length - 1 ? part + GOES_ON : part));
}

function replaced(text: string): string {
  return text.replace(
    REPLACED,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

/** What is there: a file, nothing, or a folder (or a file on the way there), where no file can be. */
export function statOf(location: string): { size: number } | 'conflict' | undefined {
  try {
    const stat = statSync(location);
    return stat.isFile() ? { size: stat.size } : 'conflict';
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return undefined;
    if (code === 'ENOTDIR') return 'conflict';
    throw tooLong(error) ?? error;
  }
}

export function isThere(location: string): boolean {
  return statSync(location, { throwIfNoEntry: false }) !== undefined;
}

export function meansConflict(error: unknown): boolean {
  return ['ENOTDIR', 'EISDIR', 'EEXIST'].includes(codeOf(error) ?? '');
}

/** Removes the folder and those above it as long as they are empty; never the last one. */
export function pruneEmptyFolders(folder: string, last: string): void {
  for (let at = folder; at !== last && readdirSync(at).length === 0; at = dirname(at)) {
    rmdirSync(at);
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

function tooLong(error: unknown): Refused | undefined {
  return codeOf(error) === 'ENAMETOOLONG' ? new Refused(400, 'The path is too long') : undefined;
}

export interface ConfFile {
  path: string;
  size: number;
  /** Epoch milliseconds. */
  modifiedAt: number;
}

/** A file, or a folder with what is in it. */
export interface TreeEntry extends ConfFile {
  name: string;
  children?: TreeEntry[];
}

/** What is in a folder on disk, sorted by name; undefined where there is no such folder. */
export function readTree(folder: string, path: string): TreeEntry[] | undefined {
  try {
    return entriesIn(folder, path === '/' ? '' : path, '').sort(byName);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(codeOf(error) ?? '')) return undefined;
    throw error;
  }
}

export function filesBelow(entries: TreeEntry[]): ConfFile[] {
  return entries.flatMap(({ path, size, modifiedAt, children }) =>
    children ? filesBelow(children) : [{ path, size, modifiedAt }],
  );
}

function entriesIn(folder: string, path: string, nameSoFar: string): TreeEntry[] {
  return readdirSync(folder).flatMap((diskName): TreeEntry[] => {
    const part = nameFromDisk(diskName);
    if (part === undefined) return [];
    const location = join(folder, diskName);
    if (goesOnBelow(diskName)) return entriesIn(location, path, nameSoFar + part);
    const name = nameSoFar + part;
    return [entryAt(location, `${path}/${name}`, name)];
  });
}

function entryAt(location: string, path: string, name: string): TreeEntry {
  const stat = statSync(location);
  if (!stat.isDirectory()) return { name, path, size: stat.size, modifiedAt: stat.mtimeMs };
  const children = entriesIn(location, path, '').sort(byName);
  // A folder changed when the newest of its files did, on the clock that the files were stamped with.
  const modifiedAt = Math.max(0, ...children.map((child) => child.modifiedAt));
  return { name, path, size: 0, modifiedAt, children };
}

function byName(a: TreeEntry, b: TreeEntry): number {
  return a.name < b.name ? -1 : 1;
}
