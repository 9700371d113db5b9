import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { SyncOutcome, WantedFile } from '../../../../platform';
import type { OperationCall } from '../../../shared/operation';
import { binaryContent } from '../../../shared/binaryContent';
import type { ConfFilesClient } from '../../confFilesClient';
import { binaryPropertyField, filePathField } from '../fields';
import type { ConfFilesWholeInputOperation } from '../types';
import { readCollection } from '../../../shared/parameters/readCollection';
import { readParameter } from '../../../shared/parameters/readParameter';

/** Files are compared at one address and sent to another: twice as many connections at most. */
const MAX_CONCURRENCY = 8;

export const sync: ConfFilesWholeInputOperation = {
  value: 'sync',
  name: 'Sync',
  action: 'Sync folder',
  description: 'Bring a folder to the state that the input items describe, one item a file',
  fields: [
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
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add option',
      default: {},
      options: [
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
      ],
    },
  ],

  async runTogether(call) {
    const { execution, client, signal } = call;
    const folder = client.api.readFolderPath(readParameter(execution, 'targetPath', 0, '/'));
    const options = readCollection(execution, 'options', 0);
    const { wanted, extraneous, leftInPlace } = await client.api.syncFolder(
      client.service,
      folder,
      await readWanted(call, folder),
      {
        compare: options.compare === 'always' ? 'always' : 'content',
        deleteExtraneous: options.deleteExtraneous === true,
        dryRun: options.dryRun === true,
        connections: readConcurrency(options),
        signal,
      },
    );
    if (leftInPlace > 0) {
      execution.addExecutionHints({
        message: `${leftInPlace} extraneous file(s) were not deleted because other files failed.`,
        location: 'outputPane',
      });
    }
    // A deleted file has no item of its own; it was told by all of them together.
    const everyItem = wanted.map((_outcome, item) => ({ item }));
    return [
      ...wanted.map((outcome, item) => outputItem(outcome, { item })),
      ...extraneous.map((outcome) => outputItem(outcome, everyItem)),
    ];
  },
};

async function readWanted(
  call: OperationCall<ConfFilesClient>,
  folder: string,
): Promise<WantedFile[]> {
  const { execution, client } = call;
  return await Promise.all(
    execution.getInputData().map(async (_item, itemIndex) => {
      const below = client.api.readFilePath(readParameter(execution, 'filePath', itemIndex, ''));
      const propertyName = String(readParameter(execution, 'binaryPropertyName', itemIndex));
      return {
        path: client.api.joinPath(folder, below.slice(1)),
        content: await binaryContent(call, itemIndex, propertyName),
      };
    }),
  );
}

function readConcurrency(options: IDataObject): number {
  const wanted = Math.floor(Number(options.concurrency ?? MAX_CONCURRENCY));
  return Math.min(MAX_CONCURRENCY, Math.max(1, wanted || MAX_CONCURRENCY));
}

function outputItem(
  { failure, ...outcome }: SyncOutcome,
  pairedItem: INodeExecutionData['pairedItem'],
): INodeExecutionData {
  return {
    json: { ...outcome, ...(failure && { message: failure.message, details: failure.hint }) },
    pairedItem,
  };
}
