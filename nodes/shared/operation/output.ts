import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { OutputShape } from '../../../platform/resources/entityFields';
import { isObject } from '../../../platform/common/text/values';

/** The fields of an output item. Any value may be null, and any field may be missing. */
export type OutputFields = { readonly [field: string]: OutputShape };

/** Builds fields from names with optional types, such as `path size:integer`. The default type is string. */
export function defineFields(names: string): Record<string, OutputShape> {
  const each = names.split(' ').map((name) => name.split(':'));
  return Object.fromEntries(each.map(([name, type = 'string']) => [name, type as 'string']));
}

/** Converts a response of unknown format. Each entry of a list becomes an item. Any other response becomes one item. */
export function toReceivedItems(response: unknown, field: string): INodeExecutionData[] {
  const entries: unknown[] = Array.isArray(response) ? response : [response];
  return entries.map((entry) => toReceivedItem(entry, field));
}

/** Uses an object as the JSON of the item. Puts into `field` any other value, and an object with `error`, which n8n treats as failed. */
export function toReceivedItem(value: unknown, field: string): INodeExecutionData {
  const isItem = isObject(value) && !('error' in value);
  return { json: (isItem ? value : { [field]: value }) as IDataObject };
}

export function pickFields(json: IDataObject, names: readonly string[]): IDataObject {
  const values = new Map(Object.entries(json));
  const entries = names.flatMap((name) => (values.has(name) ? [[name, values.get(name)]] : []));
  return Object.fromEntries(entries) as IDataObject;
}
