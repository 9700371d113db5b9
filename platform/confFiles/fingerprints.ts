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
  /** Called once unless an error is thrown. `errors` has one for each file whose response may be a login page. */
  onLoginPages?: (errors: readonly PageInsteadOfFileError[]) => void;
}

/**
 * Reads the content of a file only if the listing lacks its size or time. If the file is then not found, its earlier fingerprint
 * is returned, because only a listing shows which files exist. The same applies if the response may be a login page.
 * @param earlier the fingerprints of the last poll
 * @throws PageInsteadOfFileError if a response may be a login page, and no file was read
 */
export async function fingerprintFiles(
  service: Pick<ConfFileService, 'retrieve'>,
  files: readonly ConfEntry[],
  earlier: Snapshot = {},
  { onLoginPages, ...call }: FingerprintCall = {},
): Promise<WatchedFile[]> {
  const pageErrors: PageInsteadOfFileError[] = [];
  let hasReadAFile = false;
  const watched = await mapConcurrently(files, CONCURRENT_READS, async (file) => {
    const { path, size, modifiedAt } = file;
    if (size !== undefined && modifiedAt !== undefined) {
      return { path, size, modifiedAt, fingerprint: `${size}@${Date.parse(modifiedAt)}` };
    }
    const options = { ...call, listed: { size }, acceptsRewrittenPages: true };
    try {
      const content = await service.retrieve(
        path,
        async ({ body }) => await hashBody(body),
        options,
      );
      hasReadAFile = true;
      const fingerprint = `${content.size}#${content.hash}`;
      return { path, size: content.size, ...(modifiedAt && { modifiedAt }), fingerprint };
    } catch (error) {
      const isPage = error instanceof PageInsteadOfFileError;
      if (isPage) pageErrors.push(error);
      else if (!isNotFound(error)) throw error;
      const fingerprint = ownValue(earlier, path) ?? (isPage ? UNREAD : undefined);
      return fingerprint === undefined ? undefined : { path, fingerprint };
    }
  });
  const [firstError] = pageErrors;
  if (firstError && !hasReadAFile) throw firstError;
  onLoginPages?.(pageErrors);
  return watched.filter((file) => file !== undefined);
}

async function hashBody(body: AsyncIterable<Buffer>): Promise<{ size: number; hash: string }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    hash.update(chunk);
  }
  return { size, hash: hash.digest('base64url') };
}
