import type { INodeProperties } from 'n8n-workflow';
import { binaryPropertyField, filePathField } from '../fields';
import { optionsField } from '../../../shared/parameters/collections';

/** Files are compared at one address and sent to another: twice as many connections at most. */
export const MAX_CONCURRENCY = 8;

export const syncFields: INodeProperties[] = [
  {
    displayName: 'Target Folder',
    name: 'targetPath',
    type: 'string',
    default: '/',
    placeholder: 'e.g. /spark',
    description: 'The folder to bring into the wanted state; "/" is the top of the mount',
  },
  {
    ...filePathField,
    default: '={{ $binary.data.fileName }}',
    description: 'Path of each item’s file below the target folder',
  },
  binaryPropertyField,
  optionsField('How files are compared, and what becomes of other files of the folder', [
    {
      displayName: 'Compare',
      name: 'compare',
      type: 'options',
      options: [
        { name: 'By Content', value: 'content', description: 'Upload only what differs' },
        { name: 'Not at All', value: 'always', description: 'Upload every file' },
      ],
      default: 'content',
      description: 'How to tell which files need to be uploaded',
    },
    {
      displayName: 'Concurrency',
      name: 'concurrency',
      type: 'number',
      typeOptions: { minValue: 1, maxValue: MAX_CONCURRENCY },
      default: MAX_CONCURRENCY,
      description: 'How many connections to use at once, at most 8',
    },
    {
      displayName: 'Delete Extraneous Files',
      name: 'deleteExtraneous',
      type: 'boolean',
      default: false,
      description: 'Whether to delete files of the folder that no input item names',
    },
    {
      displayName: 'Dry Run',
      name: 'dryRun',
      type: 'boolean',
      default: false,
      description: 'Whether to only tell what would be done',
    },
  ]),
];
