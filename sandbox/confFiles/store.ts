import { buffer } from 'node:stream/consumers';
import { Refused } from '../http/body';
import type { ListingForm, Settings } from '../options';
import type { Database } from '../store/database';
import { pathText, type Segments, textSegments } from './paths';

export interface Entry {
  name: string;
  path: string;
  isFolder: boolean;
  size: number;
  /** Epoch milliseconds. A folder has the time of its newest file. */
  modifiedAt: number;
}

/** A folder exists as long as it contains a file. */
export class ConfStore {
  constructor(
    private readonly database: Database,
    private readonly settings: Settings,
  ) {}

  /** @throws Refused (413) */
  checkSize(size: number): void {
    const { maxFileBytes } = this.settings;
    if (size <= maxFileBytes) return;
    throw new Refused(413, `A file must not be larger than ${maxFileBytes} bytes`);
  }

  /** @throws Refused (409) */
  checkPlace(segments: Segments): void {
    const above = segments.slice(0, -1).map((_name, index) => segments.slice(0, index + 1));
    if (!this.isFolder(segments) && !above.some((folder) => this.read(folder))) return;
    throw new Refused(
      409,
      `${pathText(segments)} is a folder, or a file is where a folder would be`,
    );
  }

  /** @throws Refused (413) as soon as the file is too large */
  receive(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
    let size = 0;
    const checked = async function* (this: ConfStore) {
      for await (const chunk of chunks) {
        size += chunk.length;
        this.checkSize(size);
        yield chunk;
      }
    };
    return buffer(checked.call(this));
  }

  /** @returns whether it replaced a file */
  put(segments: Segments, content: Uint8Array): boolean {
    this.checkPlace(segments);
    const isThere = this.read(segments) !== undefined;
    const sql = 'INSERT OR REPLACE INTO conf_file VALUES (?, ?, ?)';
    this.database.change(sql, pathText(segments), content, this.settings.clock());
    return isThere;
  }

  /** @returns whether the file existed */
  remove(segments: Segments): boolean {
    if (this.isFolder(segments)) throw new Refused(409, `${pathText(segments)} is a folder`);
    return this.database.change('DELETE FROM conf_file WHERE path = ?', pathText(segments)) > 0;
  }

  read(segments: Segments): Buffer | undefined {
    const sql = 'SELECT content FROM conf_file WHERE path = ?';
    const [row] = this.database.all(sql, pathText(segments));
    return row?.content instanceof Uint8Array ? Buffer.from(row.content) : undefined;
  }

  /** Sorted by name; undefined if the folder does not exist. */
  list(segments: Segments): Entry[] | undefined {
    if (!this.isFolder(segments)) return undefined;
    const entries = new Map<string, Entry>();
    for (const { path, size, modifiedAt } of this.files(segments)) {
      const names = path.split('/').slice(1);
      const name = names[segments.length] ?? '';
      const isFolder = names.length > segments.length + 1;
      const newest = Math.max(modifiedAt, entries.get(name)?.modifiedAt ?? 0);
      const own = pathText([...segments, name]);
      const sizeOfFile = isFolder ? 0 : size;
      entries.set(name, { name, path: own, isFolder, size: sizeOfFile, modifiedAt: newest });
    }
    return [...entries.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  /** Of a folder and its subfolders, sorted by path. */
  files(folder: Segments = []): { path: string; size: number; modifiedAt: number }[] {
    const path = folder.length > 0 ? pathText(folder) : '';
    // In ASCII, 0 comes after the slash.
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

/** Access for tests and programs. Paths are plain text, such as '/folder/file'. */
export const confFilesHandle = (store: ConfStore, listingForm: ListingForm) => ({
  /** Without a slash at the end; known once the server listens. */
  localAddress: '',
  /** May be changed at any time. */
  listingForm,
  /** Sizes by path. */
  files: () => new Map(store.files().map(({ path, size }) => [path, size])),
  paths: () => store.files().map(({ path }) => path),
  read: (path: string) => store.read(textSegments(path)),
  write: (path: string, content: string | Uint8Array) =>
    store.put(textSegments(path), Buffer.from(content)),
  remove: (path: string) => store.remove(textSegments(path)),
});

export type SandboxConfFiles = ReturnType<typeof confFilesHandle>;
