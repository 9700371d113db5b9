import { ownValue } from '../../text/names';
import { isObject } from '../../text/values';
import type { Snapshot, WatchedFile } from './changes';
import { isPath, type MountPath } from '../paths';

const FINGERPRINT = /^(?:\d{1,20}@-?\d{1,20}|\d{1,20}#[\w-]{43}|\?)$/;

export function snapshotOf(files: readonly WatchedFile[]): Snapshot {
  return Object.fromEntries(files.map(({ path, fingerprint }) => [path, fingerprint]));
}

/** Reads what was stored. @returns undefined for what is no snapshot, or a damaged one */
export function readSnapshot(stored: unknown): Snapshot | undefined {
  if (!isObject(stored)) return undefined;
  const isGood = Object.entries(stored).every(
    ([path, fingerprint]) =>
      isPath(path) && typeof fingerprint === 'string' && FINGERPRINT.test(fingerprint),
  );
  return isGood ? (stored as Snapshot) : undefined;
}

/** A snapshot in which some files are as they were before, so that their changes are found once more. */
export function withFilesAsBefore(
  now: Snapshot,
  before: Snapshot,
  paths: readonly MountPath[],
): Snapshot {
  const files = new Map(Object.entries(now));
  for (const path of paths) {
    const fingerprint = ownValue(before, path);
    if (fingerprint === undefined) files.delete(path);
    else files.set(path, fingerprint);
  }
  return Object.fromEntries(files);
}
