import type { PlatformClient } from '../../../../platform/client';
import { projectFilterFor, volumeLocator } from '../../../shared/locators/locators';
import { changeOperation, type ItemCall } from '../../../shared/operation/operation';
import { labelledItem } from '../labelledItem';
import { readChanges } from '../settings';
import { changeableFields } from './fields';
import { updateFields } from '../../../shared/parameters/collections';

export const update = changeOperation({
  isRepeatable: true,
  value: 'update',
  name: 'Update',
  action: 'Update volume',
  description: 'Update the name, size, or description of a volume',
  fields: [projectFilterFor('volumes'), volumeLocator, updateFields(changeableFields)],

  async read({ parameters, client, options }: ItemCall<PlatformClient>) {
    const volumeId = parameters.locator('volumeId');
    const changes = readChanges(parameters, 'updateFields');
    return await client.volumes.prepareUpdate(volumeId, changes, options);
  },

  async change(call, updateVolume) {
    return await labelledItem(call, await updateVolume(call.mayHaveBeenMade));
  },
});
