import type { SettingsClient } from '../../settingsClient';
import type { ItemOperation } from '../../../shared/operation/operation';
import { pagingFields, upToLimit } from '../../../shared/items/paging';
import { settingItems } from '../items';

export const getAll: ItemOperation<SettingsClient> = {
  value: 'getAll',
  name: 'Get Many',
  action: 'Get many data lake URLs',
  description: 'Get many data lake URL settings of the platforms',
  fields: pagingFields,

  async run(call) {
    const { client, options } = call;
    const settings = await client.settings();
    const urls = await settings.dataLakeUrls(options);
    return upToLimit(call, settingItems(urls, 'url'));
  },
};
