import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { isObject } from '../../../platform/text/values';

/** A list as items, entry by entry; what is no list is one item. */
export function settingItems(setting: unknown, field: string): INodeExecutionData[] {
  const entries: unknown[] = Array.isArray(setting) ? setting : [setting];
  return entries.map((entry) => settingItem(entry, field));
}

/**
 * A setting as one item, since its form is not documented: an object as it is, and anything else under the given field.
 * So is an object with a field `error`: at the top of an item n8n would take it for a failure.
 */
export function settingItem(setting: unknown, field: string): INodeExecutionData {
  const isItem = isObject(setting) && !('error' in setting);
  return { json: (isItem ? setting : { [field]: setting }) as IDataObject };
}
