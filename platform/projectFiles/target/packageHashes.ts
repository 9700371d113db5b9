import { Cache } from '../../time/cache';
import { hashOf } from '../../content/hash';
import type { CallOptions } from '../../graphql/send/endpoint';
import type { Platform } from '../../connection/platform';
import type { PackageFile } from '../../connection/packages';
import type { Session } from '../../session/session';

/** A package on the platform. */
export interface StoredPackage {
  /** Where it is read, as the platform says it. */
  packageAddress?: string;
  /** What tells it from every other one, where it cannot change: see `packageVersionOf`. */
  packageVersion?: string;
}

/** So many hashes are remembered for each login: some MiB. */
const MOST_HASHES = 20_000;

const remembered = new WeakMap<Session, Cache<string, string>>();

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
  const known = remembered.get(session) ?? new Cache<string, string>({ size: MOST_HASHES });
  remembered.set(session, known);
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
