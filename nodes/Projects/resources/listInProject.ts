import type { IDataObject } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import type { Operation } from '../../shared/operation';
import type { CallOptions } from '../../../platform/graphql/endpoint';
import { projectLocator } from '../../shared/locators';
import { pagingFields, upToLimit } from '../../shared/paging';

type List = (projectId: unknown, options: CallOptions) => Promise<object[]>;

/** "Get Many" of the entities of one kind in a project. */
export function listInProject(
  plural: string,
  list: (client: PlatformClient) => List,
): Operation<PlatformClient> {
  return {
    value: 'getAll',
    name: 'Get Many',
    action: `Get many ${plural}`,
    description: `List the ${plural} of a project`,
    fields: [projectLocator, ...pagingFields],

    async run(call) {
      const { parameters, client, options } = call;
      const projectId = parameters.locator('projectId');
      const entries = await list(client)(projectId, options);
      const wanted = upToLimit(call, entries);
      const labelled = await client.withTechnologyLabels(wanted, options);
      return labelled.map((entry) => ({ json: entry as IDataObject }));
    },
  };
}
