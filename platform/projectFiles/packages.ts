import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileContent } from '../content/fileContent';
import { hashOf, hashOfContent } from '../content/hash';
import { readInPieces } from '../buffers/readInPieces';
import type { CallOptions } from '../graphql/endpoint';
import type { Platform } from '../platform';

/** So many packages are read ahead of the one that is needed. */
const READ_AHEAD = 4;

/** The hash of a package that is on the platform; it is read and not kept. */
export async function hashOfPackage(
  platform: Platform,
  address: string,
  options?: CallOptions,
): Promise<string> {
  return await platform.readPackage(address, async ({ body }) => await hashOf(body), options);
}

const hashesOfGiven = new WeakMap<FileContent, Promise<string>>();

/** The same of a package that comes with the files; it is read once. */
export async function hashOfGivenPackage(content: FileContent): Promise<string> {
  const known = hashesOfGiven.get(content) ?? hashOfContent(content);
  hashesOfGiven.set(content, known);
  return await known;
}

/** Packages on their way from the platform to one place, one after the other: the next ones wait on this machine's disk. */
export class PackageSpool {
  private folder: Promise<string> | undefined;
  private readonly begun = new Map<number, Promise<string>>();

  constructor(
    private readonly platform: Platform,
    private readonly addresses: readonly string[],
    private readonly options?: CallOptions,
  ) {}

  /** The bytes of one of them, which is gone from the disk when they have been read. To be called in their order. */
  async *open(index: number): AsyncGenerator<Buffer> {
    for (let next = index; next < Math.min(index + READ_AHEAD, this.addresses.length); next++) {
      this.begin(next);
    }
    const path = (await this.begun.get(index)) ?? '';
    yield* readInPieces(path);
    await unlink(path);
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.begun.values());
    if (this.folder) await rm(await this.folder, { recursive: true, force: true });
  }

  private begin(index: number): void {
    if (this.begun.has(index)) return;
    const path = this.toDisk(index);
    // Whoever opens it is told.
    path.catch(() => undefined);
    this.begun.set(index, path);
  }

  private async toDisk(index: number): Promise<string> {
    this.folder ??= mkdtemp(join(tmpdir(), 'n8n-project-files-'));
    const path = join(await this.folder, String(index));
    const address = this.addresses[index] ?? '';
    await this.platform.readPackage(
      address,
      async ({ body }) => await pipeline(body, createWriteStream(path)),
      this.options,
      'given',
    );
    return path;
  }
}
