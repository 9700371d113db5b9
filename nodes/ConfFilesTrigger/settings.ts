import type { INodeProperties, IPollFunctions } from 'n8n-workflow';
import type { ConfFilesClient } from '../../platform/client';
import { readFolderPath, type MountPath } from '../../platform/confFiles/paths';
import {
  type FileEvent,
  readSnapshot,
  type Snapshot,
} from '../../platform/confFiles/watch/changes';
import type { WatchedFolder } from '../../platform/confFiles/watch/watchedFolder';
import { readThroughField } from '../ConfFiles/fields';
import { warnOfLostState } from '../shared/polling/polling';
import { parametersOfPoll } from '../shared/parameters/nodeParameters';

export const fields: INodeProperties[] = [
  // n8n shows credentials in front of the field that they depend on.
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
    default: false,
    description: 'Whether to also watch all subfolders',
  },
  {
    displayName: 'Events',
    name: 'events',
    type: 'multiOptions',
    required: true,
    options: [
      { name: 'File Created', value: 'fileCreated', action: 'On file created' },
      { name: 'File Deleted', value: 'fileDeleted', action: 'On file deleted' },
      { name: 'File Updated', value: 'fileUpdated', action: 'On file updated' },
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

/** What the trigger watches, and which events it emits. */
export interface TriggerSettings {
  folder: WatchedFolder;
  events: readonly FileEvent[];
  download: boolean;
}

export function readTriggerSettings(poll: IPollFunctions): TriggerSettings {
  const parameters = parametersOfPoll(poll, fields);
  return {
    folder: {
      path: readFolderPath(parameters.value('path')),
      recursive: parameters.boolean('recursive'),
    },
    events: parameters.choices<FileEvent>('events'),
    download: parameters.boolean('download'),
  };
}

/** What must stay the same for two states of a folder to be compared. Which events are wanted does not matter. */
export function folderKey({ path, recursive }: WatchedFolder, { service }: ConfFilesClient) {
  return JSON.stringify([service.mount, path, recursive]);
}

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
  if (!files) warnOfLostState(poll);
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
