import type { INodeProperties } from 'n8n-workflow';
import { readThroughField } from '../ConfFiles/clusterFields';

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
