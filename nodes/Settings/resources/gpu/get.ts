import type { SettingsClient } from '../../settingsClient';
import type { ItemOperation } from '../../../shared/operation/operation';
import { settingItem, settingItems } from '../items';

export const get: ItemOperation<SettingsClient> = {
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

  async run({ parameters, client, options }) {
    const settings = await client.settings();
    const given = parameters.text('platformId').trim();
    const setting = await settings.gpu(given || settings.platformId, options);
    // Each item gets a response, also where that is an empty list.
    const items = settingItems(setting, 'value');
    return items.length > 0 ? items : settingItem(setting, 'value');
  },
};
