import { projectLocator, readLocator } from '../../../shared/locators';
import { labelledItem } from '../labelledItem';
import { readSettings } from '../settings';
import { changeOperation, type ItemCall } from '../../../shared/operation';
import type { PlatformClient } from '../../../shared/platformClient';
import { readParameter } from '../../../shared/parameters/readParameter';
import { categoryLocator, jobName, jobSettings, jobTechnologyLocator } from './fields';
import { firstVersionFields, readVersion } from './versionFields';

export const create = changeOperation({
  isRepeatable: false,
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
      description: 'Settings of the job that can be left out',
      type: 'collection',
      placeholder: 'Add Field',
      default: {},
      options: jobSettings,
    },
  ],

  async read(call: ItemCall<PlatformClient>) {
    const { execution, itemIndex, client, options } = call;
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
    const job = { values: settings, more };
    return await client.api.prepareCreateJob(projects, job, version, options);
  },

  async change(call, createJob) {
    return await labelledItem(call, await createJob());
  },
});
