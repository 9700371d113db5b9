import type { INodeProperties } from 'n8n-workflow';
import type { ConfFileService } from '../../../platform/confFiles/service';
import { joinPath, readFolderPath } from '../../../platform/confFiles/paths';
import type { SyncOutcome, WantedFile } from '../../../platform/confFiles/sync';
import { loadPlatform } from '../../shared/client/loadPlatform';
import { getInput, readEachItem } from '../../shared/items/items';
import { showHints, showResults } from '../../shared/operation/hints';
import type { Resource, WholeInputOperation } from '../../shared/operation/operation';
import { defineFields } from '../../shared/operation/output';
import { dryRunField, buildOptionsField } from '../../shared/parameters/collections';
import { MAX_CONCURRENT_TRANSFERS } from '../confFilesClient';
import {
  binaryPropertyField,
  filePathField,
  readThroughField,
  uploadTokenSourceOption,
} from '../fields';
import { hintAtLeftOut } from '../leftOutEntries';
import { type FilesFrom, buildPathFinder, withSourceFiles } from './folder.files';
import {
  buildOutput,
  listEarlierDeletions,
  keepForRetry,
  findEarlierOutcome,
  summarize,
  toFileResult,
  buildUnreadResult,
} from './folder.output';

const syncFields: INodeProperties[] = [
  {
    displayName: 'Target Folder',
    name: 'targetPath',
    type: 'string',
    default: '/',
    placeholder: 'e.g. /spark',
    description: 'The folder to sync. "/" is the top folder.',
  },
  {
    displayName: 'Files',
    name: 'filesFrom',
    type: 'options',
    noDataExpression: true,
    options: [
      {
        name: 'All Files of Each Item',
        value: 'allBinaryFields',
        description:
          'Each item has files in several binary fields, for example from the Compression node',
      },
      { name: 'One File of Each Item', value: 'items', description: 'Each item has one file' },
      { name: 'ZIP File', value: 'zip', description: 'Each item has a ZIP file with the files' },
    ],
    default: 'items',
    description: 'Where the files of the folder come from',
  },
  {
    ...filePathField,
    required: false,
    displayOptions: { show: { filesFrom: ['items'] } },
    description:
      'The path of each item’s file in the target folder. If empty, the path is the file’s own folder and name, without the base folder (see "Base Folder").',
  },
  { ...binaryPropertyField, displayOptions: { show: { filesFrom: ['items', 'zip'] } } },
  dryRunField,
  readThroughField,
  buildOptionsField('How to compare files, and whether to delete other files in the folder', [
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
      typeOptions: { minValue: 1, maxValue: MAX_CONCURRENT_TRANSFERS },
      default: MAX_CONCURRENT_TRANSFERS,
      description: 'Max number of simultaneous connections to each address, up to 64',
    },
    {
      displayName: 'Delete Extraneous Files',
      name: 'deleteExtraneous',
      type: 'boolean',
      default: true,
      description: 'Whether to delete files in the folder that are not in the input',
    },
    {
      displayName: 'Base Folder',
      name: 'baseFolder',
      type: 'string',
      default: '',
      placeholder: 'e.g. /home/node/.n8n-files/conf',
      description:
        'The folder to cut off the start of each path. "/" cuts nothing. If empty, and all files come from one folder on disk, that folder is cut off. Required if "Delete Extraneous Files" is on, "File Path" is empty, and the files have folders.',
    },
    {
      displayName: 'Delete at Most',
      name: 'deleteAtMost',
      type: 'number',
      typeOptions: { minValue: 0 },
      default: 10,
      description:
        'Max number of files to delete. If there are more, nothing is changed. Without this option, the limit is half of the files in the folder or 10, whichever is more.',
    },
    uploadTokenSourceOption,
  ]),
];

const sync: WholeInputOperation<ConfFileService> = {
  value: 'sync',
  name: 'Sync',
  action: 'Sync folder',
  description:
    'Sync a folder with the files of the input items, or with a ZIP file. Changed files are replaced. Other files are deleted only if "Delete Extraneous Files" is on.',
  builderHint:
    'Pass all files of the folder to one execution, as items with binary data or as one ZIP file. Do not loop. Only files that differ are uploaded.',
  output: defineFields('path action size:integer dryRun:boolean'),
  fields: syncFields,

  async runTogether(call) {
    const { execution, client, options } = call;
    const parameters = call.parametersOf(0);
    parameters.check();
    const folder = readFolderPath(parameters.value('targetPath'));
    const dryRun = parameters.boolean('dryRun');
    const filesFrom = parameters.choice<FilesFrom>('filesFrom');
    const leftOut: string[] = [];
    const synced = await withSourceFiles(call, filesFrom, async (filesByItem) => {
      const findPath = buildPathFinder(call, filesByItem);
      const wantedByItem = await readEachItem(call, (itemCall) =>
        getInput(filesByItem, itemCall).map((file): WantedFile => {
          const path = joinPath(folder, findPath(itemCall, file).slice(1));
          return { path, content: file.content, done: findEarlierOutcome(execution, path) };
        }),
      );
      const wantedFiles = wantedByItem.flatMap((read) => ('input' in read ? read.input : []));
      const { syncFolder } = await loadPlatform();
      const result = await syncFolder(client, folder, wantedFiles, {
        ...options,
        compare: parameters.choice<'always' | 'content'>('options.compare'),
        deleteExtraneous: parameters.boolean('options.deleteExtraneous'),
        ...(parameters.isGiven('options.deleteAtMost') && {
          deleteAtMost: parameters.number('options.deleteAtMost'),
        }),
        ignoresSystemFiles: filesFrom !== 'items',
        dryRun,
        isIncomplete: wantedByItem.some((read) => 'failure' in read),
        connections: parameters.number('options.concurrency'),
        onLeftOut: (name) => void leftOut.push(name),
      });
      return { wantedByItem, ...result };
    });
    const { wantedByItem, wantedOutcomes, deletions, leftInPlace, refusal } = synced;
    hintAtLeftOut(execution, leftOut);
    if (leftInPlace > 0) {
      showHints(execution, {
        message: `${leftInPlace} extraneous file(s) were not deleted because other files failed.`,
        location: 'outputPane',
      });
    }
    if (refusal) {
      showHints(execution, {
        message: `Without "Dry Run", this would fail: ${refusal.message}. ${refusal.hint}`,
        location: 'outputPane',
        type: 'warning',
      });
    }
    const node = execution.getNode();
    let next = 0;
    const wantedResults = wantedByItem.flatMap((read, itemIndex) =>
      'failure' in read
        ? [buildUnreadResult(call, itemIndex, read.failure)]
        : read.input.map(() =>
            toFileResult(node, wantedOutcomes[next++] as SyncOutcome, itemIndex),
          ),
    );
    const deletionResults = [
      ...listEarlierDeletions(execution),
      ...deletions.map((outcome) => toFileResult(node, outcome)),
    ];
    if (!dryRun) keepForRetry(execution, wantedResults, deletionResults);
    const output = buildOutput(execution, wantedResults, deletionResults, dryRun);
    showResults(execution, [summarize([...wantedResults, ...deletionResults], dryRun)]);
    return output;
  },
};

export const folder: Resource<ConfFileService> = {
  value: 'folder',
  name: 'Folder',
  operations: [sync],
};
