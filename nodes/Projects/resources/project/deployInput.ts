import type { IBinaryKeyData, INodeExecutionData } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import type { PlanOptions } from '../../../../platform/projectFiles/options';
import type { InputFile } from '../../../../platform/projectFiles/files/projectFolder';
import type { ProjectTree } from '../../../../platform/projectFiles/files/projectTree';
import { excerpt } from '../../../../platform/common/text/text';
import { limitTo } from '../../../../platform/common/time/concurrency';
import { loadPlatform } from '../../../shared/client/loadPlatform';
import { getItemContent, getBinaryContent } from '../../../shared/items/binaryContent';
import { storeBinary } from '../../../shared/items/storeBinary';
import { changeEachItem, changeOnce } from '../../../shared/items/changedItems';
import { buildItemFailure } from '../../../shared/errors/errors';
import { forEachItem } from '../../../shared/items/items';
import type { ItemCall, OperationCall } from '../../../shared/operation/operation';
import { splitNames, fieldError, readText } from '../../../shared/parameters/fieldValue';
import type { ItemParameters } from '../../../shared/parameters/nodeParameters';
import { isTool } from '../../../shared/tools/toolOutput';
import { isDeployedWithOtherItem, getPlan, getPlanParameters } from './planOfNode';
import { readTargetFile, requireTextIfAdded, requireSameTarget } from './deployTarget';

/** The options are secret, because the values of "Variables" may be passwords. */
export const SECRET_PARAMETERS = ['options'];

type FilesWork<Files = ProjectTree> = (
  call: ItemCall<PlatformClient>,
  files: Files,
) => Promise<INodeExecutionData[]>;

/** Returns work that reads the project tree from files, and then does `work`. */
const withProjectTree =
  (work: FilesWork): FilesWork<readonly InputFile[]> =>
  async (call, files) => {
    const { readProjectFiles } = await loadPlatform();
    return await work(call, await readProjectFiles(files, { targetFile: readTargetFile(call) }));
  };

/**
 * Runs work that changes nothing. If each item has a ZIP file, runs it for one item after the other, otherwise once with all files.
 * @param requireSame throws an error if two items with files of one project have different targets
 */
export async function readWithInputFiles(
  call: OperationCall<PlatformClient>,
  work: FilesWork<readonly InputFile[]>,
  requireSame?: typeof requireSameTarget,
): Promise<INodeExecutionData[]> {
  if (hasOneFilePerItem(call)) return await runWithFilesOfItems(call, work, requireSame);
  const run = async (itemCall: ItemCall<PlatformClient>) => await runWithZip(itemCall, work);
  return await forEachItem(call, { run, concurrency: 1 });
}

/**
 * Runs work that changes the platform. Reads all files before the first change. Retry On Fail does not repeat a change that was
 * made. A change with an unknown outcome may be sent again, because a second deploy changes nothing more (see `changeOnce`).
 */
export async function changeWithProjectFiles(
  call: OperationCall<PlatformClient>,
  work: FilesWork,
): Promise<INodeExecutionData[]> {
  const isRepeatable = true;
  if (hasOneFilePerItem(call)) {
    const changeAllOnce: FilesWork = async (firstCall, files) => {
      const toFailure = (error: unknown) => buildItemFailure(firstCall, error);
      const change = (changeCall: typeof firstCall) => work(changeCall, files);
      const result = await changeOnce(firstCall, { isRepeatable, change, toFailure });
      return Array.isArray(result) ? result : [result];
    };
    return await runWithFilesOfItems(call, withProjectTree(changeAllOnce), requireSameTarget);
  }
  const readInTurn = limitTo(1);
  const hasOneItem = call.execution.getInputData().length === 1;
  return await changeEachItem(call, {
    isRepeatable,
    concurrency: 1,
    // Reads every ZIP file, one at a time, before the first change. With one item, `change` reads the file before it changes anything.
    read: async (itemCall) => {
      if (hasOneItem) return;
      await readInTurn(() =>
        runWithZip(
          itemCall,
          withProjectTree(() => Promise.resolve([])),
        ),
      );
    },
    change: (itemCall) => runWithZip(itemCall, withProjectTree(work)),
  });
}

/** Returns the input items with the files of one project: all items, or the one with the ZIP file. */
export function getSourceItems(call: ItemCall<PlatformClient>): INodeExecutionData[] {
  const { execution, itemIndex } = call;
  const all = execution.getInputData().map((item, index) => ({ ...item, pairedItem: index }));
  return hasOneFilePerItem(call) ? all : all.slice(itemIndex, itemIndex + 1);
}

