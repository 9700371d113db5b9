import type { ConfFileService, RetrievedFile } from '../../../platform/confFiles/service';
import { readFilePath, readFolderPath } from '../../../platform/confFiles/paths';
import { loadPlatform } from '../../shared/client/loadPlatform';
import { getItemBinary, getBinaryContent } from '../../shared/items/binaryContent';
import {
  readThroughField,
  uploadTokenSourceField,
  binaryPropertyField,
  filePathField,
} from '../fields';
import { MAX_CONCURRENT_TRANSFERS } from '../confFilesClient';
import { type FileContent, wrapText } from '../../../platform/common/content/fileContent';
import {
  defineChange,
  type ItemCall,
  type ItemOperation,
  type Resource,
} from '../../shared/operation/operation';
import { defineFields, toReceivedItems } from '../../shared/operation/output';
import { InvalidInputError } from '../../../platform/common/errors/errors';
import { storeBinary } from '../../shared/items/storeBinary';
import { pagingFields, takeUpToLimit } from '../../shared/items/paging';
import { buildNumbersAsTextOptions, showHints } from '../../shared/operation/hints';
import { excerpt } from '../../../platform/common/text/text';
import { buildOptionsField } from '../../shared/parameters/collections';
import { hintAtLeftOut } from '../leftOutEntries';
import type { IExecuteFunctions } from 'n8n-workflow';

interface UploadInput {
  content: FileContent;
  claim: PathClaim;
}

const upload = defineChange<ConfFileService, UploadInput>({
  value: 'upload',
  name: 'Upload',
  action: 'Upload file',
  description:
    'Create a file, or replace the file at this path. For several files or a ZIP file, use the operation "Sync" of a folder.',
  output: defineFields('path size:integer sha256'),
  isRepeatable: true,
  concurrency: MAX_CONCURRENT_TRANSFERS,
  fields: [
    { ...filePathField, description: 'The path to save the file to, from the top folder' },
    {
      displayName: 'Content',
      name: 'contentSource',
      type: 'options',
      options: [
        {
          name: 'From Binary Field',
          value: 'binary',
          description: 'Use a binary file of the input item',
        },
        { name: 'From Text', value: 'text', description: 'Enter the content as text' },
      ],
      default: 'binary',
      description: 'Where the content of the file comes from',
    },
    { ...binaryPropertyField, displayOptions: { show: { contentSource: ['binary'] } } },
    {
      displayName: 'Text',
      name: 'textContent',
      type: 'string',
      typeOptions: { rows: 5 },
      default: '',
      description: 'The content of the file, sent as UTF-8',
      displayOptions: { show: { contentSource: ['text'] } },
    },
    uploadTokenSourceField,
  ],

  async read(call) {
    const { parameters, itemIndex } = call;
    const path = readFilePath(parameters.value('filePath'));
    if (parameters.choice('contentSource') === 'text') {
      const text = parameters.text('textContent');
      return { claim: claimPath(call, path, `text ${text}`), content: wrapText(text) };
    }
    const propertyName = parameters.text('binaryPropertyName');
    const binary = getItemBinary(call, itemIndex, propertyName);
    const claim = claimPath(call, path, `binary ${binary.id ?? binary.data}`);
    return { claim, content: await getBinaryContent(call, binary) };
  },

  async change({ client, options }, { claim, content }) {
    const uploaded = await claim.sendOnce(() => client.upload(claim.path, content, options));
    return { json: { ...uploaded } };
  },
});

/** A larger text may not fit into the context of an agent's AI model. */
const MAX_TEXT_BYTES = 256 * 1024;

/** @throws InvalidInputError if the file is too large or not UTF-8 text */
async function readFileText({ path, body }: RetrievedFile): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.length;
    if (size > MAX_TEXT_BYTES)
      throw cannotReturnTextError(`${path} is larger than ${MAX_TEXT_BYTES / 1024} KiB`);
    pieces.push(Buffer.from(piece));
  }
  const content = Buffer.concat(pieces);
  const text = content.toString('utf8');
  if (!Buffer.from(text).equals(content)) throw cannotReturnTextError(`${path} is not UTF-8 text`);
  return text;
}

function cannotReturnTextError(message: string): InvalidInputError {
  const hint = 'Set "Return As" to "Binary Data", which supports files of any type and size.';
  return new InvalidInputError(message, hint);
}

const download: ItemOperation<ConfFileService> = {
  value: 'download',
  name: 'Download',
  action: 'Download file',
  description: 'Download a file as binary data, or a small file as text',
  output: defineFields('path size:integer mimeType text'),
  concurrency: MAX_CONCURRENT_TRANSFERS,
  fields: [
    filePathField,
    {
      displayName: 'Return As',
      name: 'output',
      type: 'options',
      default: 'binary',
      description: 'How to return the content of the file',
      options: [
        { name: 'Binary Data', value: 'binary', description: 'Files of any type and size' },
        { name: 'Text', value: 'text', description: 'UTF-8 text of up to 256 KiB' },
      ],
    },
    {
      ...binaryPropertyField,
      displayName: 'Put Output File in Field',
      description: 'The name of the output field to put the file in',
      displayOptions: { show: { output: ['binary'] } },
    },
    readThroughField,
  ],

  async run({ execution, parameters, client, options }) {
    const path = readFilePath(parameters.value('filePath'));
    if (parameters.choice('output') === 'text') {
      const text = await client.retrieve(path, readFileText, options);
      return { json: { path, size: Buffer.byteLength(text), text } };
    }
    const propertyName = parameters.text('binaryPropertyName');
    const binary = await client.retrieve(
      path,
      async ({ body, name, mimeType }) =>
        await storeBinary(execution.helpers, { body, name, mimeType }),
      options,
    );
    return {
      json: { path, size: binary.bytes, mimeType: binary.mimeType },
      binary: { [propertyName]: binary },
    };
  },
};

