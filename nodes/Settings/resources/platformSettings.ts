import type { SettingsClient } from '../settingsClient';
import type { ItemOperation, Resource } from '../../shared/operation/operation';
import { buildNumbersAsTextOptions } from '../../shared/operation/hints';
import { defineFields, toReceivedItem, toReceivedItems } from '../../shared/operation/output';
import { pagingFields, takeUpToLimit } from '../../shared/items/paging';

const get: ItemOperation<SettingsClient> = {
  value: 'get',
  name: 'Get',
  action: 'Get GPU setting',
  description: 'Get whether the jobs of a platform may use GPUs',
  output: defineFields('value:boolean'),
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
    const settings = await client.openSettings();
    const platformId = parameters.text('platformId').trim();
    const setting = await settings.readGpu(platformId || settings.platformId, {
      ...options,
      ...buildNumbersAsTextOptions(execution),
    });
    // If the setting is an empty list, it is returned as one item, so that each input item has an output item.
    const items = toReceivedItems(setting, 'value');
    return items.length > 0 ? items : toReceivedItem(setting, 'value');
  },
};

export const gpu: Resource<SettingsClient> = { value: 'gpu', name: 'GPU', operations: [get] };

const getAll: ItemOperation<SettingsClient> = {
  value: 'getAll',
  name: 'Get Many',
  action: 'Get many data lake URLs',
  description: 'Get many data lake URLs of the platforms',
  output: defineFields('url'),
  fields: pagingFields,

  async run(call) {
    const { client, options, execution } = call;
    const settings = await client.openSettings();
    const urls = await settings.readDataLakeUrls({
      ...options,
      ...buildNumbersAsTextOptions(execution),
    });
    return takeUpToLimit(call, toReceivedItems(urls, 'url'));
  },
};

export const dataLakeUrl: Resource<SettingsClient> = {
  value: 'dataLakeUrl',
  name: 'Data Lake URL',
  operations: [getAll],
};
