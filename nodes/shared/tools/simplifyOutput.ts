import type { IDataObject, INodeExecutionData, NodeExecutionHint } from 'n8n-workflow';
import { firstIndexOf } from '../items/failedItem';
import type { OperationCall } from '../operation/operation';
import { namesIn } from '../parameters/fieldValue';
import type { ItemParameters } from '../parameters/nodeParameters';
import { isTool } from './toolOutput';

interface SimpleOutput {
  items: readonly INodeExecutionData[];
  /** Fields that were selected but that no item has. */
  hints: NodeExecutionHint[];
}

/**
 * The output with the fields that the user wants of it (`simplify.ts`); items that failed stay whole.
 * @param simplified of the operation
 */
export function simplifyOutput<Client>(
  { execution, parametersOf }: OperationCall<Client>,
  simplified: readonly string[] | undefined,
  output: readonly INodeExecutionData[],
): SimpleOutput {
  if (!simplified) return { items: output, hints: [] };
  const isForTool = isTool(execution);
  const selected = new Set<string>();
  const found = new Set<string>();
  const items = output.map((item) => {
    if (item.error) return item;
    const parameters = parametersOf(firstIndexOf(item.pairedItem));
    const chosen = isForTool ? selectedNames(parameters) : [];
    const isSimple = isForTool
      ? parameters.choice('toolOutput') === 'simplified'
      : parameters.boolean('simplify');
    if (!isSimple && chosen.length === 0) return item;
    for (const name of chosen) selected.add(name);
    const json = pickFields(item.json, isSimple ? simplified : chosen);
    for (const name of Object.keys(json)) found.add(name);
    return { ...item, json };
  });
  const unknown = [...selected].filter((name) => !found.has(name));
  const message = `The output has no field ${unknown.join(', ')}`;
  return { items, hints: unknown.length > 0 ? [{ message }] : [] };
}

/** None unless "Selected Fields" is chosen. @throws InvalidInputError for what is no text */
export function selectedNames(parameters: ItemParameters): string[] {
  return namesIn(parameters.text('outputFields'));
}

/** Fields of an item, in this order; it may lack some. */
export function pickFields(json: IDataObject, names: readonly string[]): IDataObject {
  const values = new Map(Object.entries(json));
  const entries = names.flatMap((name) => (values.has(name) ? [[name, values.get(name)]] : []));
  return Object.fromEntries(entries) as IDataObject;
}
