import type { PlatformClient } from '../../../platform/client';
import { VOLUME as VOLUME_FIELDS } from '../../../platform/resources/volumeFields';
import { projectFilterFor, projectLocator, volumeLocator } from '../../shared/locators/locators';
import type { Resource } from '../../shared/operation/operation';
import { additionalFields } from '../../shared/parameters/collections';
import { IN_PROJECT, volume as output } from '../outputs';
import {
  type EntityKind,
  act,
  createOne,
  duplicate,
  get,
  getMany,
  move,
  remove,
  update,
} from './entityOperations';
import { readSettingFields, settingField, settingFields } from './settings';

const VOLUME: EntityKind = {
  noun: 'volume',
  resource: ({ volumes }) => volumes,
  output,
  listed: { ...output, ...IN_PROJECT },
  picker: [projectFilterFor('volumes'), volumeLocator],
  simplified: ['name', 'id', 'description', 'size', 'projectName', 'projectId', 'linkedApp'],
};

const changeable = settingFields('volume', VOLUME_FIELDS.settings);

const create = createOne(VOLUME, {
  description: 'Create an empty volume',
  fields: [
    projectLocator,
    { ...settingField('volume', 'name'), required: true },
    {
      ...settingField('volume', 'size'),
      required: true,
      description: 'The size of the volume',
    },
    additionalFields('volume', settingFields('volume', VOLUME_FIELDS.settings, 'name', 'size')),
  ],

  async prepare({ parameters, client, options }) {
    const { values, more } = readSettingFields(parameters, 'additionalFields');
    const own = { name: parameters.text('name'), size: parameters.text('size') };
    const projectId = parameters.locator('projectId');
    const settings = { values: { ...values, ...own }, more };
    return await client.volumes.prepareCreate(projectId, settings, options);
  },
});

/** Storage of apps. */
export const volume: Resource<PlatformClient> = {
  value: 'volume',
  name: 'Volume',
  operations: [
    getMany(VOLUME, ({ volumes }) => volumes),
    get(VOLUME, 'Get a volume and the app that uses it'),
    create,
    update(VOLUME, {
      description: 'Update the name, size, or description of a volume',
      changeable,
    }),
    duplicate(VOLUME, {
      description: 'Duplicate a volume and its data',
      changeable,
    }),
    act(VOLUME, {
      value: 'unlink',
      name: 'Unlink',
      description: 'Unlink a volume from the app that uses it, for example before deleting it',
      isRepeatable: true,
      prepare: ({ volumes }, id, options) => volumes.prepareUnlink(id, options),
    }),
    move('volume', VOLUME, 'Move a volume and its data to another project'),
    remove(VOLUME, 'Delete a volume and its data permanently'),
  ],
};
