import type { PlatformClient } from '../../../platform/client';
import { VOLUME as TABLE } from '../../../platform/resources/volumeFields';
import {
  buildNamedKind,
  buildLocatorInProject,
  buildProjectFilter,
} from '../../shared/locators/locators';
import type { Resource } from '../../shared/operation/operation';
import { IN_PROJECT, buildTableOutput } from '../outputs';
import { ProjectKind } from './projectKind';
import { buildSettingFields } from './settings';

const volumeLocator = buildLocatorInProject({
  displayName: 'Volume',
  name: 'volumeId',
  description: 'The volume to use',
  searchListMethod: 'searchVolumes',
  kind: buildNamedKind('volume', ({ volumes }) => volumes),
  entityWithArticle: 'a volume',
  idPlaceholder: '81c3f6aa-…',
});

const output = buildTableOutput(TABLE.settings);

const VOLUME = new ProjectKind({
  noun: 'volume',
  methods: ({ client }) => client.volumes,
  picker: [buildProjectFilter('volumes'), volumeLocator],
  settings: buildSettingFields('volume', TABLE.settings),
  output,
  listOutput: { ...output, ...IN_PROJECT },
  simplified: ['name', 'id', 'description', 'size', 'projectName', 'projectId', 'linkedApp'],
});

export const volume: Resource<PlatformClient> = {
  value: 'volume',
  name: 'Volume',
  operations: [
    VOLUME.buildGetMany(),
    VOLUME.buildGet('Get a volume and the app that uses it'),
    VOLUME.buildCreate('Create an empty volume', { ask: ['name', 'size'] }),
    VOLUME.buildUpdate('Update the name, size, or description of a volume'),
    VOLUME.buildDuplicate('Duplicate a volume and its data'),
    VOLUME.buildAction({
      value: 'unlink',
      name: 'Unlink',
      description: 'Unlink a volume from the app that uses it, for example before deleting it',
      isRepeatable: true,
      prepare: async (volumes, id, options) => await volumes.prepareUnlink(id, options),
    }),
    VOLUME.buildMove('volume', 'Move a volume and its data to another project'),
    VOLUME.buildDelete('Delete a volume and its data permanently'),
  ],
};
