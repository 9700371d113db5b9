import { createHash } from 'node:crypto';
import { mapConcurrently } from '../../time/concurrency';
import { CancelledError } from '../../errors/errors';
import { ownValue } from '../../text/names';
import { NOT_READ, type Snapshot, type WatchedFile } from './changes';
import type { MountPath } from '../paths';
import type { ConfEntry } from '../listing/listing';
import { isNotFound } from '../refusals';
import type { ConfFileCall, ConfFileService } from '../service';

const CONCURRENT_READS = 8;

interface FingerprintOptions extends ConfFileCall {
  /** How the files were before; undefined where nothing is known of them. */
  known?: Snapshot;
  /** Where reading begins: what an earlier call had no time for. */
  from?: MountPath;
}

export interface Fingerprints {
  files: WatchedFile[];
  /** The first file that the signal left no time to begin with. */
  unread?: MountPath;
}

/**
 * Adds to each file what tells its state from a later one. Content is read only where the listing does not have
 * both size and time. A file that cannot be found when it is read stays as it was, since a listing alone tells which
 * files there are; so do those that are not read when the signal fires.
 * @throws CancelledError where the signal fires before any file was read
 */
export async function fingerprintFiles(
  service: Pick<ConfFileService, 'retrieve'>,
  files: readonly ConfEntry[],
  { known, from = '', ...call }: FingerprintOptions = {},
): Promise<Fingerprints> {
  const start = Math.max(
    0,
    files.findIndex(({ path }) => path >= from),
  );
  const inOrder = [...files.slice(start), ...files.slice(0, start)];
  let unread: MountPath | undefined;
  let countRead = 0;
  const watched = await mapConcurrently(inOrder, CONCURRENT_READS, async (file) => {
    const listed = listedState(file);
    if (listed) return listed;
    if (call.signal?.aborted) {
      unread ??= file.path;
      return asBefore(file, known);
    }
    try {
      const read = await contentState(service, file, call);
      countRead++;
      return read;
    } catch (error) {
      if (isNotFound(error)) countRead++;
      else if (!call.signal?.aborted || !(error instanceof CancelledError)) throw error;
      return asBefore(file, isNotFound(error) ? (known ?? {}) : known);
    }
  });
  const wasCut = call.signal?.aborted && watched.length > 0;
  if (wasCut && countRead === 0 && files.some((file) => !listedState(file))) {
    throw new CancelledError();
  }
  return { files: watched.filter((file) => file !== undefined), unread };
}

/** What has been there before nothing was known of it is no news, once it is read. */
function asBefore({ path }: ConfEntry, known: Snapshot | undefined): WatchedFile | undefined {
  const fingerprint = known ? ownValue(known, path) : NOT_READ;
  return fingerprint === undefined ? undefined : { path, fingerprint };
}

function listedState({ path, size, modifiedAt }: ConfEntry): WatchedFile | undefined {
  if (size === undefined || modifiedAt === undefined) return undefined;
  return { path, size, modifiedAt, fingerprint: `${size}@${Date.parse(modifiedAt)}` };
}

async function contentState(
  service: Pick<ConfFileService, 'retrieve'>,
  { path, modifiedAt, size: listedSize }: ConfEntry,
  call: ConfFileCall,
): Promise<WatchedFile> {
  const known = { ...call, size: listedSize, takesChangedPages: true };
  const { size, hash } = await service.retrieve(path, ({ body }) => digest(body), known);
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
