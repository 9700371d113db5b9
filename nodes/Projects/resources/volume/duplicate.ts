import type { PlatformClient } from '../../../../platform/client';
import { projectFilterFor, volumeLocator } from '../../../shared/locators/locators';
import { changeOperation, type ItemCall } from '../../../shared/operation/operation';
import { labelledItem } from '../labelledItem';
import { readChanges } from '../settings';
import { changeableFields } from './fields';
import { updateFields } from '../../../shared/parameters/collections';

export const duplicate = changeOperation({
  isRepeatable: false,
  value: 'duplicate',
  name: 'Duplicate',
  action: 'Duplicate volume',
  description: 'Duplicate a volume and its data',
  fields: [
    projectFilterFor('volumes'),
    volumeLocator,
    updateFields(changeableFields, 'The settings that differ in the copy'),
  ],

  async read({ parameters, client, options }: ItemCall<PlatformClient>) {
    const volumeId = parameters.locator('volumeId');
    const changes = readChanges(parameters, 'updateFields');
    return await client.volumes.prepareDuplicate(volumeId, changes, options);
  },

  async change(call, duplicateVolume) {
    return await labelledItem(call, await duplicateVolume(call.mayHaveBeenMade));
  },
});
