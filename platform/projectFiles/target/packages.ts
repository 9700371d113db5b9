import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileContent } from '../../content/fileContent';
import { bytesOf } from '../../content/bytes';
import { hashOf, hashOfContent } from '../../content/hash';
import { diskFile } from '../../content/diskFile';
import { InvalidInputError } from '../../errors';
import type { CallOptions } from '../../graphql/endpoint';
import type { Platform } from '../../platform';
import type { PackageFile } from '../../projects/packages';
import { excerpt } from '../../text';
import type { ZipContent } from '../zip/writeZip';

/** So many packages are read ahead of the one that is needed. */
const READ_AHEAD = 4;

/** The hash of a package that is on the platform; it is read and not kept. */
export async function hashOfPackage(
  platform: Platform,
  address: string,
  options?: CallOptions,
): Promise<string> {
  const hash = async ({ body }: PackageFile) => await hashOf(body);
  return await platform.readPackage(address, hash, options, 'lent');
}

const hashesOfGiven = new WeakMap<FileContent, Promise<string>>();

/** The same of a package that comes with the files; it is read once. */
export async function hashOfGivenPackage(content: FileContent): Promise<string> {
  const known = hashesOfGiven.get(content) ?? hashOfContent(content);
  hashesOfGiven.set(content, known);
  return await known;
}

/**
 * A package to send. Where its bytes are not those that were compared before, sending stops short of its end.
 * @throws InvalidInputError while it is read, naming the file
 */
export function asPlanned(content: FileContent | undefined): FileContent | undefined {
  const planned = content && hashesOfGiven.get(content);
  if (!planned) return content;
  return {
    ...content,
    readInto: undefined,
    lend: undefined,
    async *open() {
      const hash = createHash('sha256');
      for await (const piece of bytesThrough(bytesOf(content), hash)) yield piece;
      if (hash.digest('hex') !== (await planned)) throw changedSincePlan(content);
    },
  };
}

function changedSincePlan({ fileName = '' }: FileContent): InvalidInputError {
  return new InvalidInputError(
    `The package ${excerpt(fileName)} is not what was compared with the target`,
    'The file was changed while it was deployed. Plan and deploy again.',
  );
}

/** What is said of a package that the settings of a job name, and that does not come with the files. */
export function missingPackage(name: string): string {
  return `The settings name the package "${excerpt(name)}", and the files do not hold it. Add it to the job's folder, or set "packages" to false in project.json to keep the packages of the target.`;
}

interface SpooledPackage {
  path: string;
  /** Of what came from the platform. */
  sha256: string;
}

/** Packages on their way from the platform to one place, one after the other: the next ones wait on this machine's disk. */
export class PackageSpool {
  private folder: Promise<string> | undefined;
  private readonly begun = new Map<number, Promise<SpooledPackage>>();

  constructor(
    private readonly platform: Platform,
    private readonly addresses: readonly string[],
    private readonly options?: CallOptions,
  ) {}

  /** The bytes of one of them, which is gone from the disk when they have been read. To be called in their order. */
  async open(index: number): Promise<ZipContent> {
    for (let next = index; next < Math.min(index + READ_AHEAD, this.addresses.length); next++) {
      this.begin(next);
    }
    const { path, sha256 } = await (this.begun.get(index) ?? this.toDisk(index));
    return { sha256, pieces: readOnce(path) };
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

  private async toDisk(index: number): Promise<SpooledPackage> {
    this.folder ??= mkdtemp(join(tmpdir(), 'n8n-project-files-'));
    const path = join(await this.folder, String(index));
    const address = this.addresses[index] ?? '';
    const sha256 = await this.platform.readPackage(
      address,
      async ({ body }) => {
        const hash = createHash('sha256');
        await pipeline(bytesThrough(body, hash), createWriteStream(path));
        return hash.digest('hex');
      },
      this.options,
    );
    return { path, sha256 };
  }
}

async function* bytesThrough(body: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const piece of body) {
    hash.update(piece);
    yield piece;
  }
}

async function* readOnce(path: string): AsyncGenerator<Buffer> {
  yield* diskFile(path).open();
  await unlink(path);
}
