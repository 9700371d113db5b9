import type { PlatformClient } from '../../../../platform/client';
import { appLocator, projectFilterFor, readLocator } from '../../../shared/locators';
import { changeOperation, type ItemCall } from '../../../shared/operation';
import { labelledItem } from '../labelledItem';
import { readChanges } from '../settings';
import { appName, appSettings } from './fields';

export const update = changeOperation({
  isRepeatable: true,
  value: 'update',
  name: 'Update',
  action: 'Update app',
  description: 'Change the settings of an app; its version stays',
  fields: [
    projectFilterFor('apps'),
    appLocator,
    {
      displayName: 'Update Fields',
      name: 'updateFields',
      description: 'What to change; settings that are not added stay as they are',
      type: 'collection',
      placeholder: 'Add Field',
      default: {},
      options: [...appSettings, appName].sort((a, b) => a.displayName.localeCompare(b.displayName)),
    },
  ],

  async read({ execution, itemIndex, client, options }: ItemCall<PlatformClient>) {
    const appId = readLocator(execution, 'appId', itemIndex);
    const changes = readChanges(execution, 'updateFields', itemIndex);
    return await client.apps.prepareUpdate(appId, changes, options);
  },

  async change(call, updateApp) {
    return await labelledItem(call, await updateApp(call.mayHaveBeenMade));
  },
});
