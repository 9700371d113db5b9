import { mapConcurrently } from '../common/time/concurrency';
import {
  InvalidInputError,
  CancelledError,
  ConnectionError,
  OutcomeUnknownError,
  PlatformError,
  UnexpectedResponseError,
} from '../common/errors/errors';
import type { FileContent } from '../common/content/fileContent';
import { hashPieces, hashContent } from '../common/content/bytes';
import { isSystemFile } from '../common/content/systemFiles';
import { excerpt } from '../common/text/text';
import { RewrittenPageError } from './htmlResponse';
import type { ConfEntry } from './listing';
import type { ConfPath } from './paths';
import { isNotFound, isNotFoundByService } from './refusals';
import type { ConfFileCall, ConfFileService } from './service';
import { isGone, listRecursively } from './walk';

export interface SyncOptions {
  /** `content` uploads only files with other bytes; `always` uploads every file. */
  compare: 'content' | 'always';
  /** True to delete the files below the folder that are not wanted. */
  deleteExtraneous: boolean;
  /** The default is half of the current files, but at least 10. */
  deleteAtMost?: number;
  /** True to keep the folder's files that operating systems or Git create, although they are not wanted. */
  ignoresSystemFiles?: boolean;
  /** True if some wanted files are unknown, so nothing may be deleted. */
  isIncomplete?: boolean;
  dryRun: boolean;
  /** Limits the files in flight, and the connections to each address. */
  connections: number;
}

interface SyncResult {
  /** In the order of the wanted files. */
  wantedOutcomes: SyncOutcome[];
  /** Outcomes of current files that are not wanted. */
  deletions: SyncOutcome[];
  /** Number of files that were not deleted because a wanted file failed or is unknown. */
  leftInPlace: number;
  /** The error that a real sync would throw. Only a dry run sets it. */
  refusal?: InvalidInputError;
}

/**
 * Uploads the wanted files, and deletes the other files of the folder if `deleteExtraneous` is true. Files are deleted only if
 * the whole folder is listed and every wanted file is in place.
 * @throws InvalidInputError if a path is used twice, or for both a file and a folder, or, without `dryRun`, if the sync would
 * delete too many files
 */
export async function syncFolder(
  service: ConfFileService,
  folder: ConfPath,
  wanted: readonly WantedFile[],
  call: SyncOptions & ConfFileCall,
): Promise<SyncResult> {
  requireUniquePaths(wanted);
  const { connections, deleteExtraneous, ignoresSystemFiles, isIncomplete, dryRun } = call;
  const options = { ...call, pool: { connections } };
  const current = await listCurrent(service, folder, options);
  const wantedPaths = new Set(wanted.map(({ path }) => path));
  const files = [...current.files.values()];
  const isExtraneous = (path: ConfPath) =>
    !wantedPaths.has(path) && !(ignoresSystemFiles && isSystemFile(path));
  const extraneous = deleteExtraneous ? files.filter(({ path }) => isExtraneous(path)) : [];
  const refusal = isIncomplete
    ? undefined
    : findDeleteRefusal(folder, extraneous.length, files.length, call.deleteAtMost);
  if (refusal && !dryRun) throw refusal;
  const attempts = new Attempts();
  const wantedOutcomes = await mapConcurrently(wanted, connections, async (file) => {
    if (file.done) return file.done;
    return await attempts.make(file.path, () => syncFile(service, file, current, options));
  });
  if (isIncomplete || wantedOutcomes.some(({ action }) => action === 'failed')) {
    return { wantedOutcomes, deletions: [], leftInPlace: extraneous.length };
  }
  const deletions = await mapConcurrently(extraneous, connections, ({ path, size }) =>
    attempts.make(path, async () => {
      if (!dryRun) await ensureDeleted(service, path, options);
      return { path, action: 'deleted', size };
    }),
  );
  return { wantedOutcomes, deletions, leftInPlace: 0, refusal };
}

/** A file and a folder may have the same path. */
interface CurrentContent {
  files: ReadonlyMap<ConfPath, ConfEntry>;
  folders: ReadonlySet<ConfPath>;
}

async function listCurrent(
  service: ConfFileService,
  folder: ConfPath,
  call: ConfFileCall,
): Promise<CurrentContent> {
  const entries = await listRecursively(service, folder, call).catch(async (error: unknown) => {
    // A missing folder counts as empty. If only one of its subfolders is missing, the list is incomplete.
    const isMissing = folder === '/' ? isNotFoundByService(error) : isNotFound(error);
    if (isMissing && (folder === '/' || (await isGone(service, folder, call)))) return [];
    throw error;
  });
  const filterByType = (type: ConfEntry['type']) => entries.filter((entry) => entry.type === type);
  return {
    files: new Map(filterByType('file').map((file) => [file.path, file])),
    folders: new Set(filterByType('directory').map(({ path }) => path)),
  };
}

/** Another client may have deleted the file already. */
async function ensureDeleted(
  service: ConfFileService,
  path: ConfPath,
  call: ConfFileCall,
): Promise<void> {
  await service.delete(path, call).catch((error: unknown) => {
    if (!isNotFoundByService(error)) throw error;
  });
}

