import type { PackageFile } from '../../connection/packages';
import type { Platform } from '../../connection/platform';
import { hashPieces, hashContent } from '../../common/content/bytes';
import type { FileContent } from '../../common/content/fileContent';
import type { CallOptions } from '../../graphql/send/endpoint';
import { Cache } from '../../common/time/cache';
import type { CurrentEntry } from '../tree';

/** This many hashes take a few MiB for each login. */
const MAX_HASHES = 20_000;

const loginCaches = new WeakMap<object, Cache<string, string>>();

/** Returns the hash of a package on the platform. The package of a version never changes, so its hash is cached. */
export async function hashStoredPackage(
  platform: Platform,
  { packageAddress, packageIdentity }: Pick<CurrentEntry, 'packageAddress' | 'packageIdentity'>,
  options?: CallOptions,
): Promise<string> {
  const hashes = getLoginCache(platform);
  const key = packageIdentity && `${platform.projects.url.href} ${packageIdentity}`;
  const cached = key && hashes.get(key);
  if (cached) return cached;
  const read = async ({ body }: PackageFile) => await hashPieces(body);
  const hash = await platform.readPackage(packageAddress, read, options);
  if (key) hashes.set(key, hash);
  return hash;
}

function getLoginCache({ session }: Platform): Cache<string, string> {
  const { shared } = session;
  const cache = loginCaches.get(shared) ?? new Cache<string, string>({ size: MAX_HASHES });
  loginCaches.set(shared, cache);
  return cache;
}

/**
 * Returns a text that identifies the package of a version; undefined if the platform returns too little. The creation date
 * distinguishes the version from a deleted version with the same number.
 */
export function identifyPackage(
  jobId: string,
  { number, creationDate }: Record<string, unknown>,
  packageAddress: string | undefined,
): string | undefined {
  const isComplete = typeof number === 'number' && typeof creationDate === 'string';
  if (!isComplete || packageAddress === undefined) return undefined;
  return JSON.stringify([jobId, number, creationDate, packageAddress]);
}

const fileHashes = new WeakMap<FileContent, Promise<string>>();

/** Returns the hash of a package in the files. Reads each package only once. */
export async function hashFilePackage(content: FileContent): Promise<string> {
  const hash = fileHashes.get(content) ?? hashContent(content);
  fileHashes.set(content, hash);
  return await hash;
}
