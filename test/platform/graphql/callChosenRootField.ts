import {
  prepareChosenRootField,
  type ChosenCall,
} from '../../../platform/graphql/call/callRootField';
import type { GraphqlEndpoint } from '../../../platform/graphql/send/endpoint';

/** One call of what a user chose, as an item of the node makes it: prepared, then sent. */
export async function callChosenRootField(
  endpoint: GraphqlEndpoint,
  rootField: string,
  call: ChosenCall = {},
): Promise<unknown> {
  const send = await prepareChosenRootField(endpoint, rootField, call);
  return await send();
}
