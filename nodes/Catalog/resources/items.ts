import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { CatalogEntry } from '../../../platform';

export function itemOf(entry: CatalogEntry): INodeExecutionData {
  return { json: entry as IDataObject };
}
