import { writtenFields } from '../../graphql/selection/supported';
import { buildFileSelection } from '../../resources/entityFields';
import { Volumes } from '../../resources/volume';
import { VOLUME } from '../../resources/volumeFields';
import type { EntityDefinition } from './definition';
import { fieldsInFile } from './fields';

export const volume: EntityDefinition = {
  fields: fieldsInFile(VOLUME),
  hasTechnology: false,
  hasAlias: false,
  selection: writtenFields(`id ${buildFileSelection(VOLUME.settings)}`),
  // Apps refer to volumes.
  neededFor: ['volumes', 'apps'],
  resource: Volumes,
  async prepareCreate(_step, values, _version, { endpoint, projectId, options }) {
    return await new Volumes(endpoint).prepareCreate(projectId, { values }, options);
  },
};
