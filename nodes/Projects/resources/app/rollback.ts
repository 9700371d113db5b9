import type { PlatformClient } from '../../../../platform/client';
import { appLocator, projectFilterFor, readLocator } from '../../../shared/locators';
import { changeOperation, type ItemCall } from '../../../shared/operation';
import { readParameter } from '../../../shared/parameters/readParameter';
import { labelledItem } from '../labelledItem';
import { versionNumber } from '../versionNumber';

export const rollback = changeOperation({
  isRepeatable: false,
  value: 'rollback',
  name: 'Roll Back',
  action: 'Roll back app',
  description: 'Make an earlier version of an app the current one; a running app goes on with it',
  fields: [projectFilterFor('apps'), appLocator, versionNumber],

  async read({ execution, itemIndex, client, options }: ItemCall<PlatformClient>) {
    const appId = readLocator(execution, 'appId', itemIndex);
    const number = readParameter(execution, 'versionNumber', itemIndex, '');
    return await client.apps.prepareRollback(appId, number, options);
  },

  async change(call, rollbackApp) {
    return await labelledItem(call, await rollbackApp(call.mayHaveBeenMade));
  },
});
