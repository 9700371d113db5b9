import type { PlatformClient } from '../../../../platform/client';
import { appLocator, projectFilterFor } from '../../../shared/locators/locators';
import { changeOperation, type ItemCall } from '../../../shared/operation/operation';
import { labelledItem } from '../labelledItem';
import { versionNumber } from '../versionNumber';

export const rollback = changeOperation({
  isRepeatable: false,
  value: 'rollback',
  name: 'Roll Back',
  action: 'Roll back app',
  description: 'Roll back an app to an earlier version. A running app switches to it.',
  fields: [projectFilterFor('apps'), appLocator, versionNumber],

  async read({ parameters, client, options }: ItemCall<PlatformClient>) {
    const appId = parameters.locator('appId');
    const number = parameters.number('versionNumber');
    return await client.apps.prepareRollback(appId, number, options);
  },

  async change(call, rollbackApp) {
    return await labelledItem(call, await rollbackApp(call.mayHaveBeenMade));
  },
});
