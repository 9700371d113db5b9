import type { PlatformClient } from '../../../platform/client';
import type { Operation } from '../../shared/operation/operation';
import type { CallOptions } from '../../../platform/graphql/send/endpoint';
import type { Entity, InProject } from '../../../platform/entities/entities';
import { projectLocator } from '../../shared/locators/locators';
import { pagingFields, upToLimit } from '../../shared/items/paging';
import { lastRunOptions, prepareLastRuns } from '../runs/read/lastRuns';
import type { Runnable } from '../runs/runnable';
import { entityOutput } from './entityOutput';

type List = (projectId: unknown, options: CallOptions) => Promise<Array<Entity & InProject>>;

/**
 * "Get Many" of the entities of one kind in a project.
 * @param runnable where they have runs
 */
export function listInProject(
  plural: string,
  list: (client: PlatformClient) => List,
  runnable?: Runnable,
): Operation<PlatformClient> {
  return {
    value: 'getAll',
    name: 'Get Many',
    action: `Get many ${plural}`,
    description: `Get many ${plural} of a project`,
    fields: [projectLocator, ...pagingFields, ...(runnable ? [lastRunOptions(plural)] : [])],

    async run(call) {
      const { parameters, client, options } = call;
      const wantedOf = runnable
        ? await prepareLastRuns(call, runnable)
        : async (entries: Array<Entity & InProject>) => upToLimit(call, entries);
      const projectId = parameters.locator('projectId');
      const wanted = await wantedOf(await list(client)(projectId, options));
      const labelled = await client.withTechnologyLabels(wanted, options);
      return labelled.map((entry) => ({ json: entityOutput(client, entry) }));
    },
  };
}