async function syncFile(
  service: ConfFileService,
  { path, content }: WantedFile,
  { files, folders }: CurrentContent,
  options: SyncOptions & ConfFileCall,
): Promise<SyncOutcome> {
  const { size } = content;
  const file = files.get(path);
  if (!file && folders.has(path)) {
    throw new InvalidInputError(
      `${excerpt(path)} is a folder on the platform`,
      'Choose another path, or delete the files in the folder. A file cannot replace it.',
    );
  }
  if (
    file &&
    options.compare === 'content' &&
    (await hasSameContent(service, file, content, options))
  ) {
    return { path, action: 'unchanged', size };
  }
  if (!options.dryRun) await service.upload(path, content, options);
  return { path, action: 'uploaded', size };
}

/** Also returns false if the file no longer exists, or if the route changes its bytes. */
async function hasSameContent(
  service: ConfFileService,
  { path, size }: ConfEntry,
  content: FileContent,
  call: ConfFileCall,
): Promise<boolean> {
  if (size !== undefined && size !== content.size) return false;
  const hashOnPlatform = service
    .retrieve(path, async ({ body }) => await hashPieces(body), {
      ...call,
      listed: { size },
      // A login page never has the bytes of the wanted file.
      acceptsPages: true,
    })
    .catch((error: unknown) => {
      if (isNotFound(error) || error instanceof RewrittenPageError) return undefined;
      throw error;
    });
  const [hash, wantedHash] = await Promise.all([hashOnPlatform, hashContent(content)]);
  return hash === wantedHash;
}

/** In a small folder, half of the files would be too low a limit. */
const MIN_DELETE_LIMIT = 10;

/** Without this limit, a wrong folder or missing items would delete files that are needed. */
function findDeleteRefusal(
  folder: ConfPath,
  deletions: number,
  files: number,
  deleteAtMost = Math.max(MIN_DELETE_LIMIT, Math.floor(files / 2)),
): InvalidInputError | undefined {
  if (deletions <= deleteAtMost) return undefined;
  return new InvalidInputError(
    `The sync would delete ${deletions} of the ${files} files in ${excerpt(folder)}, but the limit is ${deleteAtMost}`,
    `Use "Dry Run" to list the files. To delete them, set "Delete at Most" to ${deletions}. Otherwise, check "Target Folder", "Base Folder", and that all files arrive as items. Nothing was changed.`,
  );
}

export interface SyncOutcome {
  path: ConfPath;
  action: 'uploaded' | 'unchanged' | 'deleted' | 'failed';
  /** In bytes, if known. */
  size?: number;
  failure?: PlatformError;
}

/** After this many files in a row without a response of the service, no more files are tried. */
const MAX_OUTAGES_IN_A_ROW = 3;

/** Returns a failure of one file as its outcome, and stops trying files if the service no longer responds. */
class Attempts {
  private outagesInARow = 0;

  async make(path: ConfPath, work: () => Promise<SyncOutcome>): Promise<SyncOutcome> {
    if (this.outagesInARow >= MAX_OUTAGES_IN_A_ROW) {
      return { path, action: 'failed', failure: notTriedError(path) };
    }
    try {
      const outcome = await work();
      this.outagesInARow = 0;
      return outcome;
    } catch (error) {
      if (!(error instanceof PlatformError) || error instanceof CancelledError) throw error;
      this.outagesInARow = isOutage(error) ? this.outagesInARow + 1 : 0;
      return { path, action: 'failed', failure: error };
    }
  }
}

function isOutage(error: PlatformError): boolean {
  if (error instanceof OutcomeUnknownError) return isOutage(error.failure);
  if (error instanceof UnexpectedResponseError) return error.isTemporary;
  return error instanceof ConnectionError;
}

function notTriedError(path: ConfPath): PlatformError {
  return new PlatformError(
    `${excerpt(path)} was not tried because the service stopped responding`,
    {
      hint: 'Run the workflow again when the service responds. Files that are already in place are not sent again.',
    },
  );
}

export interface WantedFile {
  path: ConfPath;
  content: FileContent;
  /** Set if an earlier try of the same execution has already put the file in place. */
  done?: SyncOutcome;
}

/** @throws InvalidInputError if a path is used twice, or for both a file and a folder */
function requireUniquePaths(wanted: readonly WantedFile[]): void {
  const paths = new Set<ConfPath>();
  for (const { path } of wanted) {
    if (paths.has(path)) {
      throw new InvalidInputError(
        `Two files have the path ${excerpt(path)}`,
        'Change the name or folder of one. Nothing was sent.',
      );
    }
    paths.add(path);
  }
  const inner = wanted.find(({ path }) =>
    [...listParents(path)].some((parent) => paths.has(parent)),
  );
  if (!inner) return;
  throw new InvalidInputError(
    `${excerpt(inner.path)} is in a folder with the path of another file`,
    'A path can be a file or a folder, but not both. Change the name or folder of one. Nothing was sent.',
  );
}

function* listParents(path: ConfPath): Generator<ConfPath> {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    yield path.slice(0, end);
  }
}
