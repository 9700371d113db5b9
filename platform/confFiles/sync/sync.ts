import { mapConcurrently } from '../../time/concurrency';
import {
  InvalidInputError,
  CancelledError,
  ConnectionError,
  OutcomeUnknownError,
  PlatformError,
  UnexpectedResponseError,
} from '../../errors/errors';
import type { FileContent } from '../../content/fileContent';
import { hashOf, hashOfContent } from '../../content/bytes';
import { excerpt } from '../../text/text';
import { ChangedPageError, PageInsteadOfFileError } from '../listing/answeredPage';
import type { ConfEntry } from '../listing/listing';
import type { MountPath } from '../paths';
import { isNotFound, isNotFoundByService } from '../refusals';
import type { ConfFileCall, ConfFileService } from '../service';
import { listRecursively } from '../walk';

interface SyncOptions {
  /** `content` sends only what differs, byte by byte; `always` sends every file. */
  compare: 'content' | 'always';
  /** Delete files below the folder that are not wanted. */
  deleteExtraneous: boolean;
  /** More than these are not deleted. Default: half of the files that are there, or 10, whichever is more. */
  deleteAtMost?: number;
  /** Not every wanted file could be named: nothing is deleted. */
  isIncomplete?: boolean;
  /** Say what would be done and change nothing. */
  dryRun: boolean;
  /** How many files at once, and how many connections to each address. */
  connections: number;
}

type PooledOptions = SyncOptions & ConfFileCall;

interface SyncResult {
  /** In the order of the wanted files. */
  wanted: SyncOutcome[];
  /** Files that were there and not wanted: deleted, or failed to be. */
  extraneous: SyncOutcome[];
  /** How many were left because a wanted file failed. */
  leftInPlace: number;
  /** Of a dry run: why nothing would be done. */
  refusal?: InvalidInputError;
}

/**
 * Brings a folder of the platform to the wanted state. A second call right after sends nothing.
 * Nothing is deleted unless the whole folder could be listed and every wanted file is in place.
 * @throws InvalidInputError for wanted files that exclude each other, or where too many would be deleted; what listing throws
 */
export async function syncFolder(
  service: ConfFileService,
  folder: MountPath,
  wanted: readonly WantedFile[],
  given: SyncOptions & ConfFileCall,
): Promise<SyncResult> {
  requireUniquePaths(wanted);
  const { connections } = given;
  const options = { ...given, pool: { connections } };
  const present = await listPresent(service, folder, options);
  const extraneous = options.deleteExtraneous ? findExtraneous(present, wanted) : [];
  const refusal = given.isIncomplete
    ? undefined
    : tooManyDeleted(folder, extraneous, present, given);
  if (refusal && !options.dryRun) throw refusal;
  const attempts = new Attempts();
  const outcomes = await mapConcurrently(wanted, connections, async (file) => {
    if (file.done) return file.done;
    const there = present.get(file.path);
    return await attempts.make(file.path, () => syncFile(service, file, there, options));
  });
  if (given.isIncomplete || outcomes.some(({ action }) => action === 'failed')) {
    return { wanted: outcomes, extraneous: [], leftInPlace: extraneous.length };
  }
  return {
    wanted: outcomes,
    extraneous: await mapConcurrently(extraneous, connections, ({ path, size }) =>
      attempts.make(path, async () => {
        if (!options.dryRun) await ensureDeleted(service, path, options);
        return { path, action: 'deleted', size };
      }),
    ),
    leftInPlace: 0,
    refusal,
  };
}

async function listPresent(
  service: ConfFileService,
  folder: MountPath,
  call: ConfFileCall,
): Promise<Map<MountPath, ConfEntry>> {
  try {
    const entries = await listRecursively(service, folder, call);
    const present = new Map(entries.map((entry) => [entry.path, entry]));
    // A folder beside a file of the same path does not hide it.
    for (const entry of entries) if (entry.type === 'file') present.set(entry.path, entry);
    return present;
  } catch (error) {
    // A folder that is not there yet is an empty one; one below it that is gone by now makes the list untrue.
    if (isNotFound(error) && (await isMissing(service, folder, call))) return new Map();
    throw error;
  }
}

async function isMissing(
  service: ConfFileService,
  folder: MountPath,
  call: ConfFileCall,
): Promise<boolean> {
  return await service.list(folder, call).then(() => false, isNotFound);
}

/** Somebody else may have deleted the file by now. */
async function ensureDeleted(
  service: ConfFileService,
  path: MountPath,
  call: ConfFileCall,
): Promise<void> {
  await service.delete(path, call).catch((error: unknown) => {
    if (!isNotFoundByService(error)) throw error;
  });
}

async function syncFile(
  service: ConfFileService,
  { path, content }: WantedFile,
  present: ConfEntry | undefined,
  options: PooledOptions,
): Promise<SyncOutcome> {
  const { size } = content;
  if (present?.type === 'directory') {
    throw new InvalidInputError(
      `${excerpt(path)} is a folder on the platform`,
      'A file cannot replace it. Choose another path, or delete the files in the folder.',
    );
  }
  if (
    present &&
    options.compare === 'content' &&
    (await isSame(service, present, content, options))
  ) {
    return { path, action: 'unchanged', size };
  }
  if (!options.dryRun) await service.upload(path, content, options);
  return { path, action: 'uploaded', size };
}

