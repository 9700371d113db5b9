import type { INodeProperties } from 'n8n-workflow';
import type { CallOptions, GraphqlEndpoint } from '../../../platform/graphql/endpoint';
import type { PreparedChange } from '../../../platform/projects/known';
import { readLocator } from '../../shared/locators';
import { changeOperation, type ItemCall } from '../../shared/operation';
import type { PlatformClient } from '../../shared/platformClient';
import { labelledItem } from './labelledItem';
import type { ProjectsOperation } from './types';

type Api = PlatformClient['api'];

interface OperationById extends Pick<
  ProjectsOperation,
  'value' | 'name' | 'action' | 'description'
> {
  /** Narrows the locator's list. */
  filter?: INodeProperties;
  locator: INodeProperties;
}

interface ReadById extends OperationById {
  /** What the client does with the ID. */
  read(api: Api): (endpoint: GraphqlEndpoint, id: unknown, options: CallOptions) => Promise<object>;
}

interface ChangeById extends OperationById {
  isRepeatable: boolean;
  /** What the client prepares with the ID. */
  prepare(
    api: Api,
  ): (
    endpoint: GraphqlEndpoint,
    id: unknown,
    options: CallOptions,
  ) => Promise<PreparedChange<object>>;
}

/** Reads one thing by its ID; needs no other parameter. */
export function readById({ filter, locator, read, ...entry }: ReadById): ProjectsOperation {
  return {
    ...entry,
    fields: filter ? [filter, locator] : [locator],

    async run(call) {
      const { execution, itemIndex, options } = call;
      const { api, platform } = call.client;
      const id = readLocator(execution, locator.name, itemIndex);
      return await labelledItem(call, await read(api)(platform.projects, id, options));
    },
  };
}

/** Changes one thing by its ID; needs no other parameter. */
export function changeById({ filter, locator, prepare, ...entry }: ChangeById): ProjectsOperation {
  return changeOperation({
    ...entry,
    fields: filter ? [filter, locator] : [locator],

    async read({
      execution,
      itemIndex,
      client: { api, platform },
      options,
    }: ItemCall<PlatformClient>) {
      const id = readLocator(execution, locator.name, itemIndex);
      return await prepare(api)(platform.projects, id, options);
    },

    async change(call, make) {
      return await labelledItem(call, await make(call.mayHaveBeenMade));
    },
  });
}
