import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { GraphqlEndpoint } from '../../../platform';
import { readLocator } from '../../shared/locators';
import type { PlatformClient } from '../../shared/platformClient';
import type { ProjectsOperation } from './types';

type Api = PlatformClient['api'];

type Act = (
  endpoint: GraphqlEndpoint,
  id: unknown,
  options: { signal?: AbortSignal },
) => Promise<object>;

interface OperationOnOne extends Pick<
  ProjectsOperation,
  'value' | 'name' | 'action' | 'description'
> {
  /** Narrows the locator's list. */
  filter?: INodeProperties;
  locator: INodeProperties;
  /** What the client does with the ID. */
  act(api: Api): Act;
}

/** An operation that needs nothing but the ID of one thing. */
export function onOne({ filter, locator, act, ...entry }: OperationOnOne): ProjectsOperation {
  return {
    ...entry,
    fields: filter ? [filter, locator] : [locator],

    async run({ execution, itemIndex, client: { api, platform }, signal }) {
      const id = readLocator(execution, locator.name, itemIndex);
      return { json: (await act(api)(platform.projects, id, { signal })) as IDataObject };
    },
  };
}
