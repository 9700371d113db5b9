import type { INodeProperties } from 'n8n-workflow';
import { readThroughField, uploadTokenFromOption } from '../../clusterFields';
import { binaryPropertyField, filePathField } from '../fields';
import { optionsField } from '../../../shared/parameters/collections';
import { PATH_OF_FILE } from './itemPaths';

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
    default: PATH_OF_FILE,
    description:
      'Path of each item’s file below the target folder. By default the folder and name that the file comes with; see "Base Folder".',
  },
  binaryPropertyField,
  {
    displayName: 'Dry Run',
    name: 'dryRun',
    type: 'boolean',
    default: false,
    description: 'Whether to only tell what would be done',
  },
  readThroughField,
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
      displayName: 'Base Folder',
      name: 'baseFolder',
      type: 'string',
      default: '',
      placeholder: 'e.g. /home/node/.n8n-files/conf',
      description:
        'The folder that is left off in front of each path: with /data/conf, the file /data/conf/spark/a.xml goes to spark/a.xml. "/" leaves nothing off. If empty, the only folder that files from a disk come from is left off.',
    },
    {
      displayName: 'Delete at Most',
      name: 'deleteAtMost',
      type: 'number',
      typeOptions: { minValue: 0 },
      default: 10,
      description:
        'Fail before the first change if the sync would delete more files than this. If not added: half of the files in the folder, or 10, whichever is more.',
    },
    uploadTokenFromOption,
  ]),
];
