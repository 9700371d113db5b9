import type { INodeProperties, IPollFunctions } from 'n8n-workflow';
import type { ConfFileService } from '../../platform/confFiles/service';
import { readFolderPath } from '../../platform/confFiles/paths';
import type { FileEvent, Snapshot } from '../../platform/confFiles/changes';
import type { WatchedFolder } from '../../platform/confFiles/watchedFolder';
import { readThroughField } from '../ConfFiles/fields';
import { warnOfLostState } from '../shared/polling/polling';
import { readPollParameters } from '../shared/parameters/nodeParameters';

export const fields: INodeProperties[] = [
  // Comes first: it decides which credentials are needed, and n8n shows credentials above all fields.
  readThroughField,
  {
    displayName: 'Folder',
    name: 'path',
    type: 'string',
    default: '/',
    placeholder: 'e.g. /spark',
    description: 'The folder to watch. "/" is the top folder.',
  },
  {
    displayName: 'Include Subfolders',
    name: 'recursive',
    type: 'boolean',
    // Most files are in subfolders.
    default: true,
    description: 'Whether to also watch all subfolders',
  },
  {
    displayName: 'Events',
    name: 'events',
    type: 'multiOptions',
    required: true,
    options: [
      {
        name: 'File Created',
        value: 'fileCreated',
        action: 'On file created',
        description: 'A file is new',
      },
      {
        name: 'File Deleted',
        value: 'fileDeleted',
        action: 'On file deleted',
        description: 'A file no longer exists',
      },
      {
        name: 'File Updated',
        value: 'fileUpdated',
        action: 'On file updated',
        description: 'A file has changed',
      },
    ],
    default: ['fileCreated', 'fileUpdated', 'fileDeleted'],
    description: 'The events that start the workflow',
  },
  {
    displayName: 'Download',
    name: 'download',
    type: 'boolean',
    default: false,
    description: 'Whether to add the content of created and updated files as binary data',
  },
];

export interface TriggerSettings {
  folder: WatchedFolder;
  events: readonly FileEvent[];
  download: boolean;
}

export function readTriggerSettings(poll: IPollFunctions): TriggerSettings {
  const parameters = readPollParameters(poll, fields);
  return {
    folder: {
      path: readFolderPath(parameters.value('path')),
      recursive: parameters.boolean('recursive'),
    },
    events: parameters.choices<FileEvent>('events'),
    download: parameters.boolean('download'),
  };
}

export function buildFolderKey({ path, recursive }: WatchedFolder, { filesId }: ConfFileService) {
  return JSON.stringify([filesId, path, recursive]);
}

/** Increase this number if the format of the state changes. */
const STATE_VERSION = 1;

/**
 * Returns the snapshot that the last poll saved, or undefined if no poll has saved one or the last poll watched another folder.
 * If the saved state has another version, it warns and returns undefined.
 */
export function readState(poll: IPollFunctions, folderKey: string): Snapshot | undefined {
  const data = poll.getWorkflowStaticData('node');
  if (data.watched !== folderKey) return undefined;
  if (data.version === STATE_VERSION) return data.state as Snapshot;
  warnOfLostState(poll);
  return undefined;
}

/** n8n saves the state only at activation and after a poll that returns events. Any other state is lost when the process ends. */
export function saveState(poll: IPollFunctions, folderKey: string, snapshot: Snapshot): void {
  // n8n notices only assignments to top-level properties.
  Object.assign(poll.getWorkflowStaticData('node'), {
    version: STATE_VERSION,
    watched: folderKey,
    state: snapshot,
  });
}
