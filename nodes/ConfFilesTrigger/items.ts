import type { IPollFunctions, INodeExecutionData } from 'n8n-workflow';
import type { FileChange } from '../../platform';
import { mapConcurrently } from '../../platform/concurrency';
import type { ConfFilesClient } from '../ConfFiles/confFilesClient';
import { CONCURRENT_TRANSFERS } from '../ConfFiles/resources/types';
import { nodeError } from '../shared/errors';
import { storeBinary } from '../shared/storeBinary';

/** One item a change, in their order. */
export async function itemsOf(
  poll: IPollFunctions,
  client: ConfFilesClient,
  changes: readonly FileChange[],
  download: boolean,
): Promise<INodeExecutionData[]> {
  return await mapConcurrently(changes, CONCURRENT_TRANSFERS, async (change) => ({
    json: { ...change },
    ...(download && change.event !== 'fileDeleted' && (await contentOf(poll, client, change))),
  }));
}

/** Nothing where the file is gone by now: the next poll tells that it was deleted. */
async function contentOf(
  poll: IPollFunctions,
  { api, service }: ConfFilesClient,
  { path }: FileChange,
): Promise<Pick<INodeExecutionData, 'binary'>> {
  try {
    const data = await service.retrieve(
      path,
      async ({ body, name, mimeType }) => await storeBinary(poll.helpers, { body, name, mimeType }),
      { pieces: 'given' },
    );
    return { binary: { data } };
  } catch (error) {
    if (api.isNotFound(error)) return {};
    throw nodeError(poll.getNode(), error);
  }
}
