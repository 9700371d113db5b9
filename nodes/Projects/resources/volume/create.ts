import type { PlatformClient } from '../../../../platform/client';
import { projectLocator } from '../../../shared/locators/locators';
import { changeOperation, type ItemCall } from '../../../shared/operation/operation';
import { labelledItem } from '../labelledItem';
import { moreFields, readSettingFields } from '../settings';
import { volumeDescription, volumeName, volumeSize } from './fields';
import { additionalFields } from '../../../shared/parameters/collections';

export const create = changeOperation({
  isRepeatable: false,
  value: 'create',
  name: 'Create',
  action: 'Create volume',
  description: 'Create an empty volume',
  fields: [
    projectLocator,
    { ...volumeName, required: true },
    { ...volumeSize, required: true, description: 'The size of the volume' },
    additionalFields('volume', [volumeDescription, moreFields]),
  ],

  async read({ parameters, client, options }: ItemCall<PlatformClient>) {
    const projectId = parameters.locator('projectId');
    const { values, more } = readSettingFields(parameters, 'additionalFields');
    const text = (name: string) => parameters.text(name);
    const settings = { values: { ...values, name: text('name'), size: text('size') }, more };
    return await client.volumes.prepareCreate(projectId, settings, options);
  },

  async change(call, createVolume) {
    return await labelledItem(call, await createVolume());
  },
});
