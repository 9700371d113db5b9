import type { PlatformClient } from '../../../../platform/client';
import type { Operation } from '../../../shared/operation/operation';
import { pagingFields, upToLimit } from '../../../shared/items/paging';

export const getAll: Operation<PlatformClient> = {
  value: 'getAll',
  name: 'Get Many',
  action: 'Get many projects',
  description: 'Get many projects that the login has access to',
  fields: pagingFields,

  async run(call) {
    const { client, options } = call;
    const projects = await client.projects.list(options);
    return upToLimit(call, projects).map((project) => ({ json: { ...project } }));
  },
};
