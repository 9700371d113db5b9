import type { PlatformClient } from '../../../../platform/client';
import type { VariableFormat } from '../../../../platform/resources/environmentVariable/text';
import { changeOperation, type ItemCall } from '../../../shared/operation/operation';
import { placeFields, readPlace } from './place';

export const replaceAll = changeOperation({
  isRepeatable: false,
  secretParameters: ['text'],
  value: 'replaceAll',
  name: 'Replace All',
  action: 'Replace all environment variables',
  description:
    'Replace all variables of a scope with those of a JSON or .env text. Other variables of the scope are deleted.',
  fields: [
    ...placeFields,
    {
      displayName: 'Format',
      name: 'format',
      type: 'options',
      default: 'json',
      description: 'The format of the text',
      options: [
        { name: 'Env File', value: 'env', description: 'Lines such as NAME=value' },
        { name: 'JSON', value: 'json', description: 'An object with names and values' },
      ],
    },
    {
      displayName: 'Variables',
      name: 'text',
      type: 'string',
      typeOptions: { rows: 6 },
      default: '',
      required: true,
      placeholder: 'e.g. { "REGION": "eu", "TOKEN": { "value": "…", "isPassword": true } }',
      description:
        'All variables that the scope should have. A password without a value keeps its current value. A password variable always stays a password.',
    },
    {
      displayName: 'Dry Run',
      name: 'dryRun',
      type: 'boolean',
      default: false,
      description: 'Whether to return the changes without making them',
    },
  ],

  async read(call: ItemCall<PlatformClient>) {
    const { parameters, client, options } = call;
    const place = readPlace(call);
    const format = parameters.choice<VariableFormat>('format');
    const wanted = client.variables.read(format, parameters.value('text'));
    const dryRun = parameters.boolean('dryRun');
    const replace = await client.variables.prepareReplaceAll(place, wanted, dryRun, options);
    return { replace, dryRun };
  },

  isRead: ({ dryRun }) => dryRun,

  async change(_call, { replace, dryRun }) {
    const changes = await replace();
    return changes.map((change) => ({ json: { ...change, ...(dryRun && { dryRun }) } }));
  },
});
