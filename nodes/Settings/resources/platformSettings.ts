import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { isObject } from '../../../platform/text/values';
import type { SettingsClient } from '../settingsClient';
import type { ItemOperation, Resource } from '../../shared/operation/operation';
import { numbersAsTextCall } from '../../shared/operation/hints';
import { pagingFields, upToLimit } from '../../shared/items/paging';

/** A list as items, entry by entry; what is no list is one item. */
function settingItems(setting: unknown, field: string): INodeExecutionData[] {
  const entries: unknown[] = Array.isArray(setting) ? setting : [setting];
  return entries.map((entry) => settingItem(entry, field));
}

/**
 * A setting as one item, since its form is not documented: an object as it is, and anything else under the given field.
 * So is an object with a field `error`: at the top of an item n8n would take it for a failure.
 */
function settingItem(setting: unknown, field: string): INodeExecutionData {
  const isItem = isObject(setting) && !('error' in setting);
  return { json: (isItem ? setting : { [field]: setting }) as IDataObject };
}

const get: ItemOperation<SettingsClient> = {
  value: 'get',
  name: 'Get',
  action: 'Get GPU setting',
  description: 'Get whether the jobs of a platform may use GPUs',
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
    const setting = await settings.gpu(given || settings.platformId, {
      ...options,
      ...numbersAsTextCall(execution),
    });
    // Each item gets a response, also where that is an empty list.
    const items = settingItems(setting, 'value');
    return items.length > 0 ? items : settingItem(setting, 'value');
  },
};

export const gpu: Resource<SettingsClient> = { value: 'gpu', name: 'GPU', operations: [get] };

const getAll: ItemOperation<SettingsClient> = {
  value: 'getAll',
  name: 'Get Many',
  action: 'Get many data lake URLs',
  description: 'Get many data lake URL settings of the platforms',
  fields: pagingFields,

  async run(call) {
    const { client, options, execution } = call;
    const settings = await client.settings();
    const urls = await settings.dataLakeUrls({ ...options, ...numbersAsTextCall(execution) });
    return upToLimit(call, settingItems(urls, 'url'));
  },
};

export const dataLakeUrl: Resource<SettingsClient> = {
  value: 'dataLakeUrl',
  name: 'Data Lake URL',
  operations: [getAll],
};
