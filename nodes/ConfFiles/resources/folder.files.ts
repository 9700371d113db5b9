import type { IBinaryData } from 'n8n-workflow';
import {
  defaultBaseFolder,
  pathBelow,
  readBaseFolder,
  readSourceFolder,
} from '../../../platform/confFiles/baseFolder';
import type { ConfFileService } from '../../../platform/confFiles/service';
import { nameOf, parentOf, readFilePath, type MountPath } from '../../../platform/confFiles/paths';
import type { FileContent } from '../../../platform/content/fileContent';
import { InvalidInputError } from '../../../platform/errors/errors';
import { excerpt } from '../../../platform/text/text';
import { loadPlatform } from '../../shared/client/loadPlatform';
import { binaryOfItem, contentOfBinary } from '../../shared/items/binaryContent';
import { type ItemInput, readEachItem } from '../../shared/items/items';
import type { ItemCall, OperationCall } from '../../shared/operation/operation';

export type FilesFrom = 'items' | 'allBinaryFields' | 'zip';

/** A file of an input item, in a folder of a disk or an archive. */
export interface SourceFile {
  directory: string;
  name: string;
  content: FileContent;
}

/**
 * Does the work with the files of each item, or why they cannot be read. ZIP files are open until it is done.
 * @throws the first failure, if the node stops on a failed item
 */
export async function withSourceFiles<Result>(
  call: OperationCall<ConfFileService>,
  filesFrom: FilesFrom,
  work: (inputs: Array<ItemInput<SourceFile[]>>) => Promise<Result>,
): Promise<Result> {
  const opened: Array<{ close(): Promise<void> }> = [];
  const filesOf = async (ofItem: ItemCall<ConfFileService>): Promise<SourceFile[]> => {
    const { execution, itemIndex, parameters } = ofItem;
    if (filesFrom === 'allBinaryFields') {
      const fields = Object.keys(execution.getInputData()[itemIndex]?.binary ?? {});
      if (fields.length === 0) throw noFiles();
      return await Promise.all(fields.map((field) => fileInField(ofItem, field)));
    }
    const field = parameters.text('binaryPropertyName');
    if (filesFrom === 'items') return [await fileInField(ofItem, field)];
    const { openZip } = await loadPlatform();
    const binary = binaryOfItem(ofItem, itemIndex, field);
    const zip = await openZip(await contentOfBinary(ofItem, binary));
    opened.push(zip);
    if (zip.files.length === 0) throw emptyZip();
    return zip.files.map(({ path, content, isLink }) => {
      if (isLink) throw notAFile(path);
      const end = path.lastIndexOf('/');
      return { directory: path.slice(0, Math.max(0, end)), name: path.slice(end + 1), content };
    });
  };
  try {
    return await work(await readEachItem(call, filesOf));
  } finally {
    await Promise.all(opened.map((zip) => zip.close()));
  }
}

async function fileInField(call: ItemCall<ConfFileService>, field: string): Promise<SourceFile> {
  const binary: IBinaryData = binaryOfItem(call, call.itemIndex, field);
  const { directory = '', fileName: name = '' } = binary;
  return { directory, name, content: await contentOfBinary(call, binary) };
}

/** Returns the path of an item's file below the target folder. @throws InvalidInputError */
export type PathOfFile = (call: ItemCall<ConfFileService>, file: SourceFile) => MountPath;

/** @throws InvalidInputError if the base folder has to be set */
export function pathsOfFiles(
  call: OperationCall<ConfFileService>,
  inputs: ReadonlyArray<ItemInput<SourceFile[]>>,
): PathOfFile {
  const parameters = call.parametersOf(0);
  const given = parameters.text('options.baseFolder').trim();
  const isWritten = parameters.isGiven('filePath') && parameters.written('filePath') !== '';
  if (isWritten) {
    const base = readBaseFolder(given);
    return (ofItem) => {
      const path = readFilePath(ofItem.parameters.value('filePath'));
      return pathBelow(base, parentOf(path), nameOf(path));
    };
  }
  const files = inputs.flatMap((read) => ('input' in read ? read.input : []));
  const folders = files.map(({ directory }) => readSourceFolder(directory));
  const base =
    given === ''
      ? defaultBaseFolder(folders, parameters.boolean('options.deleteExtraneous'))
      : readBaseFolder(given);
  return (_ofItem, { directory, name }) => {
    if (name === '') throw nameless();
    return pathBelow(base, readSourceFolder(directory), name);
  };
}

function noFiles(): InvalidInputError {
  return new InvalidInputError(
    'The item has no files',
    'A node before this one may have replaced the item: connect the node that returns the files. Nothing was sent.',
  );
}

/** A sync that deletes extraneous files would empty the target folder. */
function emptyZip(): InvalidInputError {
  return new InvalidInputError(
    'The ZIP file contains no files',
    'Check the node that creates it. To empty a folder, delete its files. Nothing was sent for this item.',
  );
}

function notAFile(path: string): InvalidInputError {
  return new InvalidInputError(
    `${excerpt(path)} in the ZIP file is a symbolic link`,
    'Create the ZIP file again with the file itself. Nothing was sent for this item.',
  );
}

function nameless(): InvalidInputError {
  return new InvalidInputError(
    'A file of the item has no name',
    'Set "File Path" for each item, or give the file a name. Nothing was sent for this item.',
  );
}
