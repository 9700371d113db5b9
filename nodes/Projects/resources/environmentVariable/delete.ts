import type { PlatformClient } from '../../../../platform/client';
import { changeOperation, type ItemCall } from '../../../shared/operation/operation';
import { placeFields, readPlace, variableName } from './place';

export const deleteOperation = changeOperation({
  isRepeatable: true,
  value: 'delete',
  name: 'Delete',
  action: 'Delete environment variable',
  description: 'Delete the environment variable with this name permanently',
  fields: [...placeFields, variableName],

  async read(call: ItemCall<PlatformClient>) {
    const { parameters, client, options } = call;
    const place = readPlace(call);
    const name = parameters.text('name');
    return await client.variables.prepareDelete(place, name, options);
  },

  async change({ mayHaveBeenMade }, deleteVariable) {
    return { json: { ...(await deleteVariable(mayHaveBeenMade)) } };
  },
});
