import type { INodeProperties } from 'n8n-workflow';
import { readThroughField, uploadTokenFromOption } from '../../clusterFields';
import { binaryPropertyField, filePathField } from '../fields';
import { optionsField } from '../../../shared/parameters/collections';
import { PATH_OF_FILE } from './itemPaths';

/** Files are compared at one address and sent to another: twice as many connections at most. */
const MAX_CONCURRENCY = 8;

export const syncFields: INodeProperties[] = [
  {
    displayName: 'Target Folder',
    name: 'targetPath',
    type: 'string',
    default: '/',
    placeholder: 'e.g. /spark',
    description: 'The folder to sync. "/" is the top folder.',
  },
  {
    ...filePathField,
    default: PATH_OF_FILE,
    description:
      'The path of each item’s file in the target folder. By default, the folder and name of the binary file.',
  },
  {
    // n8n shows no hint below an expression.
    displayName:
      'By default, the folder that all files share is not part of the path. The preview still shows it.',
    name: 'commonFolder',
    type: 'notice',
    default: '',
  },
  binaryPropertyField,
  {
    displayName: 'Dry Run',
    name: 'dryRun',
    type: 'boolean',
    default: false,
    description: 'Whether to return the changes without making them',
  },
  readThroughField,
  optionsField('How to compare files, and whether to delete other files in the folder', [
    {
      displayName: 'Compare',
      name: 'compare',
      type: 'options',
      options: [
        { name: 'By Content', value: 'content', description: 'Upload only files that differ' },
        { name: 'Not at All', value: 'always', description: 'Upload all files' },
      ],
      default: 'content',
      description: 'How to find the files to upload',
    },
    {
      displayName: 'Concurrency',
      name: 'concurrency',
      type: 'number',
      typeOptions: { minValue: 1, maxValue: MAX_CONCURRENCY },
      default: MAX_CONCURRENCY,
      description: 'Max number of connections to use at the same time, up to 8',
    },
    {
      displayName: 'Delete Extraneous Files',
      name: 'deleteExtraneous',
      type: 'boolean',
      default: false,
      description: 'Whether to delete files in the folder that are not in the input items',
    },
    {
      displayName: 'Base Folder',
      name: 'baseFolder',
      type: 'string',
      default: '',
      placeholder: 'e.g. /home/node/.n8n-files/conf',
      description:
        'The folder to remove from the start of each path; "/" removes nothing. If empty, the folder that all files read from disk share is removed.',
    },
    {
      displayName: 'Delete at Most',
      name: 'deleteAtMost',
      type: 'number',
      typeOptions: { minValue: 0 },
      default: 10,
      description:
        'Max number of files to delete. If there are more, nothing is changed. Default: half of the files in the folder, or 10, whichever is more.',
    },
    uploadTokenFromOption,
  ]),
];
