import type { IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import type { ConfFilesClient } from '../../platform/confFiles/client';
import { readFolderPath } from '../../platform/confFiles/paths';
import type { FileEvent } from '../../platform/confFiles/changes';
import type { WatchedFolder } from '../../platform/confFiles/watchedFolder';

/** What the trigger is to watch and to tell. */
export interface Watching {
  folder: WatchedFolder;
  events: readonly FileEvent[];
  download: boolean;
}

export function readWatching(poll: IPollFunctions): Watching {
  const chosen = poll.getNodeParameter('events', []);
  const events = Array.isArray(chosen) ? (chosen as FileEvent[]) : [];
  if (events.length === 0) {
    throw new NodeOperationError(poll.getNode(), 'No event is chosen', {
      description: 'Choose in "Events" what the workflow is started for.',
    });
  }
  return {
    folder: {
      path: readFolderPath(poll.getNodeParameter('path', '/')),
      recursive: poll.getNodeParameter('recursive', false) === true,
    },
    events,
    download: poll.getNodeParameter('download', false) === true,
  };
}

/** What must stay the same for two states of a folder to be compared. Which events are wanted does not matter. */
export function identityOf({ path, recursive }: WatchedFolder, { service }: ConfFilesClient) {
  return JSON.stringify([service.mount, path, recursive]);
}
