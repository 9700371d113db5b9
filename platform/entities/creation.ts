import type { GraphQLSchema } from 'graphql';
import { prepareRootField, type RootFieldCall } from '../graphql/call/callRootField';
import { inputObject, type WantedInput } from '../graphql/call/inputObject';
import { inputArgument } from '../graphql/call/commonArguments';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { readObject } from '../graphql/read/result';
import { rootNames, type RootField, type RootName } from '../graphql/schema/rootFields';
import { type WrittenFields } from '../graphql/selection/supported';
import type { Entity, PreparedChange } from './entities';
import { withNewId } from './identified';

/** How a kind of entity is made. */
export interface CreateMutation {
  /** The mutation's name. */
  name: RootName;
  /** What is made, as "app". */
  what: string;
  /** The usual name of the argument that holds what is wanted. */
  argument: string;
  /** The fields of the response that matter; those that the platform lacks are left out. */
  fields: WrittenFields;
  /** Where to look for the new entity should the response be lost, in a sentence. */
  ifLost: string;
}

type Wanted = WantedInput | ((root: RootField) => WantedInput);

/** Prepares to make one entity; never a second one where the response is lost. */
export async function prepareCreation<Result extends Entity>(
  endpoint: GraphqlEndpoint,
  { name, what, argument: usualName, fields, ifLost }: CreateMutation,
  wanted: Wanted,
  options?: CallOptions,
): Promise<PreparedChange<Result>> {
  const [newest] = rootNames(name);
  const call = (_schema: GraphQLSchema, root: RootField): RootFieldCall => {
    const argument = inputArgument(root, usualName);
    const input = typeof wanted === 'function' ? wanted(root) : wanted;
    return {
      arguments: { [argument.name]: inputObject(argument.type, input) },
      selection: { mode: 'supported', text: fields },
      ifLost,
    };
  };
  const send = await prepareRootField(endpoint, 'mutation', name, call, options);
  return async () =>
    withNewId(readObject<Result>({ [newest]: await send() }, newest), what, ifLost);
}
