import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { readParameter } from './readParameter';

/** The fields that were added to a collection, as "Options". */
export function readCollection(
  execution: IExecuteFunctions,
  name: string,
  itemIndex: number,
): IDataObject {
  return readParameter(execution, name, itemIndex, {}) as IDataObject;
}
