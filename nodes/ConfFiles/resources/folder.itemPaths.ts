import type { IBinaryData } from 'n8n-workflow';
import {
  defaultBaseFolder,
  pathBelow,
  readBaseFolder,
  readSourceFolder,
} from '../../../platform/confFiles/baseFolder';
import type { ConfFileService } from '../../../platform/confFiles/service';
import { nameOf, parentOf, readFilePath, type MountPath } from '../../../platform/confFiles/paths';
import { InvalidInputError } from '../../../platform/errors/errors';
import type { ItemCall, OperationCall } from '../../shared/operation/operation';

/** The folder and name of the binary file. The node reads them itself: see `itemPaths`. */
export const PATH_OF_FILE =
  '={{ $binary[$parameter.binaryPropertyName].directory }}/{{ $binary[$parameter.binaryPropertyName].fileName }}';

/** Returns the path of an item's file below the target folder. @throws InvalidInputError */
export type PathOfItem = (call: ItemCall<ConfFileService>) => MountPath;

/**
 * Returns the reader of the items' paths. n8n does not store a field with its default, so the stored expression tells whether
 * the path is that of the binary file.
 * @throws InvalidInputError if the base folder has to be set
 */
export function itemPaths(call: OperationCall<ConfFileService>): PathOfItem {
  const parameters = call.parametersOf(0);
  const given = parameters.text('options.baseFolder').trim();
  const written = parameters.written('filePath') ?? PATH_OF_FILE;
  if (written !== PATH_OF_FILE) {
    const base = readBaseFolder(given);
    return (ofItem) => {
      const path = readFilePath(ofItem.parameters.value('filePath'));
      return pathBelow(base, parentOf(path), nameOf(path));
    };
  }
  const base =
    given === ''
      ? defaultBaseFolder(foldersOf(call), parameters.boolean('options.deleteExtraneous'))
      : readBaseFolder(given);
  return (ofItem) => {
    const { directory = '', fileName = '' } = fileOf(ofItem);
    if (fileName === '') throw nameless(ofItem.parameters.text('binaryPropertyName'));
    return pathBelow(base, readSourceFolder(directory), fileName);
  };
}

/** Skips items without a file; they are reported when they are read. */
function* foldersOf(call: OperationCall<ConfFileService>): Generator<string> {
  for (const itemIndex of call.execution.getInputData().keys()) {
    const parameters = call.parametersOf(itemIndex);
    try {
      const { directory = '' } = fileOf({ ...call, parameters, itemIndex });
      yield readSourceFolder(directory);
    } catch {
      continue;
    }
  }
}

function fileOf({ execution, parameters, itemIndex }: ItemCall<ConfFileService>): IBinaryData {
  return execution.helpers.assertBinaryData(itemIndex, parameters.text('binaryPropertyName'));
}

function nameless(field: string): InvalidInputError {
  return new InvalidInputError(
    `The file in "${field}" has no name`,
    'Set "File Path" for each item. Nothing was sent for this item.',
  );
}
