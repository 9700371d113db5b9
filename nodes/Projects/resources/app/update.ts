import type { PlatformClient } from '../../../../platform/client';
import { appLocator, projectFilterFor } from '../../../shared/locators/locators';
import { changeOperation, type ItemCall } from '../../../shared/operation/operation';
import { labelledItem } from '../labelledItem';
import { readChanges } from '../settings';
import { appName, appSettings } from './fields';
import { updateFields } from '../../../shared/parameters/collections';

export const update = changeOperation({
  isRepeatable: true,
  value: 'update',
  name: 'Update',
  action: 'Update app',
  description: 'Update the settings of an app, but not its version',
  fields: [projectFilterFor('apps'), appLocator, updateFields([...appSettings, appName])],

  async read({ parameters, client, options }: ItemCall<PlatformClient>) {
    const appId = parameters.locator('appId');
    const changes = readChanges(parameters, 'updateFields');
    return await client.apps.prepareUpdate(appId, changes, options);
  },

  async change(call, updateApp) {
    return await labelledItem(call, await updateApp(call.mayHaveBeenMade));
  },
});
