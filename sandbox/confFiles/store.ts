import { randomUUID } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { open, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Refused } from '../http/body';
import {
  codeOf,
  type ConfFile,
  filesBelow,
  pruneEmptyFolders,
  readTree,
  statOf,
  type TreeEntry,
} from './disk';
import type { Settings } from '../options';
import { pathText, type Segments } from './paths';

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
  private free: number;

  constructor(private readonly settings: Settings) {
    this.free = settings.freeBytes;
    const folder = settings.confFolder ?? mkdtempSync(join(tmpdir(), `sandbox-${process.pid}-`));
    this.temporary = settings.confFolder === undefined ? folder : undefined;
    this.tree = join(folder, 'files');
    this.staging = join(folder, '.staging');
    // What a sandbox that was killed left behind.
    rmSync(this.staging, { recursive: true, force: true });
    mkdirSync(this.staging, { recursive: true });
    mkdirSync(this.tree, { recursive: true });
  }

  /** Throws a Refused (413, 507) where a file of this size is not taken. */
  checkSize(size: number): void {
    if (size > this.settings.maxFileBytes) {
      throw new Refused(413, `A file must not be larger than ${this.settings.maxFileBytes} bytes`);
    }
    if (size > this.free) throw new Refused(507, 'There is not enough room for this file');
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

  /** Makes a staged file visible in the place of what was there. Tells whether something was. Throws a Refused (409). */
  put(segments: Segments, { location }: StagedFile): { replaced: boolean } {
    const target = this.onDisk(segments);
    try {
      const seconds = this.settings.clock() / 1000;
      utimesSync(location, seconds, seconds);
      const before = statOf(target);
      if (typeof before === 'string') throw conflict(segments);
      mkdirSync(dirname(target), { recursive: true });
      renameSync(location, target);
      if (before) this.free += before.size;
      return { replaced: before !== undefined };
    } catch (error) {
      this.discard(location);
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
    rmSync(location);
    this.free += before.size;
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

  /** What is in a folder, with everything below; undefined where there is no such folder. */
  list(segments: Segments): TreeEntry[] | undefined {
    return (
      readTree(this.onDisk(segments), pathText(segments)) ?? (segments.length ? undefined : [])
    );
  }

  files(): ConfFile[] {
    return filesBelow(this.list([]) ?? []);
  }

  read(segments: Segments): Buffer | undefined {
    const location = this.onDisk(segments);
    return typeof statOf(location) === 'object' ? readFileSync(location) : undefined;
  }

  write(segments: Segments, content: string | Uint8Array): void {
    const location = join(this.staging, randomUUID());
    writeFileSync(location, content);
    const size = Buffer.byteLength(content);
    this.free -= size;
    this.put(segments, { location, size });
  }

  /** Resolves once no upload writes any more. */
  async close(): Promise<void> {
    await Promise.allSettled(this.receiving);
    if (this.temporary !== undefined) rmSync(this.temporary, { recursive: true, force: true });
  }

  private async receive(chunks: AsyncIterable<Buffer>): Promise<StagedFile> {
    const location = join(this.staging, randomUUID());
    let size = 0;
    const checked = async function* (this: ConfStore) {
      for await (const chunk of chunks) {
        if (size + chunk.length > this.settings.maxFileBytes) this.checkSize(size + chunk.length);
        this.checkSize(chunk.length);
        size += chunk.length;
        this.free -= chunk.length;
        yield chunk;
      }
    };
    try {
      await writeFile(location, checked.call(this), { flag: 'wx' });
      return { location, size };
    } catch (error) {
      this.free += size;
      await rm(location, { force: true });
      throw error;
    }
  }

  private discard(location: string): void {
    const left = statOf(location);
    if (typeof left !== 'object') return;
    this.free += left.size;
    rmSync(location, { force: true });
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
