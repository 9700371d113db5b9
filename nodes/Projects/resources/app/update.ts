import type { PlatformClient } from '../../../../platform/client';
import { appLocator, projectFilterFor, readLocator } from '../../../shared/locators';
import { changeOperation, type ItemCall } from '../../../shared/operation';
import { labelledItem } from '../labelledItem';
import { readChanges } from '../settings';
import { appName, appSettings } from './fields';
import { updateFields } from '../../../shared/parameters/collections';

export const update = changeOperation({
  isRepeatable: true,
  value: 'update',
  name: 'Update',
  action: 'Update app',
  description: 'Change the settings of an app; its version stays',
  fields: [projectFilterFor('apps'), appLocator, updateFields([...appSettings, appName])],

  async read({ execution, itemIndex, client, options }: ItemCall<PlatformClient>) {
    const appId = readLocator(execution, 'appId', itemIndex);
    const changes = readChanges(execution, 'updateFields', itemIndex);
    return await client.apps.prepareUpdate(appId, changes, options);
  },

  async change(call, updateApp) {
    return await labelledItem(call, await updateApp(call.mayHaveBeenMade));
  },
});
