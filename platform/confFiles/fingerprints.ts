import { createHash } from 'node:crypto';
import { mapConcurrently } from '../common/time/concurrency';
import { ownValue } from '../common/text/names';
import { UNREAD, type Snapshot, type WatchedFile } from './changes';
import type { PageInsteadOfFileError } from './htmlResponse';
import type { ConfEntry } from './listing';
import { isNotFound } from './refusals';
import type { ConfFileCall, ConfFileService, RetrievedFile } from './service';

const CONCURRENT_READS = 8;

interface FingerprintCall extends ConfFileCall {
  /** Called if files were not compared because pages came that may be the files or a login page: one error for each. */
  onDoubtfulPages?: (doubts: readonly PageInsteadOfFileError[]) => void;
}

/**
 * Adds the state of each file. Content is read only if the listing does not have both size and time. A file that is not found
 * then keeps its known state, because only a listing tells which files exist. So does a file for which a doubtful page comes.
 * @param known the states at the last poll
 * @throws PageInsteadOfFileError if doubtful pages come for all files that are read, as from a login page
 */
export async function fingerprintFiles(
  service: Pick<ConfFileService, 'retrieve'>,
  files: readonly ConfEntry[],
  known: Snapshot = {},
  { onDoubtfulPages, ...call }: FingerprintCall = {},
): Promise<WatchedFile[]> {
  const doubts: PageInsteadOfFileError[] = [];
  let isAnyRead = false;
  const watched = await mapConcurrently(files, CONCURRENT_READS, async (file) => {
    const { path, size, modifiedAt } = file;
    if (size !== undefined && modifiedAt !== undefined) {
      return { path, size, modifiedAt, fingerprint: `${size}@${Date.parse(modifiedAt)}` };
    }
    try {
      const state = await readContentState(service, file, call);
      if ('fingerprint' in state) {
        isAnyRead = true;
        return state;
      }
      doubts.push(state.doubt);
      return { path, fingerprint: ownValue(known, path) ?? UNREAD };
    } catch (error) {
      if (!isNotFound(error)) throw error;
      const fingerprint = ownValue(known, path);
      return fingerprint === undefined ? undefined : { path, fingerprint };
    }
  });
  const [doubt] = doubts;
  if (doubt && !isAnyRead) throw doubt;
  if (doubt) onDoubtfulPages?.(doubts);
  return watched.filter((file) => file !== undefined);
}

async function readContentState(
  service: Pick<ConfFileService, 'retrieve'>,
  { path, modifiedAt, size: listedSize }: ConfEntry,
  call: ConfFileCall,
): Promise<WatchedFile | { doubt: PageInsteadOfFileError }> {
  const options = {
    ...call,
    listed: { size: listedSize },
    acceptsRewrittenPages: true,
    acceptsDoubtfulPages: true,
  };
  const read = async ({ body, doubt }: RetrievedFile) => (doubt ? { doubt } : await digest(body));
  const state = await service.retrieve(path, read, options);
  if ('doubt' in state) return state;
  const { size, hash } = state;
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
