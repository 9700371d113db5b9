import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { OutputShape } from '../../../platform/resources/entityFields';
import { isObject } from '../../../platform/common/text/values';

/** The fields of an output item. Any value may be null, and any field may be missing. */
export type OutputFields = { readonly [field: string]: OutputShape };

/** Fields by their names: texts, unless one says otherwise, as `size:integer`. */
export function fields(names: string): Record<string, OutputShape> {
  const each = names.split(' ').map((name) => name.split(':'));
  return Object.fromEntries(each.map(([name, type = 'string']) => [name, type as 'string']));
}

/** Returns a response whose format is not documented: a list as items, entry by entry, anything else as one item. */
export function receivedItems(response: unknown, field: string): INodeExecutionData[] {
  const entries: unknown[] = Array.isArray(response) ? response : [response];
  return entries.map((entry) => receivedItem(entry, field));
}

/**
 * Returns an object as it is, and anything else under the given field.
 * So is an object with a field `error`: at the top of an item n8n would take it for a failure.
 */
export function receivedItem(value: unknown, field: string): INodeExecutionData {
  const isItem = isObject(value) && !('error' in value);
  return { json: (isItem ? value : { [field]: value }) as IDataObject };
}

/** Returns fields of an item in this order, without those that it lacks. */
export function pickFields(json: IDataObject, names: readonly string[]): IDataObject {
  const values = new Map(Object.entries(json));
  const entries = names.flatMap((name) => (values.has(name) ? [[name, values.get(name)]] : []));
  return Object.fromEntries(entries) as IDataObject;
}
