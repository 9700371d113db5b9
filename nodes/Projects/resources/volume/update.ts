import type { PlatformClient } from '../../../../platform/client';
import { projectFilterFor, readLocator, volumeLocator } from '../../../shared/locators';
import { changeOperation, type ItemCall } from '../../../shared/operation';
import { labelledItem } from '../labelledItem';
import { readChanges } from '../settings';
import { changeableFields } from './fields';
import { updateFields } from '../../../shared/parameters/collections';

export const update = changeOperation({
  isRepeatable: true,
  value: 'update',
  name: 'Update',
  action: 'Update volume',
  description: 'Change name, size or description of a volume',
  fields: [projectFilterFor('volumes'), volumeLocator, updateFields(changeableFields)],

  async read({ execution, itemIndex, client, options }: ItemCall<PlatformClient>) {
    const volumeId = readLocator(execution, 'volumeId', itemIndex);
    const changes = readChanges(execution, 'updateFields', itemIndex);
    return await client.volumes.prepareUpdate(volumeId, changes, options);
  },

  async change(call, updateVolume) {
    return await labelledItem(call, await updateVolume(call.mayHaveBeenMade));
  },
});
