import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import { open, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Refused } from '../http/body';
import type { ListingForm, Settings } from '../options';
import { pathText, type Segments, textSegments } from './paths';

/** A file, or a folder with what is in it. */
export interface TreeEntry {
  name: string;
  path: string;
  size: number;
  /** Epoch milliseconds. */
  modifiedAt: number;
  children?: TreeEntry[];
}

/** A file that was received whole and is not yet to be seen. */
interface StagedFile {
  location: string;
  size: number;
}

/**
 * The configuration files, in a folder on disk. What changes a path does so at once, without waiting in between: a file
 * is there whole, or as it was before.
 */
export class ConfStore {
  /** Removed at the end. */
  private readonly temporary: string | undefined;
  private readonly tree: string;
  private readonly staging: string;
  private readonly receiving = new Set<Promise<unknown>>();

  constructor(private readonly settings: Settings) {
    const folder = settings.confFolder ?? fs.mkdtempSync(join(tmpdir(), `sandbox-${process.pid}-`));
    this.temporary = settings.confFolder === undefined ? folder : undefined;
    this.tree = join(folder, 'files');
    this.staging = join(folder, '.staging');
    // A sandbox that was killed may have left them.
    fs.rmSync(this.staging, { recursive: true, force: true });
    fs.mkdirSync(this.staging, { recursive: true });
    fs.mkdirSync(this.tree, { recursive: true });
  }

  /** Throws a Refused (413) where a file of this size is not taken. */
  checkSize(size: number): void {
    const { maxFileBytes } = this.settings;
    if (size <= maxFileBytes) return;
    throw new Refused(413, `A file must not be larger than ${maxFileBytes} bytes`);
  }

  /** Throws a Refused (409) where no file can be put. */
  checkPlace(segments: Segments): void {
    if (typeof statOf(this.onDisk(segments)) === 'string') throw conflict(segments);
  }

  /** Receives a file; put makes it visible. Leaves nothing behind where it throws. */
  stage(chunks: AsyncIterable<Buffer>): Promise<StagedFile> {
    const receiving = this.receive(chunks);
    this.receiving.add(receiving);
    const done = () => this.receiving.delete(receiving);
    receiving.then(done, done);
    return receiving;
  }

  /** Puts a staged file in place. Returns whether it replaced one. Throws a Refused (409). */
  put(segments: Segments, { location }: StagedFile): { replaced: boolean } {
    const target = this.onDisk(segments);
    try {
      const seconds = this.settings.clock() / 1000;
      fs.utimesSync(location, seconds, seconds);
      const before = statOf(target);
      if (typeof before === 'string') throw conflict(segments);
      fs.mkdirSync(dirname(target), { recursive: true });
      fs.renameSync(location, target);
      return { replaced: before !== undefined };
    } catch (error) {
      fs.rmSync(location, { force: true });
      const isConflict = ['ENOTDIR', 'EISDIR', 'EEXIST'].includes(codeOf(error));
      throw isConflict ? conflict(segments) : error;
    }
  }

  /** Its folders go too once they are empty. False: no such file. Throws a Refused (409) for a folder. */
  remove(segments: Segments): boolean {
    const location = this.onDisk(segments);
    const before = statOf(location);
    if (before === 'folder') throw new Refused(409, `${pathText(segments)} is a folder`);
    if (typeof before !== 'object') return false;
    fs.rmSync(location);
    pruneEmptyFolders(dirname(location), this.tree);
    return true;
  }

  /** Opens a file to read it; it stays as it is while it is read. The caller closes it. */
  async open(segments: Segments): Promise<{ handle: FileHandle; size: number } | undefined> {
    const location = this.onDisk(segments);
    if (typeof statOf(location) !== 'object') return undefined;
    const handle = await open(location);
    return { handle, size: (await handle.stat()).size };
  }

  /** Lists a folder with everything below; undefined if the folder does not exist. */
  list(segments: Segments): TreeEntry[] | undefined {
    return (
      readTree(this.onDisk(segments), pathText(segments)) ?? (segments.length ? undefined : [])
    );
  }

  files(): TreeEntry[] {
    return filesBelow(this.list([]) ?? []);
  }