/** Builds the binary data that a plan passes to a deploy. Single files are put into a ZIP file. */
export async function buildPlanBinary(
  call: ItemCall<PlatformClient>,
  files: readonly InputFile[],
): Promise<IBinaryKeyData | undefined> {
  const { execution } = call;
  if (isTool(execution)) return undefined;
  if (!hasOneFilePerItem(call)) return getSourceItems(call)[0]?.binary;
  const { zipFiles } = await loadPlatform();
  const zip = { body: zipFiles(files), name: 'project.zip', mimeType: 'application/zip' };
  return {
    [call.parameters.text('binaryPropertyName')]: await storeBinary(execution.helpers, zip),
  };
}

function hasOneFilePerItem({ parametersOf }: OperationCall<PlatformClient>): boolean {
  return parametersOf(0).choice('source') === 'items';
}

async function runWithZip(
  call: ItemCall<PlatformClient>,
  work: FilesWork<readonly InputFile[]>,
): Promise<INodeExecutionData[]> {
  if (isDeployedWithOtherItem(call)) return [];
  const { openZip } = await loadPlatform();
  const plan = getPlan(call);
  const content = plan
    ? await getBinaryContent(call, plan.file)
    : await getItemContent(call, call.itemIndex, call.parameters.text('binaryPropertyName'));
  const zip = await openZip(content);
  try {
    return await work(call, zip.files);
  } finally {
    await zip.close();
  }
}

async function runWithFilesOfItems(
  call: OperationCall<PlatformClient>,
  work: FilesWork<readonly InputFile[]>,
  requireSame?: typeof requireSameTarget,
): Promise<INodeExecutionData[]> {
  const items = call.execution.getInputData();
  const firstCall = { ...call, itemIndex: 0, parameters: call.parametersOf(0) };
  const files: InputFile[] = [];
  for (const itemIndex of items.keys()) {
    const itemCall = { ...call, itemIndex, parameters: call.parametersOf(itemIndex) };
    itemCall.parameters.check();
    requireSame?.(firstCall, itemCall);
    const path = itemCall.parameters.text('filePath');
    const field = itemCall.parameters.text('binaryPropertyName');
    const content = await getItemContent(itemCall, itemIndex, field);
    files.push({ path, content });
  }
  const outputs = await work(firstCall, files).catch((error: unknown) => {
    throw buildItemFailure(firstCall, error);
  });
  const pairedItem = items.map((_item, item) => ({ item }));
  return outputs.map((output) => ({ pairedItem, ...output }));
}

export function readPlanOptions(call: ItemCall<PlatformClient>): PlanOptions {
  const parameters = getPlanParameters(call);
  return {
    deleteExtraneous: parameters.boolean('options.deleteExtraneous'),
    ...(parameters.isGiven('options.deleteAtMost') && {
      deleteAtMost: parameters.number('options.deleteAtMost'),
    }),
    leaveOut: splitNames(parameters.text('options.leaveOut')),
    select: splitNames(requireTextIfAdded(parameters, 'options.select')),
    comparePackages: parameters.choice<'name' | 'content'>('options.comparePackages'),
    variables: readPairs(parameters, 'options.variables', 'name', 'value'),
    technologyLabels: readPairs(parameters, 'options.technologies', 'from', 'to'),
    runAfter: parameters.text('options.runAfter').trim() || undefined,
  };
}

/** Returns call options whose secrets, which errors must not show, include the values of the variables. */
export function withSecretVariables(
  { options }: ItemCall<PlatformClient>,
  { variables }: PlanOptions,
): typeof options {
  const values = [...(variables?.values() ?? [])].filter((value) => value !== '');
  return { ...options, secrets: [...(options.secrets ?? []), ...values] };
}

/** @throws InvalidInputError if a key is empty or occurs twice, or if a key or value is an object or a list */
function readPairs(
  parameters: ItemParameters,
  path: string,
  keyName: 'name' | 'from',
  valueName: 'value' | 'to',
): Map<string, string> {
  const pairs = new Map<string, string>();
  const field = parameters.displayName(path);
  const toText = (value: unknown) => readText({ displayName: field }, value);
  for (const { [keyName]: keyValue, [valueName]: value } of parameters.entries(path, 'values')) {
    const key = toText(keyValue).trim();
    if (key === '') throw fieldError(`The first field of an entry of "${field}" is empty`, key);
    if (pairs.has(key))
      throw fieldError(`"${field}" contains "${excerpt(key, [], 100)}" twice`, key);
    pairs.set(key, toText(value));
  }
  return pairs;
}
