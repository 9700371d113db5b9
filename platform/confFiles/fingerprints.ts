import { createHash } from 'node:crypto';
import { mapConcurrently } from '../concurrency';
import type { Snapshot, WatchedFile } from './changes';
import type { ConfEntry } from './listing';
import { isNotFound } from './refusals';
import type { ConfFileCall, ConfFileService } from './service';
import { ownValue } from '../names';

const CONCURRENT_READS = 8;

/**
 * Adds to each file what tells its state from a later one. Content is read only where the listing does not tell
 * both size and time.
 * @param known how the files were before: a file that cannot be found when it is read stays as it was,
 *   since a listing alone tells which files there are
 */
export async function fingerprintFiles(
  service: ConfFileService,
  files: readonly ConfEntry[],
  known: Snapshot,
  call: ConfFileCall = {},
): Promise<WatchedFile[]> {
  const watched = await mapConcurrently(
    files,
    CONCURRENT_READS,
    async (file) => listedState(file) ?? (await contentState(service, file, known, call)),
  );
  return watched.filter((file) => file !== undefined);
}

function listedState({ path, size, modifiedAt }: ConfEntry): WatchedFile | undefined {
  if (size === undefined || modifiedAt === undefined) return undefined;
  return { path, size, modifiedAt, fingerprint: `${size}@${Date.parse(modifiedAt)}` };
}

async function contentState(
  service: ConfFileService,
  { path, modifiedAt }: ConfEntry,
  known: Snapshot,
  call: ConfFileCall,
): Promise<WatchedFile | undefined> {
  try {
    const { size, hash } = await service.retrieve(path, ({ body }) => digest(body), call);
    return { path, size, ...(modifiedAt && { modifiedAt }), fingerprint: `${size}#${hash}` };
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const before = ownValue(known, path);
    return before === undefined ? undefined : { path, fingerprint: before };
  }
}

async function digest(body: AsyncIterable<Buffer>): Promise<{ size: number; hash: string }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    hash.update(chunk);
  }
  return { size, hash: hash.digest('base64url') };
}
