import { type IPollFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';
import type { ConfFileService } from '../../platform/confFiles/service';
import {
  takeSnapshot,
  restoreFingerprints,
  findChanges,
  type FileChange,
  type Snapshot,
  findLatest,
  type WatchedFile,
} from '../../platform/confFiles/changes';
import { describeLeftOut } from '../ConfFiles/leftOutEntries';
import { loadPlatform } from '../shared/client/loadPlatform';
import {
  markLossless,
  runOnePollAtATime,
  type PollTime,
  runWithinPollTime,
} from '../shared/polling/polling';
import { buildChangeItems, warnOfLoginPages } from './items';
import {
  readState,
  saveState,
  buildFolderKey,
  readTriggerSettings,
  type TriggerSettings,
} from './settings';

/** The share of the time for listing and comparing files. Downloads of content get the rest. */
const COMPARING_SHARE = 0.6;

const UNFINISHED_ADVICE =
  'If this happens again, choose a subfolder, turn off "Include Subfolders" or "Download", or use several triggers.';

export async function pollChanges(
  poll: IPollFunctions,
  client: ConfFileService,
): Promise<INodeExecutionData[] | null> {
  const settings = readTriggerSettings(poll);
  if (poll.getMode() === 'manual') {
    return await runWithinPollTime(poll, UNFINISHED_ADVICE, (time) =>
      buildExampleItems(poll, client, settings, time),
    );
  }
  const folderKey = buildFolderKey(settings.folder, client);
  return await runOnePollAtATime(poll, folderKey, async () => {
    const lastSnapshot = readState(poll, folderKey);
    const polled = runWithinPollTime(poll, UNFINISHED_ADVICE, async (time) => {
      const files = await readWatchedFiles(poll, client, settings, lastSnapshot, time);
      // The first poll only saves a snapshot, and returns no events.
      const changes = lastSnapshot ? findChanges(lastSnapshot, files) : [];
      const chosenChanges = changes.filter(({ event }) => settings.events.includes(event));
      const { items, postponed } = await buildChangeItems(
        poll,
        client,
        chosenChanges,
        settings.download,
        time,
      );
      // A failure before this line keeps the old state, so that the next poll finds the same changes.
      const snapshot = restoreFingerprints(takeSnapshot(files), lastSnapshot ?? {}, postponed);
      saveState(poll, folderKey, snapshot);
      return items.length > 0 ? items : null;
    });
    return await polled.catch((failure: unknown) => {
      throw lastSnapshot ? markLossless(failure) : failure;
    });
  });
}

async function readWatchedFiles(
  poll: IPollFunctions,
  client: ConfFileService,
  { folder, download }: TriggerSettings,
  lastSnapshot: Snapshot | undefined,
  time: PollTime,
): Promise<WatchedFile[]> {
  const signal = time.until(download ? COMPARING_SHARE : 1);
  const { listWatchedFiles, fingerprintFiles } = await loadPlatform();
  const leftOut: string[] = [];
  const onLeftOut = (name: string) => void leftOut.push(name);
  const listed = await listWatchedFiles(client, folder, { signal, onLeftOut });
  if (leftOut.length > 0) poll.logger.warn(`${poll.getNode().name}: ${describeLeftOut(leftOut)}`);
  return await fingerprintFiles(client, listed, lastSnapshot, {
    signal,
    onLoginPages: (errors) => warnOfLoginPages(poll, errors),
  });
}

/** Returns a real file for "Fetch Test Event", so that users can map its fields. */
async function buildExampleItems(
  poll: IPollFunctions,
  client: ConfFileService,
  { folder, download }: TriggerSettings,
  time: PollTime,
): Promise<INodeExecutionData[]> {
  const signal = time.until(COMPARING_SHARE);
  const { listWatchedFiles } = await loadPlatform();
  const latest = findLatest(await listWatchedFiles(client, folder, { signal }));
  if (!latest) {
    throw new NodeOperationError(poll.getNode(), `There are no files in ${folder.path}`, {
      description: `Upload a file there, ${folder.recursive ? 'or choose another folder' : 'choose another folder, or turn on "Include Subfolders"'}. Then fetch the test event again.`,
    });
  }
  const { path, size, modifiedAt } = latest;
  const example: FileChange = {
    event: 'fileUpdated',
    path,
    ...(size !== undefined && { size }),
    ...(modifiedAt !== undefined && { modifiedAt }),
  };
  return (await buildChangeItems(poll, client, [example], download, time)).items;
}