/** A size that differs says enough; otherwise the bytes decide. What is gone by now, or does not arrive as it is, differs. */
async function isSame(
  service: ConfFileService,
  present: ConfEntry,
  content: FileContent,
  options: PooledOptions,
): Promise<boolean> {
  if (present.size !== undefined && present.size !== content.size) return false;
  const [there, here] = await Promise.all([
    service
      .retrieve(present.path, async ({ body }) => await hashOf(body), {
        ...options,
        size: present.size,
      })
      .catch((error: unknown) => {
        if (isNotFound(error) || error instanceof ChangedPageError) return undefined;
        throw error;
      }),
    hashOfContent(content),
  ]);
  return there === here;
}

function findExtraneous(
  present: Map<MountPath, ConfEntry>,
  wanted: readonly WantedFile[],
): ConfEntry[] {
  const paths = new Set(wanted.map(({ path }) => path));
  return [...present.values()].filter(({ type, path }) => type === 'file' && !paths.has(path));
}

/** So many may be deleted of a folder with few files. */
const FEW_FILES = 10;

/** Items that did not arrive, or a wrong folder, would have a sync delete the files that it is to keep. */
function tooManyDeleted(
  folder: MountPath,
  { length: count }: readonly ConfEntry[],
  present: Map<MountPath, ConfEntry>,
  { deleteAtMost }: SyncOptions,
): InvalidInputError | undefined {
  const files = [...present.values()].filter(({ type }) => type === 'file').length;
  const most = deleteAtMost ?? Math.max(FEW_FILES, Math.floor(files / 2));
  if (count <= most) return undefined;
  return new InvalidInputError(
    `The sync would delete ${count} of the ${files} files in ${excerpt(folder)}, but the limit is ${most}`,
    `Nothing was changed. Use "Dry Run" to list the files. To delete them, set "Delete at Most" to ${count}. Otherwise, check "Target Folder", "Base Folder", and that all files arrive as items.`,
  );
}

/** What became of one path. */
export interface SyncOutcome {
  path: MountPath;
  action: 'uploaded' | 'unchanged' | 'deleted' | 'failed';
  /** In bytes, where it is known. */
  size?: number;
  /** Why it failed. */
  failure?: PlatformError;
}

/** So many files in a row without a response of the service, each tried several times, tell that it is gone. */
const LOST_FILES_UNTIL_GIVING_UP = 3;

/** Works on many files: one that fails leaves the others alone, unless the service is no longer there. */
class Attempts {
  private lostInARow = 0;

  async make(path: MountPath, work: () => Promise<SyncOutcome>): Promise<SyncOutcome> {
    if (this.lostInARow >= LOST_FILES_UNTIL_GIVING_UP) {
      return { path, action: 'failed', failure: notTried(path) };
    }
    try {
      const outcome = await work();
      this.lostInARow = 0;
      return outcome;
    } catch (error) {
      if (!(error instanceof PlatformError) || error instanceof CancelledError) throw error;
      this.lostInARow = isLost(error) ? this.lostInARow + 1 : 0;
      return { path, action: 'failed', failure: error };
    }
  }
}

function isLost(error: PlatformError): boolean {
  if (error instanceof OutcomeUnknownError) return isLost(error.failure);
  if (error instanceof PageInsteadOfFileError) return true;
  if (error instanceof UnexpectedResponseError) return error.isTemporary;
  return error instanceof ConnectionError;
}

function notTried(path: MountPath): PlatformError {
  return new PlatformError(
    `${excerpt(path)} was not tried because the service stopped responding`,
    {
      hint: 'Run the workflow again when the service is back. Files that are already in place are not sent again.',
    },
  );
}

export interface WantedFile {
  path: MountPath;
  content: FileContent;
  /** What an earlier try has made of it, if one has brought it into place: it keeps that. */
  done?: SyncOutcome;
}

/** @throws InvalidInputError for files that exclude each other */
function requireUniquePaths(wanted: readonly WantedFile[]): void {
  const paths = new Set<MountPath>();
  for (const { path } of wanted) {
    if (paths.has(path)) {
      throw new InvalidInputError(
        `Two items have the path ${excerpt(path)}`,
        'Use a different "File Path" for each item. Nothing was sent.',
      );
    }
    paths.add(path);
  }
  const inner = wanted.find(({ path }) => [...parentsOf(path)].some((parent) => paths.has(parent)));
  if (!inner) return;
  throw new InvalidInputError(
    `${excerpt(inner.path)} is below a path that is a file`,
    'A path can be a file or a folder, but not both. Change "File Path" of one item. Nothing was sent.',
  );
}

function* parentsOf(path: MountPath): Generator<MountPath> {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    yield path.slice(0, end);
  }
}
