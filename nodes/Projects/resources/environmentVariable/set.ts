import type { INodeProperties } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import { changeOperation, type ItemCall } from '../../../shared/operation/operation';
import { placeFields, readPlace, variableName } from './place';

const value: INodeProperties = {
  displayName: 'Value',
  name: 'value',
  description: 'The value of the variable',
  type: 'string',
  default: '',
};

export const set = changeOperation({
  isRepeatable: false,
  secretParameters: ['value'],
  value: 'set',
  name: 'Set',
  action: 'Set environment variable',
  description: 'Create an environment variable, or update the one with this name',
  fields: [
    ...placeFields,
    variableName,
    {
      displayName: 'Is Password',
      name: 'isPassword',
      type: 'boolean',
      default: false,
      description:
        'Whether the value is a secret that the platform never returns. A password variable always stays a password.',
    },
    { ...value, displayOptions: { show: { isPassword: [false] } } },
    {
      ...value,
      typeOptions: { password: true },
      displayOptions: { show: { isPassword: [true] } },
      description:
        'The value of the variable. Leave empty to keep the current value of a password.',
    },
    {
      displayName: 'Description',
      name: 'description',
      type: 'string',
      default: '',
      description: 'The description of the variable. Leave empty to keep the current description.',
    },
  ],

  async read(call: ItemCall<PlatformClient>) {
    const { parameters, client, options } = call;
    const place = readPlace(call);
    const description = parameters.text('description');
    const wanted = {
      name: parameters.text('name'),
      value: textOf(parameters.value('value')),
      isPassword: parameters.boolean('isPassword'),
      description: description || undefined,
    };
    return await client.variables.prepareSet(place, wanted, options);
  },

  async change({ mayHaveBeenMade }, setVariable) {
    return { json: { ...(await setVariable(mayHaveBeenMade)) } };
  },
});

/** An expression may give a number, a boolean or an object. */
function textOf(given: unknown): string {
  if (given === null || given === undefined) return '';
  return typeof given === 'object' ? JSON.stringify(given) : String(given);
}
