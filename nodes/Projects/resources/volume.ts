import type { INodeProperties } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import { projectFilterFor, projectLocator, volumeLocator } from '../../shared/locators/locators';
import type { Resource } from '../../shared/operation/operation';
import { additionalFields } from '../../shared/parameters/collections';
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
import { descriptionField, moreFields, nameField, readSettingFields } from './settings';

const VOLUME: EntityKind = {
  noun: 'volume',
  picker: [projectFilterFor('volumes'), volumeLocator],
  simplified: ['name', 'id', 'description', 'size', 'projectName', 'projectId', 'linkedApp'],
};

const name = nameField('volume', 'e.g. models');

const size: INodeProperties = {
  displayName: 'Size',
  name: 'size',
  description:
    'The size of the volume. Many platforms can increase the size, but none can decrease it.',
  type: 'string',
  default: '',
  placeholder: 'e.g. 10 GB',
};

const description = descriptionField('volume');
const changeable = [description, moreFields, name, size];

const create = createOne(VOLUME, {
  description: 'Create an empty volume',
  fields: [
    projectLocator,
    { ...name, required: true },
    { ...size, required: true, description: 'The size of the volume' },
    additionalFields('volume', [description, moreFields]),
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
    getMany(VOLUME, ({ volumes }) => volumes.list),
    get(VOLUME, 'Get a volume and the app that uses it', ({ volumes }) => volumes.get),
    create,
    update(VOLUME, {
      description: 'Update the name, size, or description of a volume',
      changeable,
      prepare: ({ volumes }) => volumes.prepareUpdate,
    }),
    duplicate(VOLUME, {
      description: 'Duplicate a volume and its data',
      changeable,
      prepare: ({ volumes }) => volumes.prepareDuplicate,
    }),
    act(VOLUME, {
      value: 'unlink',
      name: 'Unlink',
      description: 'Unlink a volume from the app that uses it, for example before deleting it',
      isRepeatable: true,
      prepare: ({ volumes }) => volumes.prepareUnlink,
    }),
    move(VOLUME, {
      description: 'Move a volume and its data to another project',
      prepare: ({ volumes }) => volumes.prepareMove,
    }),
    remove(
      VOLUME,
      'Delete a volume and its data permanently',
      ({ volumes }) => volumes.prepareDelete,
    ),
  ],
};
