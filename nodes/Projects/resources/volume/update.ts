import { projectFilterFor, readLocator, volumeLocator } from '../../../shared/locators';
import { changeOperation, type ItemCall } from '../../../shared/operation';
import type { PlatformClient } from '../../../shared/platformClient';
import { labelledItem } from '../labelledItem';
import { readChanges } from '../settings';
import { updateFields } from './fields';

export const update = changeOperation({
  isRepeatable: true,
  value: 'update',
  name: 'Update',
  action: 'Update volume',
  description: 'Change name, size or description of a volume',
  fields: [projectFilterFor('volumes'), volumeLocator, updateFields],

  async read({
    execution,
    itemIndex,
    client: { api, platform },
    options,
  }: ItemCall<PlatformClient>) {
    const volumeId = readLocator(execution, 'volumeId', itemIndex);
    const changes = readChanges(execution, 'updateFields', itemIndex);
    return await api.prepareUpdateVolume(platform.projects, volumeId, changes, options);
  },

  async change(call, updateVolume) {
    return await labelledItem(call, await updateVolume(call.mayHaveBeenMade));
  },
});
