import { createHash } from 'node:crypto';
import { mapConcurrently } from '../common/time/concurrency';
import { ownValue } from '../common/text/names';
import { UNREAD, type Snapshot, type WatchedFile } from './changes';
import { PageInsteadOfFileError } from './htmlResponse';
import type { ConfEntry } from './listing';
import { isNotFound } from './refusals';
import type { ConfFileCall, ConfFileService } from './service';

const CONCURRENT_READS = 8;

interface FingerprintCall extends ConfFileCall {
  /** Called if files were not compared because the responses may be login pages; one error per file. */
  onLoginPages?: (pages: readonly PageInsteadOfFileError[]) => void;
}

/**
 * Reads content only if the listing lacks the size or the time. A file that is then not found keeps its known state, because only a
 * listing shows which files exist. A file whose response may be a login page also keeps its known state.
 * @param known the states at the last poll
 * @throws PageInsteadOfFileError if all files that are read result in such pages
 */
export async function fingerprintFiles(
  service: Pick<ConfFileService, 'retrieve'>,
  files: readonly ConfEntry[],
  known: Snapshot = {},
  { onLoginPages, ...call }: FingerprintCall = {},
): Promise<WatchedFile[]> {
  const pages: PageInsteadOfFileError[] = [];
  let isAnyRead = false;
  const watched = await mapConcurrently(files, CONCURRENT_READS, async (file) => {
    const { path, size, modifiedAt } = file;
    if (size !== undefined && modifiedAt !== undefined) {
      return { path, size, modifiedAt, fingerprint: `${size}@${Date.parse(modifiedAt)}` };
    }
    const options = { ...call, listed: { size }, acceptsRewrittenPages: true };
    try {
      const content = await service.retrieve(path, async ({ body }) => await digest(body), options);
      isAnyRead = true;
      const fingerprint = `${content.size}#${content.hash}`;
      return { path, size: content.size, ...(modifiedAt && { modifiedAt }), fingerprint };
    } catch (error) {
      const isPage = error instanceof PageInsteadOfFileError;
      if (isPage) pages.push(error);
      else if (!isNotFound(error)) throw error;
      const fingerprint = ownValue(known, path) ?? (isPage ? UNREAD : undefined);
      return fingerprint === undefined ? undefined : { path, fingerprint };
    }
  });
  const [page] = pages;
  if (page && !isAnyRead) throw page;
  if (page) onLoginPages?.(pages);
  return watched.filter((file) => file !== undefined);
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
