import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { PackageFile } from '../../connection/packages';
import type { Platform } from '../../connection/platform';
import { hashPieces, hashContent } from '../../common/content/bytes';
import type { FileContent } from '../../common/content/fileContent';
import { diskFile } from '../../common/content/readFile';
import type { CallOptions } from '../../graphql/send/endpoint';
import { excerpt } from '../../common/text/text';
import { Cache } from '../../common/time/cache';
import type { Current } from '../tree';

const DOWNLOADS_AHEAD = 8;

/** Hashes remembered for each login: some MiB. */
const MAX_HASHES = 20_000;

const remembered = new WeakMap<object, Cache<string, string>>();

/** Returns the hash of a package on the platform. That of a version never changes, so it is remembered in this process. */
export async function hashOfPackage(
  platform: Platform,
  { packageAddress, packageVersion }: Pick<Current, 'packageAddress' | 'packageVersion'>,
  options?: CallOptions,
): Promise<string> {
  const hashes = hashesOf(platform);
  const key = packageVersion && `${platform.projects.url.href} ${packageVersion}`;
  const known = key && hashes.get(key);
  if (known) return known;
  const read = async ({ body }: PackageFile) => await hashPieces(body);
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
 * Names the package of a job's version for good; undefined if the platform returns too little. The date tells a version from
 * an earlier one that was deleted and had the same number.
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

/** Returns the hash of a package of the files, which is read once. */
export async function hashOfGivenPackage(content: FileContent): Promise<string> {
  const known = hashesOfGiven.get(content) ?? hashContent(content);
  hashesOfGiven.set(content, known);
  return await known;
}

export function missingPackage(name: string): string {
  return `The settings refer to the package "${excerpt(name)}", but it is not in the files. Add it to the job's folder. To keep the packages of the target, set "packages" to false in project.json.`;
}

/**
 * Downloads packages in order, a few ahead of the one that is read: only these are on disk.
 * @returns a function that streams one of them and deletes it, and one that removes what is left
 */
export async function downloadPackages(
  platform: Platform,
  addresses: readonly string[],
  options?: CallOptions,
) {
  const folder =
    addresses.length > 0 ? await mkdtemp(join(tmpdir(), 'n8n-project-files-')) : undefined;
  const downloads: Array<Promise<string>> = [];
  const download = async (index: number): Promise<string> => {
    const path = join(folder ?? '', String(index));
    const save = async ({ body }: PackageFile) => await pipeline(body, createWriteStream(path));
    await platform.readPackage(addresses[index], save, options);
    return path;
  };
  return {
    async *open(index: number): AsyncGenerator<Buffer> {
      while (downloads.length < Math.min(index + DOWNLOADS_AHEAD, addresses.length)) {
        const started = download(downloads.length);
        // A failure is reported when the package is opened.
        started.catch(() => undefined);
        downloads.push(started);
      }
      const path = (await downloads[index]) ?? '';
      yield* diskFile(path).open();
      await rm(path);
    },
    async close(): Promise<void> {
      await Promise.allSettled(downloads);
      if (folder) await rm(folder, { recursive: true, force: true });
    },
  };
}
