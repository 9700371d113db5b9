import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { isObject } from '../../../platform/text/values';

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
