import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import type { PlanOptions } from '../../../../platform/projectFiles/options';
import type { GivenFile, ParsedFiles } from '../../../../platform/projectFiles/parseFiles';
import { limitTo } from '../../../../platform/concurrency';
import { binaryContent } from '../../../shared/binaryContent';
import { changeOnce } from '../../../shared/changedItems';
import { failedItem, itemFailure } from '../../../shared/errors';
import { changeEachItem, forEachItem } from '../../../shared/items';
import type { ItemCall, OperationCall } from '../../../shared/operation';
import { readCollection } from '../../../shared/parameters/readCollection';
import { readParameter } from '../../../shared/parameters/readParameter';
import { requireSameTarget } from './deployTarget';

/** Its values may be passwords. */
export const SECRET_PARAMETERS = ['options'];

/** The work on the files of one project. */
export type FilesWork = (
  call: ItemCall<PlatformClient>,
  files: ParsedFiles,
) => Promise<INodeExecutionData[]>;

/** Reads something for the ZIP file of each item, one after the other, or once for the files of all items. */
export async function readWithProjectFiles(
  call: OperationCall<PlatformClient>,
  work: FilesWork,
): Promise<INodeExecutionData[]> {
  if (areItems(call)) return await withFilesOfItems(call, work);
  const run = async (itemCall: ItemCall<PlatformClient>) => {
    try {
      return await withZip(itemCall, work);
    } catch (error) {
      throw itemFailure(itemCall, error, SECRET_PARAMETERS);
    }
  };
  return await forEachItem(call, { run, concurrency: 1 });
}

/**
 * The same for a change: all files are read before the first change, and what an earlier try of Retry On Fail has carried
 * out is not done again.
 */
export async function changeWithProjectFiles(
  call: OperationCall<PlatformClient>,
  work: FilesWork,
): Promise<INodeExecutionData[]> {
  const isRepeatable = true;
  if (areItems(call)) {
    return await withFilesOfItems(call, async (first, files) => {
      const failureOf = (error: unknown) => itemFailure(first, error, SECRET_PARAMETERS);
      const change = (again: typeof first) => work(again, files);
      const result = await changeOnce(first, { isRepeatable, change, failureOf });
      return Array.isArray(result) ? result : [result];
    });
  }
  const oneAfterTheOther = limitTo(1);
  const isOnlyOne = call.execution.getInputData().length === 1;
  return await changeEachItem(call, {
    isRepeatable,
    concurrency: 1,
    secretParameters: SECRET_PARAMETERS,
    read: async (itemCall) => {
      if (isOnlyOne) return;
      await oneAfterTheOther(() => withZip(itemCall, () => Promise.resolve([])));
    },
    change: (itemCall) => withZip(itemCall, work),
  });
}

function areItems({ execution }: OperationCall<PlatformClient>): boolean {
  return readParameter(execution, 'source', 0, 'binary') === 'items';
}

async function withZip(
  call: ItemCall<PlatformClient>,
  work: FilesWork,
): Promise<INodeExecutionData[]> {
  const { projectFiles } = call.client;
  const content = await binaryContent(call, call.itemIndex, propertyName(call));
  const zip = await projectFiles.openZip(content);
  try {
    return await work(call, await projectFiles.parse(zip.files));
  } finally {
    await zip.close();
  }
}

async function withFilesOfItems(
  call: OperationCall<PlatformClient>,
  work: FilesWork,
): Promise<INodeExecutionData[]> {
  const { execution, client, signal } = call;
  const items = execution.getInputData();
  const first = { ...call, itemIndex: 0, parameters: call.parametersOf(0) };
  try {
    const files: GivenFile[] = [];
    for (const itemIndex of items.keys()) {
      const ofItem = { ...call, itemIndex, parameters: call.parametersOf(itemIndex) };
      ofItem.parameters.check();
      requireSameTarget(first, ofItem);
      const path = String(readParameter(execution, 'filePath', itemIndex, ''));
      const content = await binaryContent(ofItem, itemIndex, propertyName(ofItem));
      files.push({ path, content });
    }
    const outputs = await work(first, await client.projectFiles.parse(files));
    const pairedItem = items.map((_item, item) => ({ item }));
    return outputs.map((output) => ({ ...output, pairedItem }));
  } catch (error) {
    const failure = itemFailure(first, error, SECRET_PARAMETERS);
    if (!execution.continueOnFail() || signal?.aborted) throw failure;
    return [failedItem(failure, 0)];
  }
}

function propertyName({ execution, itemIndex }: ItemCall<PlatformClient>): string {
  return String(readParameter(execution, 'binaryPropertyName', itemIndex, 'data'));
}

export function readPlanOptions(call: ItemCall<PlatformClient>): PlanOptions {
  const chosen = readCollection(call.execution, 'options', call.itemIndex);
  return {
    deleteExtraneous: chosen.deleteExtraneous === true,
    comparePackages: chosen.comparePackages === 'name' ? 'name' : 'content',
    variables: pairsIn(chosen.variables, ({ name, value }) => [name, value]),
    technologies: pairsIn(chosen.technologies, ({ from, to }) => [from, to]),
  };
}

/** Every request of a plan or deploy, with the values that no error may show. */
export function requestOptions(
  { options }: ItemCall<PlatformClient>,
  { variables }: PlanOptions,
): typeof options {
  const values = [...(variables?.values() ?? [])].filter((value) => value !== '');
  return { ...options, secrets: [...(options.secrets ?? []), ...values] };
}

function pairsIn(
  collection: unknown,
  pairOf: (entry: IDataObject) => [unknown, unknown],
): Map<string, string> {
  const { values = [] } = (collection ?? {}) as { values?: IDataObject[] };
  return new Map(
    values.map((entry): [string, string] => {
      const [key, value] = pairOf(entry);
      return [String(key ?? '').trim(), String(value ?? '')];
    }),
  );
}
