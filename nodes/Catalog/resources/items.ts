import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { CatalogEntry } from '../../../platform/resources/catalog/technologies';

/** What people look for, in reverse; the rest follows as the catalog returns it. */
const FIRST = ['id', 'label', 'name'];

export function itemOf(entry: CatalogEntry): INodeExecutionData {
  const rank = ([name]: [string, unknown]) => FIRST.indexOf(name);
  const fields = Object.entries(entry).sort((one, other) => rank(other) - rank(one));
  return { json: Object.fromEntries(fields) as IDataObject };
}
