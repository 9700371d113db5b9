import { writtenFields } from '../../graphql/selection/supported';
import { selectionForFiles } from '../../resources/entityFields';
import { volumes } from '../../resources/volume';
import { VOLUME } from '../../resources/volumeFields';
import { fieldsInFile, type EntityDefinition } from './definition';

export const volume: EntityDefinition = {
  kind: 'volume',
  fields: fieldsInFile(VOLUME),
  hasTechnology: false,
  hasAlias: false,
  selection: writtenFields(`id ${selectionForFiles(VOLUME.settings)}`),
  // Apps name volumes.
  neededFor: ['volumes', 'apps'],
  resource: volumes,
  async prepareCreate(_step, values, { endpoint, projectId, options }) {
    return await volumes(endpoint).prepareCreate(projectId, { values }, options);
  },
};
