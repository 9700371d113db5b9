import type { IDataObject } from 'n8n-workflow';
import type { CallOptions, GraphqlEndpoint } from '../../../platform/graphql/endpoint';
import { projectLocator, readLocator } from '../../shared/locators';
import { pagingFields, upToLimit } from '../../shared/paging';
import type { PlatformClient } from '../../shared/platformClient';
import type { ProjectsOperation } from './types';

type List = (
  endpoint: GraphqlEndpoint,
  projectId: unknown,
  options: CallOptions,
) => Promise<object[]>;

/** "Get Many" of the things of one kind in a project. */
export function listInProject(
  things: string,
  list: (api: PlatformClient['api']) => List,
): ProjectsOperation {
  return {
    value: 'getAll',
    name: 'Get Many',
    action: `Get many ${things}`,
    description: `List the ${things} of a project`,
    fields: [projectLocator, ...pagingFields],

    async run({ execution, itemIndex, client: { api, platform }, options }) {
      const projectId = readLocator(execution, 'projectId', itemIndex);
      const entries = await list(api)(platform.projects, projectId, options);
      const wanted = upToLimit(execution, itemIndex, entries);
      const labelled = await api.withTechnologyLabels(platform, wanted, options);
      return labelled.map((entry) => ({ json: entry as IDataObject }));
    },
  };
}
