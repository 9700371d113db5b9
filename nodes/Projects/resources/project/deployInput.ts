import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { DeployTarget, GivenFile, ParsedFiles, PlanOptions } from '../../../../platform';
import { binaryContent } from '../../../shared/binaryContent';
import { failedItem, itemFailure } from '../../../shared/errors';
import { forEachItem } from '../../../shared/items';
import { readLocator } from '../../../shared/locators';
import type { ItemCall, OperationCall } from '../../../shared/operation';
import { readCollection } from '../../../shared/parameters/readCollection';
import { readParameter } from '../../../shared/parameters/readParameter';
import type { PlatformClient } from '../../../shared/platformClient';

/** Its values may be passwords. */
export const SECRET_PARAMETERS = ['options'];

/** The work on the files of one project. */
export type FilesWork = (
  call: ItemCall<PlatformClient>,
  files: ParsedFiles,
) => Promise<INodeExecutionData[]>;

/** Does the work for the ZIP file of each item, one after the other, or once for the files of all items. */
export async function withProjectFiles(
  call: OperationCall<PlatformClient>,
  work: FilesWork,
): Promise<INodeExecutionData[]> {
  if (readParameter(call.execution, 'source', 0, 'binary') === 'items') {
    return await withFilesOfItems(call, work);
  }
  const run = async (itemCall: ItemCall<PlatformClient>) => {
    try {
      return await withZip(itemCall, work);
    } catch (error) {
      throw itemFailure(itemCall, error, SECRET_PARAMETERS);
    }
  };
  return await forEachItem(call, { run, concurrency: 1 });
}

async function withZip(
  call: ItemCall<PlatformClient>,
  work: FilesWork,
): Promise<INodeExecutionData[]> {
  const { api } = call.client;
  const content = await binaryContent(call, call.itemIndex, propertyName(call));
  const zip = await api.openZip(content);
  try {
    return await work(call, await api.parseFiles(zip.files));
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
  const first = { ...call, itemIndex: 0 };
  try {
    const files: GivenFile[] = [];
    for (const itemIndex of items.keys()) {
      const ofItem = { ...call, itemIndex };
      const path = String(readParameter(execution, 'filePath', itemIndex, ''));
      const content = await binaryContent(ofItem, itemIndex, propertyName(ofItem));
      files.push({ path, content });
    }
    const outputs = await work(first, await client.api.parseFiles(files));
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

export function readTarget({ execution, itemIndex }: ItemCall<PlatformClient>): DeployTarget {
  if (readParameter(execution, 'target', itemIndex, 'project') === 'newProject') {
    return { name: String(readParameter(execution, 'name', itemIndex, '')) };
  }
  return { projectId: readLocator(execution, 'projectId', itemIndex) };
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
