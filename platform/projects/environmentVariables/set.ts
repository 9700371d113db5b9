import type { GraphQLSchema } from 'graphql';
import { InvalidInputError, OutcomeUnknownError } from '../../errors';
import { prepareRootField, type RootFieldCall } from '../../graphql/call/callOperation';
import { hasPlace, inputObject } from '../../graphql/call/inputObject';
import { inputArgument } from '../../graphql/call/commonArguments';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/endpoint';
import type { RootField } from '../../graphql/schema/rootFields';
import { repeatableChange } from '../../http/repeatableChange';
import { isObject, type PreparedChange } from '../entities';
import { prepareList } from './list';
import type { VariablePlace } from './place';
import {
  FIELDS,
  FIELDS_OF_A_PASSWORD,
  own,
  readName,
  withoutSecret,
  type EnvironmentVariable,
} from './variable';

export interface VariableToSet {
  name: string;
  /** Left empty, a password keeps the value that it has. */
  value: string;
  description?: string;
  /** Left out, a variable stays what it is. A password stays one in any case. */
  isPassword?: boolean;
}

/**
 * Prepares to make a variable or to change the one that has the name. When the answer to making it was lost, the
 * platform is looked at again: what is there by now is changed, and nothing is made twice.
 */
export async function prepareSetEnvironmentVariable(
  endpoint: GraphqlEndpoint,
  place: VariablePlace,
  given: VariableToSet,
  options?: CallOptions,
): Promise<PreparedChange<EnvironmentVariable>> {
  const wanted = { ...given, name: readName(given.name) };
  const list = await prepareList(endpoint, place, options);
  const find = async () => own(await list(), place, wanted.name);
  // The same for one that is there; it carries its ID besides.
  const make = await prepareSave(endpoint, place, wanted, undefined, options);
  return async (mayHaveBeenMade) => {
    const before = await find();
    if (before) return await saveAgain(endpoint, place, wanted, before, mayHaveBeenMade, options);
    requireValue(wanted);
    try {
      return await make();
    } catch (error) {
      if (!(error instanceof OutcomeUnknownError)) throw error;
      const made = await find().catch(() => undefined);
      if (!made) throw error;
      return await saveAgain(endpoint, place, wanted, made, true, options);
    }
  };
}

/** Changes a variable that is there; repeated where the answer was lost. */
async function saveAgain(
  endpoint: GraphqlEndpoint,
  place: VariablePlace,
  wanted: VariableToSet,
  before: EnvironmentVariable,
  mayHaveBeenMade: boolean | undefined,
  options?: CallOptions,
): Promise<EnvironmentVariable> {
  const save = await prepareSave(endpoint, place, wanted, before, options);
  return (await repeatableChange(save, () => false, mayHaveBeenMade)) ?? before;
}

async function prepareSave(
  endpoint: GraphqlEndpoint,
  { scope, entityId }: VariablePlace,
  { name, value, description, isPassword: asPassword }: VariableToSet,
  before: EnvironmentVariable | undefined,
  options?: CallOptions,
): Promise<PreparedChange<EnvironmentVariable>> {
  const isPassword = asPassword === true || before?.isPassword === true;
  const isKept = isPassword && value === '';
  const call = (_schema: GraphQLSchema, root: RootField): RootFieldCall => {
    const argument = inputArgument(root, 'environmentVariable');
    const takesEntity = root.field.args.some((taken) => taken.name === 'entityId');
    const values = {
      id: hasPlace(argument.type, 'id') ? before?.id : undefined,
      entityId: takesEntity ? undefined : entityId,
      scope,
      name,
      value: isKept ? undefined : value,
      description,
      isPassword: isPassword || asPassword,
    };
    const input = inputObject(argument.type, { values, defaults: { isPassword } });
    return {
      arguments: { [argument.name]: input, ...(takesEntity && entityId && { entityId }) },
      selection: { mode: 'supported', text: isPassword ? FIELDS_OF_A_PASSWORD : FIELDS },
      idempotent: before !== undefined,
      ifLost: `Look among the environment variables for "${name}" before you try again`,
    };
  };
  const send = await prepareRootField(endpoint, 'mutation', 'saveEnvironmentVariable', call, {
    ...options,
    secrets: [...(options?.secrets ?? []), ...(isPassword ? [value] : [])],
  });
  return async () => {
    const result = await send();
    const saved = isObject(result) ? result : { id: before?.id, name, scope };
    return withoutSecret({
      ...saved,
      isPassword: saved.isPassword ?? isPassword,
    } as EnvironmentVariable);
  };
}

export function requireValue({ name, value, isPassword }: VariableToSet): void {
  if (isPassword !== true || value !== '') return;
  throw new InvalidInputError(
    `The new password "${name}" has no value`,
    'Give one in "Value". Only a variable that is there already keeps its value.',
  );
}
