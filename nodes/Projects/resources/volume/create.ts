import type { PlatformClient } from '../../../../platform/client';
import { projectLocator, readLocator } from '../../../shared/locators';
import { changeOperation, type ItemCall } from '../../../shared/operation';
import { readParameter } from '../../../shared/parameters/readParameter';
import { labelledItem } from '../labelledItem';
import { moreFields, readSettingFields } from '../settings';
import { volumeDescription, volumeName, volumeSize } from './fields';
import { additionalFields } from '../../../shared/parameters/collections';

export const create = changeOperation({
  isRepeatable: false,
  value: 'create',
  name: 'Create',
  action: 'Create volume',
  description: 'Make a new volume, empty and used by no app',
  fields: [
    projectLocator,
    { ...volumeName, required: true },
    { ...volumeSize, required: true, description: 'How much it holds' },
    additionalFields('volume', [volumeDescription, moreFields]),
  ],

  async read({ execution, itemIndex, client, options }: ItemCall<PlatformClient>) {
    const projectId = readLocator(execution, 'projectId', itemIndex);
    const { values, more } = readSettingFields(execution, 'additionalFields', itemIndex);
    const text = (name: string) => readParameter(execution, name, itemIndex, '') as string;
    const settings = { values: { ...values, name: text('name'), size: text('size') }, more };
    return await client.volumes.prepareCreate(projectId, settings, options);
  },

  async change(call, createVolume) {
    return await labelledItem(call, await createVolume());
  },
});
