import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { OutputShape } from '../../../platform/resources/entityFields';
import { isObject } from '../../../platform/common/text/values';

/** The fields of an output item. Any value may be null, and any field may be missing. */
export type OutputFields = { readonly [field: string]: OutputShape };

/** Builds fields from their names. A field contains text unless its name says otherwise, as `size:integer` does. */
export function defineFields(names: string): Record<string, OutputShape> {
  const each = names.split(' ').map((name) => name.split(':'));
  return Object.fromEntries(each.map(([name, type = 'string']) => [name, type as 'string']));
}

/** The format of the response is not documented: each entry of a list becomes an item, anything else becomes one item. */
export function toReceivedItems(response: unknown, field: string): INodeExecutionData[] {
  const entries: unknown[] = Array.isArray(response) ? response : [response];
  return entries.map((entry) => toReceivedItem(entry, field));
}

/** Puts all but an object under the given field, and an object with a field `error`, which n8n would take for a failed item. */
export function toReceivedItem(value: unknown, field: string): INodeExecutionData {
  const isItem = isObject(value) && !('error' in value);
  return { json: (isItem ? value : { [field]: value }) as IDataObject };
}

export function pickFields(json: IDataObject, names: readonly string[]): IDataObject {
  const values = new Map(Object.entries(json));
  const entries = names.flatMap((name) => (values.has(name) ? [[name, values.get(name)]] : []));
  return Object.fromEntries(entries) as IDataObject;
}
