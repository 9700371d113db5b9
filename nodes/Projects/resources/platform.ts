import type { IDataObject } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import type { Resource } from '../../shared/operation/operation';
import { defineFields } from '../../shared/operation/output';

export const platform: Resource<PlatformClient> = {
  value: 'platform',
  name: 'Platform',
  operations: [
    {
      value: 'get',
      name: 'Get',
      action: 'Get platform',
      description:
        'Get the number of projects, jobs, pipelines and apps, and the capacity of the cluster',
      output: {
        ...defineFields('id:integer name'),
        counts: defineFields('projects:integer jobs:integer pipelines:integer apps:integer'),
        clusterNodes: [defineFields('cpu:number gpu:number memory:number')],
      },
      fields: [],

      async run({ client, options }) {
        return { json: (await client.platform.get(options)) as IDataObject };
      },
    },
  ],
};
