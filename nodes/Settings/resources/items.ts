import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

/**
 * A setting as items, since its form is not documented: objects as they are, an array's entries one by one, and anything
 * else under the given field. So is an object with a field `error`: at the top of an item n8n would take it for a failure.
 */
export function settingItems(setting: unknown, field: string): INodeExecutionData[] {
  const entries: unknown[] = Array.isArray(setting) ? setting : [setting];
  return entries.map((entry) => ({
    json: isPlainObject(entry) ? entry : ({ [field]: entry } as IDataObject),
  }));
}

function isPlainObject(entry: unknown): entry is IDataObject {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return false;
  return !('error' in entry);
}
