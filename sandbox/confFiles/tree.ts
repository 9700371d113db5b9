import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from './disk';
import { goesOnBelow, nameFromDisk } from './diskNames';

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
