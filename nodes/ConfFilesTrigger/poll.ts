import type { IPollFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import type { FileChange, Snapshot } from '../../platform';
import type { ConfFilesClient } from '../ConfFiles/confFilesClient';
import { onePollAtATime } from '../shared/polling/onePollAtATime';
import { pollMemory } from './memory';
import { itemsOf } from './items';
import { identityOf, readWatching, type Watching } from './watching';

/** What has changed since the last poll; null where nothing has. */
export async function pollChanges(
  poll: IPollFunctions,
  client: ConfFilesClient,
): Promise<INodeExecutionData[] | null> {
  const watching = readWatching(poll, client);
  if (poll.getMode() === 'manual') return await exampleItems(poll, client, watching);
  const identity = identityOf(watching.folder, client);
  return await onePollAtATime(poll, identity, async () => {
    const memory = pollMemory<Snapshot>(poll, identity);
    const before = memory.recall();
    const files = await listAndCompare(client, watching, before);
    const wanted = files.changes.filter(({ event }) => watching.events.includes(event));
    const items = await itemsOf(poll, client, wanted, watching.download);
    // Last: what fails before leaves the memory as it was, so that the next poll finds the same changes.
    memory.keep(files.snapshot);
    return items.length > 0 ? items : null;
  });
}

/** The first poll finds nothing new: it only remembers what is there. */
async function listAndCompare(
  { api, service }: ConfFilesClient,
  { folder }: Watching,
  before: Snapshot | undefined,
): Promise<{ changes: FileChange[]; snapshot: Snapshot }> {
  const listed = await api.listWatchedFiles(service, folder);
  const files = await api.fingerprintFiles(service, listed, before ?? {});
  return {
    changes: before ? api.changesSince(before, files) : [],
    snapshot: api.snapshotOf(files),
  };
}

/** For "Fetch Test Event": a real file, so that the fields of the next nodes can be filled in. */
async function exampleItems(
  poll: IPollFunctions,
  client: ConfFilesClient,
  { folder, download }: Watching,
): Promise<INodeExecutionData[]> {
  const { api, service } = client;
  const latest = api.latestOf(await api.listWatchedFiles(service, folder));
  if (!latest) {
    throw new NodeOperationError(poll.getNode(), `There is no file in ${folder.path} to show`, {
      description: 'Upload a file there, or choose another folder, and fetch the test event again.',
    });
  }
  const { path, size, modifiedAt } = latest;
  const example: FileChange = {
    event: 'fileUpdated',
    path,
    ...(size !== undefined && { size }),
    ...(modifiedAt !== undefined && { modifiedAt }),
  };
  return await itemsOf(poll, client, [example], download);
}
