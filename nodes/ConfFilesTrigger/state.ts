import type { IPollFunctions } from 'n8n-workflow';
import { readSnapshot } from '../../platform/confFiles/watch/snapshot';
import type { Snapshot } from '../../platform/confFiles/watch/changes';
import type { MountPath } from '../../platform/confFiles/paths';

/** What the trigger remembers from one poll to the next. */
export interface FolderState {
  /** The files as they were told; undefined where nothing is remembered of what is watched now. */
  files?: Snapshot;
  /** The first file that the last poll had no time to read. */
  unread?: MountPath;
}

/** @param watched tells what the node watches: other parameters, another platform: another text */
export function readState(poll: IPollFunctions, watched: string): FolderState {
  const data = poll.getWorkflowStaticData('node');
  if (data.watched !== watched) return {};
  const files = readSnapshot(data.state);
  if (!files)
    poll.logger.warn('The saved state of the trigger is damaged. The trigger starts over.');
  return { files, ...(files && typeof data.unread === 'string' && { unread: data.unread }) };
}

/** n8n saves it at activation and after a poll that emits; anything else is forgotten with the process. */
export function saveState(
  poll: IPollFunctions,
  watched: string,
  { files, unread }: FolderState,
): void {
  const data = poll.getWorkflowStaticData('node');
  // n8n notices only what is assigned at the top.
  data.watched = watched;
  data.state = files;
  if (unread !== undefined) data.unread = unread;
  else delete data.unread;
}
