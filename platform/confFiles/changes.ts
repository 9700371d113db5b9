import type { ConfPath } from './paths';
import { ownValue } from '../common/text/names';

export type FileEvent = 'fileCreated' | 'fileUpdated' | 'fileDeleted';

interface ListedFile {
  path: ConfPath;
  /** In bytes, if known. */
  size?: number;
  /** ISO 8601, if known. */
  modifiedAt?: string;
}

/**
 * Identifies the content of a file. It is short because the trigger saves one for each watched file: `<size>@<time>` if the
 * listing has both, otherwise `<size>#<sha-256>`, or `UNREAD`.
 */
type Fingerprint = string;

/** The file exists, but its content was never read. */
export const UNREAD: Fingerprint = '?';

export type Snapshot = Record<ConfPath, Fingerprint>;

export interface WatchedFile extends ListedFile {
  fingerprint: Fingerprint;
}

export interface FileChange extends ListedFile {
  event: FileEvent;
}

/** Returns changes sorted by time, then those without a time, sorted by path. Deleted files come last. */
export function findChanges(before: Snapshot, now: readonly WatchedFile[]): FileChange[] {
  const present = new Set(now.map(({ path }) => path));
  const deleted = Object.keys(before).filter((path) => !present.has(path));
  return [
    ...now.flatMap((file) => compareFile(file, ownValue(before, file.path))).sort(byTimeThenPath),
    ...deleted.sort().map((path): FileChange => ({ event: 'fileDeleted', path })),
  ];
}

export function findLatest<File extends ListedFile>(files: readonly File[]): File | undefined {
  return files.reduce<File | undefined>(
    (latest, file) =>
      latest && (file.modifiedAt ?? '') < (latest.modifiedAt ?? '') ? latest : file,
    undefined,
  );
}

function compareFile(
  { fingerprint, ...file }: WatchedFile,
  before: Fingerprint | undefined,
): FileChange[] {
  if (before === undefined) return [{ event: 'fileCreated', ...file }];
  return hasChanged(before, fingerprint) ? [{ event: 'fileUpdated', ...file }] : [];
}

/** Compares only the sizes if one fingerprint has a time and the other a hash, because the format of the listing has changed. */
function hasChanged(a: Fingerprint, b: Fingerprint): boolean {
  if (a === b || a === UNREAD || b === UNREAD) return false;
  const isSameFormat = a.includes('@') === b.includes('@');
  return isSameFormat || Number.parseInt(a) !== Number.parseInt(b);
}

function byTimeThenPath(a: ListedFile, b: ListedFile): number {
  if (a.modifiedAt === b.modifiedAt) return a.path < b.path ? -1 : 1;
  if (a.modifiedAt === undefined || b.modifiedAt === undefined) return a.modifiedAt ? -1 : 1;
  return a.modifiedAt < b.modifiedAt ? -1 : 1;
}

export function takeSnapshot(files: readonly WatchedFile[]): Snapshot {
  return Object.fromEntries(files.map(({ path, fingerprint }) => [path, fingerprint]));
}

/** Replaces the fingerprints of the paths with the earlier ones, so that the next poll finds their changes again. */
export function restoreFingerprints(
  now: Snapshot,
  before: Snapshot,
  paths: readonly ConfPath[],
): Snapshot {
  const files = new Map(Object.entries(now));
  for (const path of paths) {
    const fingerprint = ownValue(before, path);
    if (fingerprint === undefined) files.delete(path);
    else files.set(path, fingerprint);
  }
  return Object.fromEntries(files);
}
