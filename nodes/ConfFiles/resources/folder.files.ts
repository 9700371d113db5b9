import type { IBinaryData } from 'n8n-workflow';
import {
  findDefaultBaseFolder,
  removeBaseFolder,
  readBaseFolder,
  readSourceFolder,
} from '../../../platform/confFiles/baseFolder';
import type { ConfFileService } from '../../../platform/confFiles/service';
import {
  fileName,
  parentFolder,
  readFilePath,
  type ConfPath,
} from '../../../platform/confFiles/paths';
import type { FileContent } from '../../../platform/common/content/fileContent';
import { isSystemFile } from '../../../platform/common/content/systemFiles';
import { InvalidInputError } from '../../../platform/common/errors/errors';
import { excerpt } from '../../../platform/common/text/text';
import { limitTo } from '../../../platform/common/time/concurrency';
import { loadPlatform } from '../../shared/client/loadPlatform';
import { getItemBinary, getBinaryContent } from '../../shared/items/binaryContent';
import { type ItemInput, readEachItem } from '../../shared/items/items';
import type { ItemCall, OperationCall } from '../../shared/operation/operation';
import { hintAtIgnored } from '../leftOutEntries';

export type FilesFrom = 'items' | 'allBinaryFields' | 'zip';

export interface SourceFile {
  /** The folder, as n8n or the ZIP file writes it; empty if the file has none. */
  directory: string;
  name: string;
  content: FileContent;
  isLink?: boolean;
}

/** Limits for all ZIP files of an execution together, because all of them are open at the same time. */
const MAX_ZIPPED_FILES = 50_000;
const MAX_UNPACKED_GIB = 10;
const GIB = 1024 ** 3;

/**
 * Reads the files of all items, and passes them to `work`. ZIP files stay open until `work` ends.
 * @throws the first failure if the node stops on errors
 */
export async function withSourceFiles<Result>(
  call: OperationCall<ConfFileService>,
  filesFrom: FilesFrom,
  work: (inputs: Array<ItemInput<SourceFile[]>>) => Promise<Result>,
): Promise<Result> {
  const zips = new OpenZips();
  const ignored: string[] = [];
  const readFiles = async (itemCall: ItemCall<ConfFileService>): Promise<SourceFile[]> => {
    if (filesFrom === 'items') {
      return [await readFileInField(itemCall, itemCall.parameters.text('binaryPropertyName'))];
    }
    const files = filesFrom === 'zip' ? await zips.open(itemCall) : await readItemFiles(itemCall);
    const filesToSync = files.filter((file) => {
      const path = file.directory === '' ? file.name : `${file.directory}/${file.name}`;
      const isIgnored = isSystemFile(path);
      if (isIgnored) ignored.push(path);
      else if (file.isLink) throw symbolicLinkError(path);
      return !isIgnored;
    });
    if (filesToSync.length > 0) return filesToSync;
    if (files.length > 0) throw onlyIgnoredFilesError(files);
    throw filesFrom === 'zip' ? emptyZipError() : noFilesError();
  };
  try {
    const inputs = await readEachItem(call, readFiles);
    hintAtIgnored(call.execution, ignored);
    return await work(inputs);
  } finally {
    await zips.close();
  }
}

class OpenZips {
  private readonly opened: Array<{ close(): Promise<void> }> = [];
  /** Opens one ZIP file at a time, because its list of files has to be in memory before it can be counted. */
  private readonly inTurn = limitTo(1);
  private fileCount = 0;
  private byteCount = 0;

  async open(call: ItemCall<ConfFileService>): Promise<SourceFile[]> {
    const { openZip } = await loadPlatform();
    const binary = getItemBinary(call, call.itemIndex, call.parameters.text('binaryPropertyName'));
    return await this.inTurn(async () => {
      call.signal?.throwIfAborted();
      this.requireWithinLimits();
      const zip = await openZip(await getBinaryContent(call, binary));
      this.opened.push(zip);
      this.fileCount += zip.files.length;
      for (const { content } of zip.files) this.byteCount += content.size;
      this.requireWithinLimits();
      return zip.files.map(({ path, content, isLink }) => {
        const end = path.lastIndexOf('/');
        const directory = path.slice(0, Math.max(0, end));
        return { directory, name: path.slice(end + 1), content, isLink };
      });
    });
  }

