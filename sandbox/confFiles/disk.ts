import { readdirSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Refused } from '../http/body';

/** What is there: a file, a folder, nothing, or nothing below a file on the way there. */
export function statOf(location: string): { size: number } | 'folder' | 'belowFile' | undefined {
  try {
    const stat = statSync(location);
    return stat.isFile() ? { size: stat.size } : 'folder';
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return undefined;
    if (code === 'ENOTDIR') return 'belowFile';
    throw code === 'ENAMETOOLONG' ? new Refused(400, 'The path is too long') : error;
  }
}

export function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}

/** Removes the folder and those above it as long as they are empty; never the last one. */
export function pruneEmptyFolders(folder: string, last: string): void {
  for (let at = folder; at !== last && readdirSync(at).length === 0; at = dirname(at)) {
    rmdirSync(at);
  }
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
    return entriesIn(folder, path === '/' ? '' : path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(codeOf(error))) return undefined;
    throw error;
  }
}

export function filesBelow(entries: TreeEntry[]): ConfFile[] {
  return entries.flatMap(({ path, size, modifiedAt, children }) =>
    children ? filesBelow(children) : [{ path, size, modifiedAt }],
  );
}

function entriesIn(folder: string, path: string): TreeEntry[] {
  return readdirSync(folder)
    .sort()
    .map((name) => entryAt(join(folder, name), `${path}/${name}`, name));
}

function entryAt(location: string, path: string, name: string): TreeEntry {
  const stat = statSync(location);
  if (!stat.isDirectory()) return { name, path, size: stat.size, modifiedAt: stat.mtimeMs };
  const children = entriesIn(location, path);
  // A folder changed when the newest of its files did, on the clock that the files were stamped with.
  const modifiedAt = Math.max(0, ...children.map((child) => child.modifiedAt));
  return { name, path, size: 0, modifiedAt, children };
}
