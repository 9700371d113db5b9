import { createHash } from 'node:crypto';
import { mapConcurrently } from '../time/concurrency';
import { ownValue } from '../text/names';
import type { Snapshot, WatchedFile } from './changes';
import type { ConfEntry } from './listing';
import { isNotFound } from './refusals';
import type { ConfFileCall, ConfFileService } from './service';

const CONCURRENT_READS = 8;

/**
 * Adds the state of each file. Content is read only if the listing does not have both size and time. A file that is not found
 * then keeps its known state, because only a listing tells which files exist.
 * @param known the states at the last poll
 */
export async function fingerprintFiles(
  service: Pick<ConfFileService, 'retrieve'>,
  files: readonly ConfEntry[],
  known: Snapshot = {},
  call: ConfFileCall = {},
): Promise<WatchedFile[]> {
  const watched = await mapConcurrently(files, CONCURRENT_READS, async (file) => {
    const { path, size, modifiedAt } = file;
    if (size !== undefined && modifiedAt !== undefined) {
      return { path, size, modifiedAt, fingerprint: `${size}@${Date.parse(modifiedAt)}` };
    }
    try {
      return await readContentState(service, file, call);
    } catch (error) {
      if (!isNotFound(error)) throw error;
      const fingerprint = ownValue(known, path);
      return fingerprint === undefined ? undefined : { path, fingerprint };
    }
  });
  return watched.filter((file) => file !== undefined);
}

async function readContentState(
  service: Pick<ConfFileService, 'retrieve'>,
  { path, modifiedAt, size: listedSize }: ConfEntry,
  call: ConfFileCall,
): Promise<WatchedFile> {
  const options = { ...call, size: listedSize, acceptsRewrittenPages: true };
  const { size, hash } = await service.retrieve(path, ({ body }) => digest(body), options);
  return { path, size, ...(modifiedAt && { modifiedAt }), fingerprint: `${size}#${hash}` };
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
