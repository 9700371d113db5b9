import type { INodeProperties } from 'n8n-workflow';
import { readJsonObject } from '../../shared/parameters/jsonParameter';
import type { ItemParameters } from '../../shared/parameters/nodeParameters';

/** The way to fields that only some platforms have. */
export const moreFields: INodeProperties = {
  displayName: 'More Fields (JSON)',
  name: 'moreFields',
  type: 'json',
  default: '{}',
  description:
    'Any other fields of the platform, as a JSON object with the field names of its GraphQL schema',
};

/** What was added to a collection, by our names, and fields by the platform's own. */
export interface AddedSettings {
  values: Record<string, unknown>;
  more: Record<string, unknown>;
}

/** For something new: a field that stayed empty is left out. */
export function readSettingFields(parameters: ItemParameters, collection: string): AddedSettings {
  return readAdded(parameters, collection, undefined);
}

/** For something that is there: a field that was added and left empty is emptied. */
export function readChanges(parameters: ItemParameters, collection: string): AddedSettings {
  return readAdded(parameters, collection, null);
}

function readAdded(
  parameters: ItemParameters,
  collection: string,
  empty: null | undefined,
): AddedSettings {
  const added = parameters.added(collection);
  const values = Object.entries(added)
    .map(([name, value]) => [name, value === '' ? empty : value] as const)
    .filter(([name, value]) => name !== moreFields.name && value !== undefined);
  return {
    values: Object.fromEntries(values),
    more: Object.hasOwn(added, moreFields.name)
      ? readJsonObject(parameters, `${collection}.${moreFields.name}`)
      : {},
  };
}
