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
import type { MountPath } from './paths';
import { isNotFound, isNotFoundByService } from './refusals';
import type { ConfFileCall, ConfFileService } from './service';
import { isGone, listRecursively } from './walk';

export interface SyncOptions {
  /** `content` uploads only files with other bytes; `always` uploads every file. */
  compare: 'content' | 'always';
  /** True to delete the files below the folder that are not wanted. */
  deleteExtraneous: boolean;
  /** Default: half of the current files, or 10, whichever is more. */
  deleteAtMost?: number;
  /** True to also ignore files on the platform that operating systems and Git add. */
  ignoresSystemFiles?: boolean;
  /** True if some wanted files are unknown. Nothing is deleted then. */
  isIncomplete?: boolean;
  dryRun: boolean;
  /** Number of files in flight, and of connections to each address. */
  connections: number;
}

interface SyncResult {
  /** In the order of the wanted files. */
  wanted: SyncOutcome[];
  /** Current files that are not wanted. */
  extraneous: SyncOutcome[];
  /** Number of files that were not deleted because a wanted file failed. */
  leftInPlace: number;
  /** Only in a dry run: the error of a real sync. */
  refusal?: InvalidInputError;
}

/**
 * Makes a folder of the platform equal to the wanted files. A second call uploads nothing. Nothing is deleted unless the whole
 * folder is listed and every wanted file is in place.
 * @throws InvalidInputError if wanted files exclude each other, or if too many files would be deleted; all errors of listing
 */
export async function syncFolder(
  service: ConfFileService,
  folder: MountPath,
  wanted: readonly WantedFile[],
  given: SyncOptions & ConfFileCall,
): Promise<SyncResult> {
  requireUniquePaths(wanted);
  const { connections, deleteExtraneous, ignoresSystemFiles, isIncomplete, dryRun } = given;
  const options = { ...given, pool: { connections } };
  const current = await listCurrent(service, folder, options);
  const wantedPaths = new Set(wanted.map(({ path }) => path));
  const files = [...current.files.values()];
  const isExtraneous = (path: MountPath) =>
    !wantedPaths.has(path) && !(ignoresSystemFiles && isSystemFile(path));
  const extraneous = deleteExtraneous ? files.filter(({ path }) => isExtraneous(path)) : [];
  const refusal = isIncomplete
    ? undefined
    : tooManyDeleted(folder, extraneous.length, files.length, given.deleteAtMost);
  if (refusal && !dryRun) throw refusal;
  const attempts = new Attempts();
  const outcomes = await mapConcurrently(wanted, connections, async (file) => {
    if (file.done) return file.done;
    return await attempts.make(file.path, () => syncFile(service, file, current, options));
  });
  if (isIncomplete || outcomes.some(({ action }) => action === 'failed')) {
    return { wanted: outcomes, extraneous: [], leftInPlace: extraneous.length };
  }
  const deleted = await mapConcurrently(extraneous, connections, ({ path, size }) =>
    attempts.make(path, async () => {
      if (!dryRun) await ensureDeleted(service, path, options);
      return { path, action: 'deleted', size };
    }),
  );
  return { wanted: outcomes, extraneous: deleted, leftInPlace: 0, refusal };
}

/** A file and a folder may have the same path. */
interface CurrentContent {
  files: ReadonlyMap<MountPath, ConfEntry>;
  folders: ReadonlySet<MountPath>;
}

async function listCurrent(
  service: ConfFileService,
  folder: MountPath,
  call: ConfFileCall,
): Promise<CurrentContent> {
  const entries = await listRecursively(service, folder, call).catch(async (error: unknown) => {
    // A missing folder is empty. If only a subfolder is gone, the list is incomplete.
    const isMissing = folder === '/' ? isNotFoundByService(error) : isNotFound(error);
    if (isMissing && (folder === '/' || (await isGone(service, folder, call)))) return [];
    throw error;
  });
  const ofType = (type: ConfEntry['type']) => entries.filter((entry) => entry.type === type);
  return {
    files: new Map(ofType('file').map((file) => [file.path, file])),
    folders: new Set(ofType('directory').map(({ path }) => path)),
  };
}

/** Another client may have deleted the file already. */
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
  if (file && options.compare === 'content' && (await isSame(service, file, content, options))) {
    return { path, action: 'unchanged', size };
  }
  if (!options.dryRun) await service.upload(path, content, options);
  return { path, action: 'uploaded', size };
}

/** Returns false for a file that is gone, or whose bytes are changed on the way. */
async function isSame(
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
  const [onPlatform, own] = await Promise.all([hashOnPlatform, hashContent(content)]);
  return onPlatform === own;
}

/** Half of a small folder would be too low a limit. */
const MIN_DELETE_LIMIT = 10;

/** Without this limit, a wrong folder or missing items would delete files that are needed. */
function tooManyDeleted(
  folder: MountPath,
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
  path: MountPath;
  action: 'uploaded' | 'unchanged' | 'deleted' | 'failed';
  /** In bytes, if known. */
  size?: number;
  failure?: PlatformError;
}

/** After this many files in a row without a response, the others are not tried. */
const MAX_LOST_FILES = 3;

/** One failure does not stop the other files, unless the service no longer responds. */
class Attempts {
  private lostInARow = 0;

  async make(path: MountPath, work: () => Promise<SyncOutcome>): Promise<SyncOutcome> {
    if (this.lostInARow >= MAX_LOST_FILES) {
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
  /** Set if an earlier try of the same execution has already put the file in place. */
  done?: SyncOutcome;
}

/** @throws InvalidInputError if two files exclude each other */
function requireUniquePaths(wanted: readonly WantedFile[]): void {
  const paths = new Set<MountPath>();
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
    `${excerpt(inner.path)} is below a path that is a file`,
    'A path can be a file or a folder, but not both. Change the name or folder of one. Nothing was sent.',
  );
}

function* listParents(path: MountPath): Generator<MountPath> {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    yield path.slice(0, end);
  }
}
