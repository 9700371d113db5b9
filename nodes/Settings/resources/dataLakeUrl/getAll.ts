import { pagingFields, upToLimit } from '../../../shared/paging';
import { settingItems } from '../items';
import type { SettingsOperation } from '../types';

export const getAll: SettingsOperation = {
  value: 'getAll',
  name: 'Get Many',
  action: 'Get many data lake URLs',
  description: 'Read the data lake URL settings of the platforms',
  fields: pagingFields,

  async run({ execution, itemIndex, client, options }) {
    const settings = await client.settings();
    const urls = await settings.dataLakeUrls(options);
    return upToLimit(execution, itemIndex, settingItems(urls, 'url'));
  },
};
