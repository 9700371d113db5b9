import type { IPollFunctions } from 'n8n-workflow';
import type { ConfFilesClient } from '../../platform/client';
import { readFolderPath } from '../../platform/confFiles/paths';
import type { FileEvent } from '../../platform/confFiles/watch/changes';
import type { WatchedFolder } from '../../platform/confFiles/watch/watchedFolder';
import { parametersOfPoll } from '../shared/parameters/nodeParameters';
import { fields } from './fields';

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
