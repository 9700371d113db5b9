import { writtenFields } from '../../graphql/selection/supported';
import { buildFileSelection } from '../../resources/entityFields';
import { Volumes } from '../../resources/volume';
import { VOLUME } from '../../resources/volumeFields';
import type { EntityDefinition } from './definition';
import { listFileFields } from './fields';

export const volume: EntityDefinition = {
  fields: listFileFields(VOLUME),
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
