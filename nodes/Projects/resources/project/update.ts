import type { PlatformClient } from '../../../../platform/client';
import { projectLocator } from '../../../shared/locators/locators';
import { readChanges } from '../settings';
import { changeOperation, type ItemCall } from '../../../shared/operation/operation';
import { projectName, projectSettings } from './fields';
import { updateFields } from '../../../shared/parameters/collections';

export const update = changeOperation({
  isRepeatable: true,
  value: 'update',
  name: 'Update',
  action: 'Update project',
  description: 'Update the settings of a project',
  fields: [projectLocator, updateFields([...projectSettings, projectName])],

  async read({ parameters, client, options }: ItemCall<PlatformClient>) {
    const projectId = parameters.locator('projectId');
    const { values, more } = readChanges(parameters, 'updateFields');
    return await client.projects.prepareUpdate(projectId, values, more, options);
  },

  async change({ mayHaveBeenMade }, updateProject) {
    return { json: { ...(await updateProject(mayHaveBeenMade)) } };
  },
});