  private requireWithinLimits(): void {
    if (this.fileCount > MAX_ZIPPED_FILES) throw zipLimitError(`${MAX_ZIPPED_FILES} files`);
    if (this.byteCount > MAX_UNPACKED_GIB * GIB) throw zipLimitError(`${MAX_UNPACKED_GIB} GiB`);
  }

  async close(): Promise<void> {
    await Promise.all(this.opened.map((zip) => zip.close()));
  }
}

async function readItemFiles(call: ItemCall<ConfFileService>): Promise<SourceFile[]> {
  const fields = Object.keys(call.execution.getInputData()[call.itemIndex]?.binary ?? {});
  return await Promise.all(fields.map((field) => readFileInField(call, field)));
}

async function readFileInField(
  call: ItemCall<ConfFileService>,
  field: string,
): Promise<SourceFile> {
  const binary: IBinaryData = getItemBinary(call, call.itemIndex, field);
  const { directory = '', fileName: name = '' } = binary;
  return { directory, name, content: await getBinaryContent(call, binary) };
}

/** Returns the path of an item's file below the target folder. @throws InvalidInputError */
export type FindPath = (call: ItemCall<ConfFileService>, file: SourceFile) => ConfPath;

/** @throws InvalidInputError if the user has to set "Base Folder" */
export function buildPathFinder(
  call: OperationCall<ConfFileService>,
  inputs: ReadonlyArray<ItemInput<SourceFile[]>>,
): FindPath {
  const parameters = call.parametersOf(0);
  const baseFolder = parameters.text('options.baseFolder').trim();
  const hasFilePath = parameters.isGiven('filePath') && parameters.readSaved('filePath') !== '';
  if (hasFilePath) {
    const base = readBaseFolder(baseFolder);
    return (itemCall) => {
      const path = readFilePath(itemCall.parameters.value('filePath'));
      return removeBaseFolder(base, parentFolder(path), fileName(path));
    };
  }
  const files = inputs.flatMap((read) => ('input' in read ? read.input : []));
  const folders = files.map(({ directory }) => readSourceFolder(directory));
  const base =
    baseFolder === ''
      ? findDefaultBaseFolder(folders, parameters.boolean('options.deleteExtraneous'))
      : readBaseFolder(baseFolder);
  return (_itemCall, { directory, name }) => {
    if (name === '') throw missingNameError();
    return removeBaseFolder(base, readSourceFolder(directory), name);
  };
}

function noFilesError(): InvalidInputError {
  return new InvalidInputError(
    'The item has no files',
    'Connect this node directly to the node that returns the files. A node in between may have removed them. Nothing was sent.',
  );
}

function onlyIgnoredFilesError(files: readonly SourceFile[]): InvalidInputError {
  const names = excerpt(files.map(({ name }) => name).join(', '), [], 200);
  return new InvalidInputError(
    'The item has only files that operating systems or Git create, which are ignored',
    `Check the node that creates the files. Ignored: ${names}. Nothing was sent for this item.`,
  );
}

/** Protects the target folder. With "Delete Extraneous Files", a sync without files would empty it. */
function emptyZipError(): InvalidInputError {
  return new InvalidInputError(
    'The ZIP file contains no files',
    'Check the node that creates the ZIP file. To empty a folder, delete its files. Nothing was sent for this item.',
  );
}

function zipLimitError(limit: string): InvalidInputError {
  return new InvalidInputError(
    `The ZIP files of all items contain more than ${limit}`,
    'Sync fewer files at a time. Nothing was sent for this item.',
  );
}

function symbolicLinkError(path: string): InvalidInputError {
  return new InvalidInputError(
    `${excerpt(path)} in the ZIP file is a symbolic link`,
    'Create the ZIP file again with the file that the link points to. Nothing was sent for this item.',
  );
}

function missingNameError(): InvalidInputError {
  return new InvalidInputError(
    'A file of the item has no name',
    'Give the file a name, or choose "One File of Each Item" and set "File Path". Nothing was sent for this item.',
  );
}