const getAll: ItemOperation<ConfFileService> = {
  value: 'getAll',
  name: 'Get Many',
  action: 'Get many files',
  description: 'Get many files and folders in a folder',
  output: defineFields('path name type size:integer modifiedAt'),
  fields: [
    {
      displayName: 'Folder',
      name: 'path',
      type: 'string',
      default: '/',
      placeholder: 'e.g. /spark',
      description: 'The folder to list. "/" is the top folder.',
    },
    {
      displayName: 'Include Subfolders',
      name: 'recursive',
      type: 'boolean',
      default: false,
      description: 'Whether to include the files and folders of all subfolders',
    },
    ...pagingFields,
    readThroughField,
    buildOptionsField('How the list is returned', [
      {
        displayName: 'Raw Response',
        name: 'raw',
        type: 'boolean',
        default: true,
        description:
          'Whether to return the response as received, for example if the node does not know its format. Each entry of a list becomes an item.',
      },
    ]),
  ],

  async run(call) {
    const { execution, parameters, client, options } = call;
    const folder = readFolderPath(parameters.value('path'));
    const recursive = parameters.boolean('recursive');
    if (parameters.boolean('options.raw')) {
      if (recursive) throw rawSubfoldersError();
      const { value, numbersAsText, more } = await client.listRaw(folder, options);
      if (numbersAsText.length > 0)
        buildNumbersAsTextOptions(execution).onNumbersAsText(numbersAsText);
      if (more !== undefined) hintAtMore(execution, folder, more);
      return takeUpToLimit(call, toReceivedItems(value, 'value'));
    }
    const leftOut: string[] = [];
    const onLeftOut = (name: string) => void leftOut.push(name);
    const listOptions = { ...options, onLeftOut };
    const { listFolder, listRecursively } = await loadPlatform();
    const list = recursive ? listRecursively : listFolder;
    const entries = await list(client, folder, listOptions);
    hintAtLeftOut(execution, leftOut);
    return takeUpToLimit(call, entries).map((entry) => ({ json: { ...entry } }));
  },
};

function hintAtMore(execution: IExecuteFunctions, folder: string, header: string): void {
  const message = `Only the first page of the list of ${excerpt(folder, [], 200)} was returned. The response header "${header}" reports more files.`;
  showHints(execution, { message, type: 'warning', location: 'outputPane' });
}

function rawSubfoldersError(): InvalidInputError {
  return new InvalidInputError(
    'A raw response cannot include subfolders',
    'Turn off "Include Subfolders" or "Raw Response". Nothing was sent.',
  );
}

const deleteOperation = defineChange<ConfFileService, PathClaim>({
  value: 'delete',
  name: 'Delete',
  action: 'Delete file',
  description: 'Delete a file permanently',
  output: defineFields('deleted:boolean path'),
  isRepeatable: true,
  fields: [filePathField, uploadTokenSourceField],

  read(call) {
    const path = readFilePath(call.parameters.value('filePath'));
    return claimPath(call, path, 'deleted');
  },

  async change({ client, options, mayHaveBeenMade }, claim) {
    await claim.sendOnce(() => client.delete(claim.path, options, mayHaveBeenMade));
    return { json: { deleted: true, path: claim.path } };
  },
});

export const file: Resource<ConfFileService> = {
  value: 'file',
  name: 'File',
  operations: [upload, download, getAll, deleteOperation],
};

/** The change that one or more items make at a path. They share one request. */
class PathClaim {
  private result: Promise<unknown> | undefined;

  constructor(
    readonly path: string,
    readonly change: string,
  ) {}

  async sendOnce<Result>(work: () => Promise<Result>): Promise<Result> {
    return (await (this.result ??= work())) as Result;
  }
}

const claimsOfExecutions = new WeakMap<IExecuteFunctions, Map<string, PathClaim>>();

/**
 * Call this while items are read, before anything is sent.
 * @param change text that is equal for items with the same change
 * @throws InvalidInputError if an earlier item makes a different change at this path, because their order would be random
 */
function claimPath({ execution }: ItemCall<unknown>, path: string, change: string): PathClaim {
  const claims = claimsOfExecutions.get(execution) ?? new Map<string, PathClaim>();
  claimsOfExecutions.set(execution, claims);
  const claim = claims.get(path) ?? new PathClaim(path, change);
  claims.set(path, claim);
  if (claim.change === change) return claim;
  throw new InvalidInputError(
    `Two items have the path ${path}`,
    'Use a different "File Path" for each item. Nothing was sent for this item.',
  );
}
