import type { GraphQLSchema } from 'graphql';
import { InvalidInputError } from '../errors/errors';
import { prepareRootField, type RootFieldCall } from '../graphql/call/callRootField';
import {
  hasInputPath,
  inputObject,
  missingFields,
  type WantedInput,
} from '../graphql/call/inputObject';
import { idArgument, inputArgument } from '../graphql/call/commonArguments';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { requireRootField, type RootField } from '../graphql/schema/rootFields';
import { withSchema } from '../graphql/schema/bySchema';
import { fieldsForOneCall, type WrittenFields } from '../graphql/selection/supported';
import { repeatableChange } from '../http/retry/repeatableChange';
import { readIdentifier } from '../input/identifiers';
import { callById, type Entity, type PreparedChange } from './entities';
import { isObject } from '../text/values';
import { withKnownId } from './identified';

/** How a kind of entity is changed. */
export interface EditMutation {
  /** The mutation's name. */
  name: string;
  /** The kind; also the name of the argument, and of the query that reads one. */
  what: string;
  fields: WrittenFields;
}

/**
 * Prepares to change what was set of one entity. It is repeated where the response was lost: the second time changes
 * nothing more.
 */
export async function prepareEdit<Result extends Entity>(
  endpoint: GraphqlEndpoint,
  { name, what, fields }: EditMutation,
  given: unknown,
  wanted: WantedInput,
  options?: CallOptions,
): Promise<PreparedChange<Result>> {
  const id = readIdentifier(given, what);
  requireChanges(wanted);
  const inputOf = (root: RootField) => {
    const argument = inputArgument(root, what);
    const hasIdField = hasInputPath(argument.type, 'id');
    const values = hasIdField ? { id, ...wanted.values } : wanted.values;
    const input = inputObject(argument.type, { ...wanted, values });
    return { argument, hasIdField, input };
  };
  const required = await withSchema(
    endpoint,
    (schema) => {
      const { argument, input } = inputOf(requireRootField(schema, 'mutation', name));
      return missingFields(argument.type, input);
    },
    options,
  );
  const prepare = async (kept: Record<string, unknown>) => {
    const call = (_schema: GraphQLSchema, root: RootField): RootFieldCall => {
      const { argument, hasIdField, input } = inputOf(root);
      return {
        arguments: {
          [argument.name]: { ...kept, ...input },
          ...(!hasIdField && idArgument(root, what, id)),
        },
        selection: { mode: 'supported', text: fields },
        idempotent: true,
      };
    };
    return await prepareRootField(endpoint, 'mutation', name, call, options);
  };
  const prepared = required.length === 0 ? await prepare({}) : undefined;
  return async (mayHaveBeenMade) => {
    // What is kept is read at the last moment: an item before this one may have changed it.
    const send =
      prepared ?? (await prepare(await keptFields(endpoint, what, id, required, options)));
    const result = await repeatableChange(send, () => false, mayHaveBeenMade);
    return withKnownId(isObject(result) ? result : {}, id) as Result;
  };
}

/** @throws InvalidInputError where nothing was set, or a name was set to nothing */
export function requireChanges({ values, more = {} }: WantedInput): void {
  const isChange = Object.values({ ...values, ...more }).some((value) => value !== undefined);
  if (!isChange) {
    throw new InvalidInputError('There is nothing to update', 'Add a field in "Update Fields".');
  }
  if (values.name !== undefined) requireName(values.name);
}

export function requireName(name: unknown): string {
  if (typeof name === 'string' && name.trim() !== '') return name.trim();
  throw new InvalidInputError('The name is empty', 'Fill in "Name".');
}

/** What a platform requires with every change stays as it is. */
async function keptFields(
  endpoint: GraphqlEndpoint,
  what: string,
  id: string,
  names: string[],
  options?: CallOptions,
): Promise<Record<string, unknown>> {
  const fields = fieldsForOneCall(names.join(' '));
  const call = { kind: 'query', name: what, what, fields } as const;
  const current: Record<string, unknown> = { ...(await callById(endpoint, call, id, options)) };
  return Object.fromEntries(Object.entries(current).filter(([name]) => names.includes(name)));
}
