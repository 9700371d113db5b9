import type { PlatformClient } from '../../../platform/client';
import { VOLUME as TABLE } from '../../../platform/resources/volumeFields';
import { inProject, locatorInProject, projectFilterFor } from '../../shared/locators/locators';
import type { Resource } from '../../shared/operation/operation';
import { IN_PROJECT, outputOf } from '../outputs';
import { ProjectKind } from './projectKind';
import { settingFields } from './settings';

const volumeLocator = locatorInProject({
  displayName: 'Volume',
  name: 'volumeId',
  description: 'The volume to use',
  searchListMethod: 'searchVolumes',
  kind: inProject('volume', ({ volumes }) => volumes),
  what: 'a volume',
  idPlaceholder: '81c3f6aa-…',
});

const output = outputOf(TABLE.settings);

const VOLUME = new ProjectKind({
  noun: 'volume',
  methods: ({ client }) => client.volumes,
  picker: [projectFilterFor('volumes'), volumeLocator],
  settings: settingFields('volume', TABLE.settings),
  output,
  listed: { ...output, ...IN_PROJECT },
  simplified: ['name', 'id', 'description', 'size', 'projectName', 'projectId', 'linkedApp'],
});

export const volume: Resource<PlatformClient> = {
  value: 'volume',
  name: 'Volume',
  operations: [
    VOLUME.getMany(),
    VOLUME.get('Get a volume and the app that uses it'),
    VOLUME.create('Create an empty volume', { ask: ['name', 'size'] }),
    VOLUME.update('Update the name, size, or description of a volume'),
    VOLUME.duplicate('Duplicate a volume and its data'),
    VOLUME.act({
      value: 'unlink',
      name: 'Unlink',
      description: 'Unlink a volume from the app that uses it, for example before deleting it',
      isRepeatable: true,
      prepare: async (volumes, id, options) => await volumes.prepareUnlink(id, options),
    }),
    VOLUME.move('volume', 'Move a volume and its data to another project'),
    VOLUME.delete('Delete a volume and its data permanently'),
  ],
};
