import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { readJsonObject } from '../../shared/jsonParameter';
import { readCollection } from '../../shared/parameters/readCollection';

/** The way to fields that only some platforms have. */
export const moreFields: INodeProperties = {
  displayName: 'More Fields (JSON)',
  name: 'moreFields',
  type: 'json',
  default: '{}',
  description:
    'Any other fields that this platform takes, by their names in its schema, as a JSON object',
};

/** What was added to a collection, by our names, and fields by the platform's own. */
interface Added {
  values: Record<string, unknown>;
  more: Record<string, unknown>;
}

/** For something new: a field that stayed empty is left out. */
export function readSettingFields(
  execution: IExecuteFunctions,
  collection: string,
  itemIndex: number,
): Added {
  return readAdded(execution, collection, itemIndex, undefined);
}

/** For something that is there: a field that was added and left empty is emptied. */
export function readChanges(
  execution: IExecuteFunctions,
  collection: string,
  itemIndex: number,
): Added {
  return readAdded(execution, collection, itemIndex, null);
}

function readAdded(
  execution: IExecuteFunctions,
  collection: string,
  itemIndex: number,
  empty: null | undefined,
): Added {
  const added = readCollection(execution, collection, itemIndex);
  const values = Object.entries(added)
    .map(([name, value]) => [name, value === '' ? empty : value] as const)
    .filter(([name, value]) => name !== moreFields.name && value !== undefined);
  return {
    values: Object.fromEntries(values),
    more: readJsonObject(execution, `${collection}.moreFields`, 'More Fields', itemIndex),
  };
}
