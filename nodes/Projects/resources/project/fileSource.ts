import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import type { FileContent } from '../../../../platform/content/fileContent';
import { InvalidInputError } from '../../../../platform/errors/errors';
import { ownValue } from '../../../../platform/text/names';
import { excerpt } from '../../../../platform/text/text';
import { binaryContent, contentOfBinary } from '../../../shared/items/binaryContent';
import type { ItemCall } from '../../../shared/operation/operation';

type Call = ItemCall<PlatformClient>;

const NAME_A_NODE =
  'Enter the name of a node that runs before this one and returns the files. Nothing was sent.';

/** Reads a file of the item that has the files of the project. */
export async function readFileOf(call: Call, field: string): Promise<FileContent> {
  const { execution, itemIndex } = call;
  if (nodeWithFiles(call) === '') return await binaryContent(call, itemIndex, field);
  const binary = fileIn(itemWithFiles(call), field);
  if (binary) return await contentOfBinary(call, binary);
  throw new InvalidInputError(
    `The node "${excerpt(nodeWithFiles(call), [], 100)}" returned no file in the field "${excerpt(field, [], 100)}"`,
    `Correct the name of the field in "${execution.getNode().name}". Nothing was sent.`,
  );
}

/** Returns the input item or, with "Files From Node", the item of that node that it comes from. */
export function itemWithFiles(call: Call): INodeExecutionData {
  const { execution, itemIndex } = call;
  const node = nodeWithFiles(call);
  if (node === '') return execution.getInputData()[itemIndex] ?? { json: {} };
  refuseCombinedBinaryMode(execution);
  const field = call.parameters.text('binaryPropertyName');
  const paired = pairedItem(call);
  if (fileIn(paired, field)) return paired as INodeExecutionData;
  const plan = paired && isChangeOfPlan(paired) ? paired.json.fingerprint : undefined;
  // Only a plan, and an item without a pairing, may take the file of another item: the only one leaves no doubt.
  const isOpen = paired === undefined || plan !== undefined;
  const candidates = itemsOfNode(execution, node, itemIndex).filter(
    (item) =>
      isOpen && fileIn(item, field) && (plan === undefined || item.json.fingerprint === plan),
  );
  const [item] = candidates;
  if (item && candidates.length === 1) return item;
  const [name, inField] = [excerpt(node, [], 100), excerpt(field, [], 100)];
  throw item
    ? new InvalidInputError(
        `The node "${name}" returned ${candidates.length} files, and the item comes from none of them`,
        'Use a node in between that keeps the link between its input and output items. Nothing was sent.',
      )
    : new InvalidInputError(
        `The node "${name}" returned no file in the field "${inField}"`,
        'Correct "Input Binary Field", or enter another node in "Files From Node". Nothing was sent.',
      );
}

/** Returns true for items of a plan beside the one that its files are taken for: a plan is deployed once. */
export function isFurtherItemOfPlan(call: Call): boolean {
  const { execution, itemIndex } = call;
  if (nodeWithFiles(call) === '') {
    const items = execution.getInputData();
    const item = items[itemIndex];
    const hasSummary = () => items.some(({ json, binary }) => json.kind === 'summary' && binary);
    return item !== undefined && isChangeOfPlan(item) && hasSummary();
  }
  const paired = pairedItem(call);
  if (!paired || !isChangeOfPlan(paired)) return false;
  return deployedItems(call).get(paired.json.fingerprint) !== itemIndex;
}

/** In this mode, n8n returns files within the JSON of an item, where text from outside could name a stored file. */
function refuseCombinedBinaryMode(execution: IExecuteFunctions): void {
  if (execution.getWorkflowSettings?.().binaryMode !== 'combined') return;
  throw new InvalidInputError(
    '"Files From Node" does not work in workflows that keep files in the JSON of items',
    'Connect this node directly to the node with the files. Nothing was sent.',
  );
}

function isChangeOfPlan({ json, binary }: INodeExecutionData): boolean {
  return !binary && typeof json?.fingerprint === 'string' && json.kind !== 'summary';
}

/** By execution: the input item that each plan is deployed for, by the plan's fingerprint. */
const deployedItemsOf = new WeakMap<IExecuteFunctions, Map<unknown, number>>();

/** Of the items of a plan, the one of its summary counts, which has the file; else the first one. */
function deployedItems(call: Call): Map<unknown, number> {
  const { execution, parametersOf } = call;
  const known = deployedItemsOf.get(execution);
  if (known) return known;
  const deployed = new Map<unknown, number>();
  for (const itemIndex of execution.getInputData().keys()) {
    const ofItem = { ...call, itemIndex, parameters: parametersOf(itemIndex) };
    const paired = nodeWithFiles(ofItem) === '' ? undefined : pairedItem(ofItem);
    const plan = paired?.json.fingerprint;
    if (!paired || plan === undefined) continue;
    if (!deployed.has(plan) || !isChangeOfPlan(paired)) deployed.set(plan, itemIndex);
  }
  deployedItemsOf.set(execution, deployed);
  return deployed;
}

function nodeWithFiles({ parameters }: Call): string {
  return parameters.text('filesFromNode').trim();
}

function fileIn(item: INodeExecutionData | undefined, field: string) {
  return item?.binary && ownValue(item.binary, field);
}

/** Returns the item that n8n shows for `$('…').item`; undefined if it finds no pairing. */
function pairedItem(call: Call): INodeExecutionData | undefined {
  const { execution, itemIndex } = call;
  try {
    return accessTo(execution, nodeWithFiles(call), itemIndex).item;
  } catch {
    return undefined;
  }
}

function itemsOfNode(
  execution: IExecuteFunctions,
  node: string,
  itemIndex: number,
): INodeExecutionData[] {
  const items = itemsIfRun(execution, node, itemIndex);
  if (items) return items;
  throw new InvalidInputError(
    `"Files From Node" is "${excerpt(node, [], 100)}", but no node of this name has run`,
    NAME_A_NODE,
  );
}

function itemsIfRun(execution: IExecuteFunctions, node: string, itemIndex: number) {
  try {
    return accessTo(execution, node, itemIndex).all();
  } catch {
    return undefined;
  }
}

interface NodeAccess {
  item: INodeExecutionData;
  all(): INodeExecutionData[];
}

function accessTo(execution: IExecuteFunctions, node: string, itemIndex: number): NodeAccess {
  const { $ } = execution.getWorkflowDataProxy(itemIndex) as { $: (name: string) => NodeAccess };
  return $(node);
}
