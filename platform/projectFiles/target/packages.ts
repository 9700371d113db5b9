import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileContent } from '../../content/fileContent';
import { lentBytesOf, hashOf, hashOfContent } from '../../content/bytes';
import { diskFile } from '../../content/readFile';
import { InvalidInputError } from '../../errors/errors';
import type { CallOptions } from '../../graphql/send/endpoint';
import type { Platform } from '../../connection/platform';
import { excerpt } from '../../text/text';
import type { PackageFile } from '../../connection/packages';
import type { ZipContent } from '../zip/writeZip';
import { Cache } from '../../time/cache';

/** So many packages are read ahead of the one that is needed. */
const READ_AHEAD = 8;

/** A package on the platform. */
export interface StoredPackage {
  /** Where it is read, as the platform says it. */
  packageAddress?: string;
  /** What tells it from every other one, where it cannot change: see `packageVersionOf`. */
  packageVersion?: string;
}

/** So many hashes are remembered for each login: some MiB. */
const MAX_HASHES = 20_000;

const remembered = new WeakMap<object, Cache<string, string>>();

/**
 * The hash of a package that is on the platform. That of a version, which never changes, is remembered in this process: a
 * deploy does not read what its plan has read.
 */
export async function hashOfPackage(
  platform: Platform,
  { packageAddress, packageVersion }: StoredPackage,
  options?: CallOptions,
): Promise<string> {
  const hashes = hashesOf(platform);
  const key = packageVersion && `${platform.projects.url.href} ${packageVersion}`;
  const known = key && hashes.get(key);
  if (known) return known;
  const read = async ({ body }: PackageFile) => await hashOf(body);
  const hash = await platform.readPackage(packageAddress, read, options);
  if (key) hashes.set(key, hash);
  return hash;
}

function hashesOf({ session }: Platform): Cache<string, string> {
  const { shared } = session;
  const known = remembered.get(shared) ?? new Cache<string, string>({ size: MAX_HASHES });
  remembered.set(shared, known);
  return known;
}

/**
 * What names the package of a job's version for good; undefined where the platform returns too little. The date tells a
 * version from an earlier one that was deleted and had its number.
 */
export function packageVersionOf(
  jobId: string,
  { number, creationDate }: Record<string, unknown>,
  packageAddress: string | undefined,
): string | undefined {
  const isComplete = typeof number === 'number' && typeof creationDate === 'string';
  if (!isComplete || packageAddress === undefined) return undefined;
  return JSON.stringify([jobId, number, creationDate, packageAddress]);
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
export function withHashCheck(content: FileContent | undefined): FileContent | undefined {
  const planned = content && hashesOfGiven.get(content);
  if (!planned) return content;
  const { size, mimeType, fileName } = content;
  return { size, mimeType, fileName, open: () => checkedBytes(content, planned) };
}

async function* checkedBytes(
  content: FileContent,
  planned: Promise<string>,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  yield* lentBytesOf(content, hash);
  if (hash.digest('hex') !== (await planned)) throw changedSincePlan(content);
}

function changedSincePlan({ fileName = '' }: FileContent): InvalidInputError {
  return new InvalidInputError(
    `The package ${excerpt(fileName)} changed after it was compared with the target`,
    'The file was changed during the deploy. Run the plan and the deploy again.',
  );
}

/** What is said of a package that the settings of a job name, and that does not come with the files. */
export function missingPackage(name: string): string {
  return `The settings refer to the package "${excerpt(name)}", but it is not in the files. Add it to the job's folder. To keep the packages of the target, set "packages" to false in project.json.`;
}

/** Packages on their way from the platform to one place, in order: the next ones wait on this machine's disk. */
export class PackageSpool {
  private folder: Promise<string> | undefined;
  private readonly begun: Array<Promise<ZipContent>> = [];

  constructor(
    private readonly platform: Platform,
    private readonly addresses: readonly string[],
    private readonly options?: CallOptions,
  ) {}

  /** The bytes of one of them, which are nowhere else any more when they have been read. To be called in their order. */
  async open(index: number): Promise<ZipContent> {
    while (this.begun.length < Math.min(index + READ_AHEAD, this.addresses.length)) {
      const read = this.read(this.begun.length);
      // It is reported when the package is opened.
      read.catch(() => undefined);
      this.begun.push(read);
    }
    return await (this.begun[index] ?? this.read(index));
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.begun);
    if (this.folder) await rm(await this.folder, { recursive: true, force: true });
  }

  private async read(index: number): Promise<ZipContent> {
    this.folder ??= mkdtemp(join(tmpdir(), 'n8n-project-files-'));
    const path = join(await this.folder, String(index));
    const keep = async ({ body }: PackageFile) => {
      const hash = createHash('sha256');
      await pipeline(bytesThrough(body, hash), createWriteStream(path));
      return { sha256: hash.digest('hex'), pieces: readOnce(path) };
    };
    return await this.platform.readPackage(this.addresses[index], keep, this.options);
  }
}

async function* bytesThrough(body: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const piece of body) {
    hash.update(piece);
    yield piece;
  }
}

async function* readOnce(path: string): AsyncGenerator<Buffer> {
  for await (const piece of diskFile(path).open()) yield Buffer.from(piece);
  await unlink(path);
}
