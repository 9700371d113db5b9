import type { PlatformClient } from '../../../platform/client';
import type { Resource } from '../../shared/operation/operation';

/** The platform of the credential as a whole. */
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
      rights: ['readPlatform'],
      fields: [],

      async run({ client, options }) {
        return { json: { ...(await client.platform.get(options)) } };
      },
    },
  ],
};
