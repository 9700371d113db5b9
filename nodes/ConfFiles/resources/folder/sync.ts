import type { IDataObject } from 'n8n-workflow';
import type { ConfFilesClient } from '../../../../platform/confFiles/client';
import { readFilePath, readFolderPath, joinPath } from '../../../../platform/confFiles/paths';
import type { WantedFile } from '../../../../platform/confFiles/wantedFiles';
import { binaryContent } from '../../../shared/binaryContent';
import { showHints } from '../../../shared/hints';
import { readEachItem } from '../../../shared/items';
import type { ItemCall, OperationCall, WholeInputOperation } from '../../../shared/operation';
import { readCollection } from '../../../shared/parameters/readCollection';
import { readParameter } from '../../../shared/parameters/readParameter';
import { leftOutEntries } from '../../leftOutEntries';
import { MAX_CONCURRENCY, syncFields } from './syncFields';
import { deletedBefore, doneBefore, rememberDone } from './syncedFiles';
import { outputOf, resultOf, unreadResult } from './syncOutput';

export const sync: WholeInputOperation<ConfFilesClient> = {
  value: 'sync',
  name: 'Sync',
  action: 'Sync folder',
  description:
    'Bring a folder to the state that the input items describe, one item a file: files are replaced, and others deleted where that is chosen',
  fields: syncFields,

  async runTogether(call) {
    const { execution, client, options } = call;
    const folder = readFolderPath(readParameter(execution, 'targetPath', 0, '/'));
    const chosen = readCollection(execution, 'options', 0);
    const dryRun = chosen.dryRun === true;
    const inputs = await readEachItem(call, (itemCall) => readWanted(itemCall, folder));
    const readable = inputs.flatMap((read) => ('input' in read ? [read.input] : []));

    const leftOut = leftOutEntries(execution);
    const { wanted, extraneous, leftInPlace } = await client.syncFolder(folder, readable, {
      ...options,
      compare: chosen.compare === 'always' ? 'always' : 'content',
      deleteExtraneous: chosen.deleteExtraneous === true,
      dryRun,
      isIncomplete: readable.length < inputs.length,
      connections: readConcurrency(chosen),
      onLeftOut: leftOut.add,
    });
    leftOut.tell();
    if (leftInPlace > 0) {
      showHints(execution, {
        message: `${leftInPlace} extraneous file(s) were not deleted because other files failed.`,
        location: 'outputPane',
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
      ...deletedBefore(execution),
      ...extraneous.map((outcome) => resultOf(node, outcome)),
    ];
    if (!dryRun) rememberDone(execution, wantedResults, extraneousResults);
    return outputOf(execution, wantedResults, extraneousResults);
  },
};

async function readWanted(call: ItemCall<ConfFilesClient>, folder: string): Promise<WantedFile> {
  const { execution, itemIndex } = call;
  const below = readFilePath(readParameter(execution, 'filePath', itemIndex, ''));
  const path = joinPath(folder, below.slice(1));
  const propertyName = String(readParameter(execution, 'binaryPropertyName', itemIndex));
  const content = await binaryContent(call, itemIndex, propertyName);
  return { path, content, done: doneBefore(execution, itemIndex, path) };
}

function readPathText({ execution }: OperationCall<ConfFilesClient>, itemIndex: number): string {
  try {
    return String(readParameter(execution, 'filePath', itemIndex, '')).slice(0, 300);
  } catch {
    return '';
  }
}

function readConcurrency(options: IDataObject): number {
  const wanted = Math.floor(Number(options.concurrency ?? MAX_CONCURRENCY));
  return Math.min(MAX_CONCURRENCY, Math.max(1, wanted || MAX_CONCURRENCY));
}
