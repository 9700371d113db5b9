import type { ConfFilesClient } from '../../../../platform/client';
import { readFolderPath, joinPath } from '../../../../platform/confFiles/paths';
import type { WantedFile } from '../../../../platform/confFiles/sync/wantedFiles';
import { binaryContent } from '../../../shared/items/binaryContent';
import { showHints } from '../../../shared/operation/hints';
import { readEachItem } from '../../../shared/items/items';
import type {
  ItemCall,
  OperationCall,
  WholeInputOperation,
} from '../../../shared/operation/operation';
import { leftOutEntries } from '../../leftOutEntries';
import { itemPaths, type PathOfItem } from './itemPaths';
import { syncFields } from './syncFields';
import { deletedByEarlierTries, outcomeOfEarlierTry, keepForRetry } from './syncedFiles';
import { outputOf, resultOf, unreadResult } from './syncOutput';

const MOST_PATH_CHARACTERS = 300;

export const sync: WholeInputOperation<ConfFilesClient> = {
  value: 'sync',
  name: 'Sync',
  action: 'Sync folder',
  description:
    'Sync a folder with the input items, one item per file. Changed files are replaced. Other files are deleted only if "Delete Extraneous Files" is on.',
  builderHint:
    'Give it all files of the folder as items of one execution, each with binary data; do not loop. It uploads only what differs.',
  fields: syncFields,

  async runTogether(call) {
    const { execution, client, options } = call;
    const parameters = call.parametersOf(0);
    parameters.check();
    const folder = readFolderPath(parameters.value('targetPath'));
    const dryRun = parameters.boolean('dryRun');
    const pathOf = itemPaths(call);
    const inputs = await readEachItem(call, (itemCall) => readWanted(itemCall, folder, pathOf));
    const readable = inputs.flatMap((read) => ('input' in read ? [read.input] : []));

    const leftOut = leftOutEntries(execution);
    const { wanted, extraneous, leftInPlace, refusal } = await client.syncFolder(folder, readable, {
      ...options,
      compare: parameters.choice<'always' | 'content'>('options.compare'),
      deleteExtraneous: parameters.boolean('options.deleteExtraneous'),
      ...(parameters.isGiven('options.deleteAtMost') && {
        deleteAtMost: parameters.number('options.deleteAtMost'),
      }),
      dryRun,
      isIncomplete: readable.length < inputs.length,
      connections: parameters.number('options.concurrency'),
      onLeftOut: leftOut.add,
    });
    leftOut.showHint();
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
    const wantedResults = inputs.map((read, itemIndex) =>
      'failure' in read
        ? unreadResult(readPathText(call, itemIndex), read.failure)
        : resultOf(node, wanted[next++] as (typeof wanted)[number], itemIndex),
    );
    const extraneousResults = [
      ...deletedByEarlierTries(execution),
      ...extraneous.map((outcome) => resultOf(node, outcome)),
    ];
    if (!dryRun) keepForRetry(execution, wantedResults, extraneousResults);
    return outputOf(execution, wantedResults, extraneousResults, dryRun);
  },
};

async function readWanted(
  call: ItemCall<ConfFilesClient>,
  folder: string,
  pathOf: PathOfItem,
): Promise<WantedFile> {
  const { execution, itemIndex, parameters } = call;
  const path = joinPath(folder, pathOf(call).slice(1));
  const content = await binaryContent(call, itemIndex, parameters.text('binaryPropertyName'));
  return { path, content, done: outcomeOfEarlierTry(execution, itemIndex, path) };
}

/** For an item whose path cannot be used. */
function readPathText(call: OperationCall<ConfFilesClient>, itemIndex: number): string {
  try {
    return call.parametersOf(itemIndex).text('filePath').slice(0, MOST_PATH_CHARACTERS);
  } catch {
    return '';
  }
}
