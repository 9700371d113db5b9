import type { IBinaryData, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { PageInsteadOfFileError, RewrittenPageError } from '../../platform/confFiles/htmlResponse';
import type { ConfFileService } from '../../platform/confFiles/service';
import { CancelledError, type PlatformError } from '../../platform/common/errors/errors';
import type { FileChange } from '../../platform/confFiles/changes';
import { mapConcurrently } from '../../platform/common/time/concurrency';
import { MAX_CONCURRENT_TRANSFERS } from '../ConfFiles/confFilesClient';
import { loadPlatform } from '../shared/client/loadPlatform';
import { buildNodeError } from '../shared/errors/errors';
import type { PollTime } from '../shared/polling/polling';
import { storeBinary } from '../shared/items/storeBinary';

interface ChangeItems {
  /** In the order of the changes, without the postponed ones. */
  items: INodeExecutionData[];
  /** Paths of the changes that the next poll has to find again. */
  postponed: string[];
}

/** @throws CancelledError if every change is postponed, at least one of them because the time was too short */
export async function buildChangeItems(
  poll: IPollFunctions,
  client: ConfFileService,
  changes: readonly FileChange[],
  download: boolean,
  time: PollTime,
): Promise<ChangeItems> {
  const { isNotFoundByService } = await loadPlatform();
  const signal = time.until(1);
  const postponed: string[] = [];
  const pageErrors: PlatformError[] = [];
  let ranOutOfTime = false;
  const items = await mapConcurrently(changes, MAX_CONCURRENT_TRANSFERS, async (change) => {
    const item: INodeExecutionData = { json: { ...change } };
    if (!download || change.event === 'fileDeleted') return item;
    try {
      return { ...item, binary: { data: await downloadContent(poll, client, change, signal) } };
    } catch (error) {
      // The next poll reports the deletion.
      if (isNotFoundByService(error)) return item;
      if (error instanceof RewrittenPageError) {
        // Warns instead of failing: the error would repeat at every poll and block the events of all other files.
        poll.logger.warn(
          `${poll.getNode().name}: ${error.message}: the event was created without the file’s content. ${error.hint}`,
        );
        return item;
      }
      const isOutOfTime = signal.aborted && error instanceof CancelledError;
      const isLoginPage = error instanceof PageInsteadOfFileError && poll.getMode() !== 'manual';
      if (!isOutOfTime && !isLoginPage) throw buildNodeError(poll.getNode(), error);
      if (isLoginPage) pageErrors.push(error);
      else ranOutOfTime = true;
      postponed.push(change.path);
      return undefined;
    }
  });
  warnOfLoginPages(poll, pageErrors);
  if (ranOutOfTime && postponed.length === changes.length) throw new CancelledError();
  return { items: items.filter((item) => item !== undefined), postponed };
}

/** Warns instead of failing: the error would repeat at every poll and block the events of all other files. */
export function warnOfLoginPages(
  poll: IPollFunctions,
  [first, ...others]: readonly PlatformError[],
): void {
  if (!first) return;
  const more = others.length > 0 ? ` The same applies to ${others.length} more file(s).` : '';
  poll.logger.warn(
    `${poll.getNode().name}: ${first.message}. The file was skipped in this poll.${more} ${first.hint}`,
  );
}

async function downloadContent(
  poll: IPollFunctions,
  client: ConfFileService,
  { path, size }: FileChange,
  signal: AbortSignal,
): Promise<IBinaryData> {
  return await client.retrieve(
    path,
    async ({ body, name, mimeType }) => await storeBinary(poll.helpers, { body, name, mimeType }),
    { signal, listed: { size } },
  );
}
