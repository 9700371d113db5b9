import type { IPollFunctions, INodeExecutionData } from 'n8n-workflow';
import type { FileChange } from '../../platform';
import { mapConcurrently } from '../../platform/concurrency';
import type { ConfFilesClient } from '../ConfFiles/confFilesClient';
import { CONCURRENT_TRANSFERS } from '../ConfFiles/resources/types';
import type { PollTime } from '../shared/polling/pollTime';
import { storeBinary } from '../shared/storeBinary';

export interface ToldChanges {
  /** One a change, in their order. */
  items: INodeExecutionData[];
  /** The paths of changes whose content there was no time to download. */
  untold: string[];
}

/** @throws CancelledError where there was no time for any of them */
export async function itemsOf(
  poll: IPollFunctions,
  client: ConfFilesClient,
  changes: readonly FileChange[],
  download: boolean,
  time: PollTime,
): Promise<ToldChanges> {
  const signal = time.until(1);
  const untold: string[] = [];
  const items = await mapConcurrently(changes, CONCURRENT_TRANSFERS, async (change) => {
    const item: INodeExecutionData = { json: { ...change } };
    if (!download || change.event === 'fileDeleted') return item;
    try {
      return { ...item, ...(await contentOf(poll, client, change, signal)) };
    } catch (error) {
      if (!signal.aborted || !(error instanceof client.api.CancelledError)) throw error;
      untold.push(change.path);
      return undefined;
    }
  });
  if (changes.length > 0 && untold.length === changes.length) throw new client.api.CancelledError();
  return { items: items.filter((item) => item !== undefined), untold };
}

/** Nothing where the file is gone by now: the next poll tells that it was deleted. */
async function contentOf(
  poll: IPollFunctions,
  { api, service }: ConfFilesClient,
  { path }: FileChange,
  signal: AbortSignal,
): Promise<Pick<INodeExecutionData, 'binary'>> {
  try {
    const data = await service.retrieve(
      path,
      async ({ body, name, mimeType }) => await storeBinary(poll.helpers, { body, name, mimeType }),
      { pieces: 'given', signal },
    );
    return { binary: { data } };
  } catch (error) {
    if (api.saysNotFound(error)) return {};
    throw error;
  }
}
