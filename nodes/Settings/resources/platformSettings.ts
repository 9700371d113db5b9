import type { SettingsClient } from '../settingsClient';
import type { ItemOperation, Resource } from '../../shared/operation/operation';
import { numbersAsTextCall } from '../../shared/operation/hints';
import { fields, receivedItem, receivedItems } from '../../shared/operation/output';
import { pagingFields, upToLimit } from '../../shared/items/paging';

const get: ItemOperation<SettingsClient> = {
  value: 'get',
  name: 'Get',
  action: 'Get GPU setting',
  description: 'Get whether the jobs of a platform may use GPUs',
  output: fields('value:boolean'),
  fields: [
    {
      displayName: 'Platform ID',
      name: 'platformId',
      type: 'string',
      default: '',
      placeholder: 'e.g. 1',
      description: 'The ID of the platform. Leave empty to use the platform of the credential.',
    },
  ],

  async run({ parameters, client, options, execution }) {
    const settings = await client.settings();
    const given = parameters.text('platformId').trim();
    const setting = await settings.readGpu(given || settings.platformId, {
      ...options,
      ...numbersAsTextCall(execution),
    });
    // Each input item has an output item, even for an empty list.
    const items = receivedItems(setting, 'value');
    return items.length > 0 ? items : receivedItem(setting, 'value');
  },
};

export const gpu: Resource<SettingsClient> = { value: 'gpu', name: 'GPU', operations: [get] };

const getAll: ItemOperation<SettingsClient> = {
  value: 'getAll',
  name: 'Get Many',
  action: 'Get many data lake URLs',
  description: 'Get many data lake URL settings of the platforms',
  output: fields('url'),
  fields: pagingFields,

  async run(call) {
    const { client, options, execution } = call;
    const settings = await client.settings();
    const urls = await settings.readDataLakeUrls({ ...options, ...numbersAsTextCall(execution) });
    return upToLimit(call, receivedItems(urls, 'url'));
  },
};

export const dataLakeUrl: Resource<SettingsClient> = {
  value: 'dataLakeUrl',
  name: 'Data Lake URL',
  operations: [getAll],
};