  read(segments: Segments): Buffer | undefined {
    const location = this.onDisk(segments);
    return typeof statOf(location) === 'object' ? fs.readFileSync(location) : undefined;
  }

  write(segments: Segments, content: string | Uint8Array): void {
    const location = join(this.staging, randomUUID());
    fs.writeFileSync(location, content);
    this.put(segments, { location, size: Buffer.byteLength(content) });
  }

  /** Resolves once no upload writes any more. */
  async close(): Promise<void> {
    await Promise.allSettled(this.receiving);
    if (this.temporary !== undefined) fs.rmSync(this.temporary, { recursive: true, force: true });
  }

  private async receive(chunks: AsyncIterable<Buffer>): Promise<StagedFile> {
    const location = join(this.staging, randomUUID());
    let size = 0;
    const checked = async function* (this: ConfStore) {
      for await (const chunk of chunks) {
        size += chunk.length;
        this.checkSize(size);
        yield chunk;
      }
    };
    try {
      await writeFile(location, checked.call(this), { flag: 'wx' });
      return { location, size };
    } catch (error) {
      await rm(location, { force: true });
      throw error;
    }
  }

  private onDisk(segments: Segments): string {
    return join(this.tree, ...segments);
  }
}

function conflict(segments: Segments): Refused {
  return new Refused(
    409,
    `${pathText(segments)} is a folder, or a file is where a folder would be`,
  );
}

/** The configuration files, in the hands of a test or a program. Paths are plain text, as '/folder/file'. */
export const confFilesHandle = (store: ConfStore, listingForm: ListingForm) => ({
  /** Address that files are listed and retrieved from, without a slash at the end; known once the server listens. */
  localAddress: '',
  /** Format of listings; may be changed at any time. */
  listingForm,
  /** Every path with the file's size. */
  files: () => new Map(store.files().map(({ path, size }) => [path, size])),
  paths: () => store.files().map(({ path }) => path),
  /** Undefined where there is no such file. */
  read: (path: string) => store.read(textSegments(path)),
  /** Puts a file in the place of what was there. Throws where a folder is in the way. */
  write: (path: string, content: string | Uint8Array) => store.write(textSegments(path), content),
  /** False: there was no such file. Throws for a folder. */
  remove: (path: string) => store.remove(textSegments(path)),
});

export type SandboxConfFiles = ReturnType<typeof confFilesHandle>;

/** Says whether a path is a file, a folder, missing, or below a file. */
function statOf(location: string): { size: number } | 'folder' | 'belowFile' | undefined {
  try {
    const stat = fs.statSync(location);
    return stat.isFile() ? { size: stat.size } : 'folder';
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return undefined;
    if (code === 'ENOTDIR') return 'belowFile';
    throw code === 'ENAMETOOLONG' ? new Refused(400, 'The path is too long') : error;
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}

/** Removes the folder and those above it as long as they are empty; never the last one. */
function pruneEmptyFolders(folder: string, last: string): void {
  for (let at = folder; at !== last && fs.readdirSync(at).length === 0; at = dirname(at)) {
    fs.rmdirSync(at);
  }
}

/** Lists a folder on disk, sorted by name; undefined if it does not exist. */
function readTree(folder: string, path: string): TreeEntry[] | undefined {
  try {
    return entriesIn(folder, path === '/' ? '' : path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(codeOf(error))) return undefined;
    throw error;
  }
}

function filesBelow(entries: TreeEntry[]): TreeEntry[] {
  return entries.flatMap((entry) => (entry.children ? filesBelow(entry.children) : entry));
}

function entriesIn(folder: string, path: string): TreeEntry[] {
  return fs
    .readdirSync(folder)
    .sort()
    .map((name) => entryAt(join(folder, name), `${path}/${name}`, name));
}

function entryAt(location: string, path: string, name: string): TreeEntry {
  const stat = fs.statSync(location);
  if (!stat.isDirectory()) return { name, path, size: stat.size, modifiedAt: stat.mtimeMs };
  const children = entriesIn(location, path);
  // A folder changed when the newest of its files did, on the clock that the files were stamped with.
  const modifiedAt = Math.max(0, ...children.map((child) => child.modifiedAt));
  return { name, path, size: 0, modifiedAt, children };
}
