import { projectLocator, readLocator } from '../../../shared/locators';
import { readSettings } from '../settings';
import type { ProjectsOperation } from '../types';
import { readParameter } from '../../../shared/parameters/readParameter';
import { categoryLocator, jobName, jobSettings, jobTechnologyLocator } from './fields';
import { firstVersionFields, readVersion } from './versionFields';

export const create: ProjectsOperation = {
  value: 'create',
  name: 'Create',
  action: 'Create job',
  description: 'Make a new job with its first version',
  fields: [
    projectLocator,
    { ...jobName, required: true },
    categoryLocator,
    jobTechnologyLocator,
    ...firstVersionFields,
    {
      displayName: 'Additional Fields',
      name: 'additionalFields',
      type: 'collection',
      placeholder: 'Add Field',
      default: {},
      options: jobSettings,
    },
  ],

  async run(call) {
    const { execution, itemIndex, client, signal } = call;
    const { values, more } = readSettings(execution, 'additionalFields', itemIndex);
    const settings = {
      ...values,
      projectId: readLocator(execution, 'projectId', itemIndex) as string,
      name: readParameter(execution, 'name', itemIndex, '') as string,
      category: readLocator(execution, 'category', itemIndex) as string,
      technologyId: readLocator(execution, 'technologyId', itemIndex) as string,
    };
    const version = await readVersion(call);
    const { projects } = client.platform;
    const options = { signal };
    const job = await client.api.createJob(projects, { values: settings, more }, version, options);
    return { json: { ...job } };
  },
};
