import { buffer } from 'node:stream/consumers';
import { Refused } from '../http/body';
import type { ListingFormat, Settings } from '../options';
import type { Database } from '../store/database';
import { joinPath, type Segments, splitPath } from './paths';

/** A file or folder in a listing. */
export interface Entry {
  name: string;
  path: string;
  isFolder: boolean;
  /** Bytes; 0 for a folder. */
  size: number;
  /** Epoch milliseconds. A folder has the time of its newest file. */
  modifiedAt: number;
}

/** Stores configuration files. A folder exists while it contains a file. */
export class ConfStore {
  constructor(
    private readonly database: Database,
    private readonly settings: Settings,
  ) {}

  /** @throws Refused (413) if a file of this size is too large */
  checkSize(size: number): void {
    const { maxFileBytes } = this.settings;
    if (size <= maxFileBytes) return;
    throw new Refused(413, `A file must not be larger than ${maxFileBytes} bytes`);
  }

  /** @throws Refused (409) if the path is a folder, or one of its parent folders is a file */
  checkFilePath(segments: Segments): void {
    const parents = segments.slice(0, -1).map((_name, index) => segments.slice(0, index + 1));
    if (!this.isFolder(segments) && !parents.some((folder) => this.read(folder))) return;
    throw new Refused(
      409,
      `${joinPath(segments)} is a folder, or one of its parent folders is a file`,
    );
  }

  /** Collects the content of a file. @throws Refused (413) as soon as the file is too large */
  receive(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
    let size = 0;
    const checkChunks = async function* (this: ConfStore) {
      for await (const chunk of chunks) {
        size += chunk.length;
        this.checkSize(size);
        yield chunk;
      }
    };
    return buffer(checkChunks.call(this));
  }

  /** Stores a file. @returns whether it replaced another file */
  put(segments: Segments, content: Uint8Array): boolean {
    this.checkFilePath(segments);
    const didExist = this.read(segments) !== undefined;
    const sql = 'INSERT OR REPLACE INTO conf_file VALUES (?, ?, ?)';
    this.database.change(sql, joinPath(segments), content, this.settings.clock());
    return didExist;
  }

  /** Deletes a file. @returns whether it existed @throws Refused (409) if the path is a folder */
  remove(segments: Segments): boolean {
    if (this.isFolder(segments)) throw new Refused(409, `${joinPath(segments)} is a folder`);
    return this.database.change('DELETE FROM conf_file WHERE path = ?', joinPath(segments)) > 0;
  }

  read(segments: Segments): Buffer | undefined {
    const sql = 'SELECT content FROM conf_file WHERE path = ?';
    const [row] = this.database.all(sql, joinPath(segments));
    return row?.content instanceof Uint8Array ? Buffer.from(row.content) : undefined;
  }

  /** Lists the entries of a folder, sorted by name; undefined if the folder does not exist. */
  list(segments: Segments): Entry[] | undefined {
    if (!this.isFolder(segments)) return undefined;
    const entries = new Map<string, Entry>();
    for (const { path, size, modifiedAt } of this.files(segments)) {
      const names = path.split('/').slice(1);
      const name = names[segments.length] ?? '';
      const isFolder = names.length > segments.length + 1;
      const newest = Math.max(modifiedAt, entries.get(name)?.modifiedAt ?? 0);
      const entryPath = joinPath([...segments, name]);
      const sizeOfFile = isFolder ? 0 : size;
      entries.set(name, { name, path: entryPath, isFolder, size: sizeOfFile, modifiedAt: newest });
    }
    return [...entries.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  /** Lists the files of a folder and its subfolders, sorted by path. */
  files(folder: Segments = []): { path: string; size: number; modifiedAt: number }[] {
    const path = folder.length > 0 ? joinPath(folder) : '';
    // The files of a folder sort between `/` and `0`, which is the character after `/` in ASCII.
    const sql = `SELECT path, length(content) AS size, modified_at FROM conf_file
      WHERE path > ? AND path < ? ORDER BY path`;
    return this.database.all(sql, `${path}/`, `${path}0`).map((row) => ({
      path: String(row.path),
      size: Number(row.size),
      modifiedAt: Number(row.modified_at),
    }));
  }

  private isFolder(segments: Segments): boolean {
    return segments.length === 0 || this.files(segments).length > 0;
  }
}

/** Gives seeds and tests access to the configuration files. Paths are plain text, such as '/folder/file'. */
export const createConfFiles = (store: ConfStore) => ({
  /** Address without a slash at the end; empty until the server listens. */
  localAddress: '',
  /** Format of listings. It may be changed at any time. */
  listingFormat: 'objects' as ListingFormat,
  paths: () => store.files().map(({ path }) => path),
  read: (path: string) => store.read(splitPath(path)),
  write: (path: string, content: string | Uint8Array) =>
    store.put(splitPath(path), Buffer.from(content)),
  remove: (path: string) => store.remove(splitPath(path)),
});

export type SandboxConfFiles = ReturnType<typeof createConfFiles>;
