import {
  PartlyDoneError,
  InvalidInputError,
  PlatformError,
  GraphqlResponseError,
  NotDoneError,
  CancelledError,
  NotReadAfterwardsError,
} from '../errors/errors';
import { isObject, textOf } from '../text/values';
import type { GraphQLSchema } from 'graphql';
import { prepareRootField, type RootFieldCall } from '../graphql/call/callRootField';
import {
  inputObject,
  type WantedInput,
  hasInputPath,
  missingFields,
} from '../graphql/call/inputObject';
import { inputArgument, idArgument } from '../graphql/call/commonArguments';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { readObject } from '../graphql/read/result';
import {
  rootNames,
  type RootField,
  type RootName,
  requireRootField,
} from '../graphql/schema/rootFields';
import {
  type WrittenFields,
  fieldsForOneCall,
  writtenFields,
} from '../graphql/selection/supported';
import { type Entity, type PreparedChange, callById, prepareById, withKnownId } from './entities';
import { withSchema } from '../graphql/schema/bySchema';
import { repeatableChange } from '../http/retry';
import { readIdentifier } from '../input/identifiers';
import { isNotFoundEntry } from '../errors/isNotFoundEntry';

/**
 * What the platform answered to making something new.
 * @param what as "job"
 * @param whereToLook in a sentence
 * @throws PartlyDoneError where it does not return the ID: nobody could tell afterwards what was made
 */
export function withNewId<Result extends { id?: unknown }>(
  result: Result,
  what: string,
  whereToLook: string,
): Result {
  if (textOf(result.id) !== undefined) return result;
  throw new PartlyDoneError(`The ${what} was created, but the platform did not return its ID`, {
    hint: `${whereToLook}. It was created only once.`,
    reach: 'answered',
  });
}

/** How a kind of entity is made. */
interface CreateMutation {
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

/** How a kind of entity is changed. */
interface EditMutation {
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
function requireChanges({ values, more = {} }: WantedInput): void {
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

/** How a kind of entity is copied. */
interface DuplicateMutation {
  /** The mutation's name. */
  name: string;
  /** How the copy is changed. */
  edition: EditMutation;
  /** What the mutation takes besides the ID. */
  more?: Record<string, unknown>;
}

/** Prepares to copy one entity and to change what was set of the copy; never a second copy where the response is lost. */
export async function prepareDuplication<Result extends Entity>(
  endpoint: GraphqlEndpoint,
  { name, edition, more }: DuplicateMutation,
  original: string,
  wanted: WantedInput,
  options?: CallOptions,
): Promise<PreparedChange<Result>> {
  const { what, fields } = edition;
  const whereToLook = `Before you try again, check whether a copy exists among the ${what}s of the project`;
  const call = {
    kind: 'mutation',
    name,
    what,
    fields,
    more,
    ifLost: whereToLook,
    createsEntity: true,
  } as const;
  const send = await prepareById<Result>(endpoint, call, original, options);
  const duplicate = async () => withNewId(await send(), 'copy', whereToLook);
  const hasChanges = Object.keys({ ...wanted.values, ...wanted.more }).length > 0;
  if (!hasChanges) return duplicate;
  // Whether the copy can be changed like this is known before it is made: its ID alone is not.
  requireChanges(wanted);
  await prepareEdit(endpoint, edition, original, wanted, options);
  return async () => {
    const { id } = await duplicate();
    try {
      const edit = await prepareEdit<Result>(endpoint, edition, id, wanted, options);
      return await edit();
    } catch (error) {
      throw error instanceof PlatformError ? unchangedCopy(id, error) : error;
    }
  };
}

function unchangedCopy(id: string, error: PlatformError): PartlyDoneError {
  return new PartlyDoneError(`The copy ${id} was created but not updated: ${error.message}`, {
    hint: `Update or delete the copy. Do not duplicate again. ${error.hint}`,
    reach: 'answered',
    status: error.status,
    cause: error,
  });
}

export interface Deleted {
  deleted: true;
  id: string;
}

/** Prepares to delete one entity by its ID. It is repeated where the response was lost: an entity goes only once. */
export async function prepareDeletion(
  endpoint: GraphqlEndpoint,
  name: string,
  what: string,
  given: unknown,
  options?: CallOptions,
  more?: Record<string, unknown>,
): Promise<PreparedChange<Deleted>> {
  const id = readIdentifier(given, what);
  const call = { kind: 'mutation', name, what, fields: ID, more, idempotent: true } as const;
  const send = await prepareById(endpoint, call, id, options);
  return async (mayHaveBeenMade) => {
    await repeatableChange(send, isAlreadyGone, mayHaveBeenMade);
    return { deleted: true, id };
  };
}

/** Whether the platform itself says that it does not know what it was asked to delete, or that there was nothing to do. */
export function isAlreadyGone(refusal: PlatformError): boolean {
  if (refusal instanceof NotDoneError) return true;
  return refusal instanceof GraphqlResponseError && refusal.errors.every(isNotFoundEntry);
}

const ID = writtenFields('id');

/** How versions of a kind are rolled back. */
interface Rollback<Details> {
  /** The mutation. */
  name: string;
  /** What its argument is the ID of. */
  what: string;
  /** Reads it as it is afterwards. */
  get(endpoint: GraphqlEndpoint, id: string, options?: CallOptions): Promise<Details>;
}

/** Prepares to make an earlier version the current one. It is repeated where the response was lost. */
export async function prepareRollback<Details>(
  endpoint: GraphqlEndpoint,
  { name, what, get }: Rollback<Details>,
  id: string,
  versionNumber: unknown,
  options?: CallOptions,
): Promise<PreparedChange<Details>> {
  const call = {
    kind: 'mutation',
    name,
    what,
    fields: ID,
    more: { versionNumber: readVersionNumber(versionNumber) },
    idempotent: true,
  } as const;
  const send = await prepareById(endpoint, call, id, options);
  return async (mayHaveBeenMade) => {
    await repeatableChange(send, () => false, mayHaveBeenMade);
    const done = `The ${what} ${id} was rolled back`;
    return await readAfterwards(what, done, async () => await get(endpoint, id, options));
  };
}

/** The number of a version, which counts from 1. @throws InvalidInputError for what is none */
export function readVersionNumber(given: unknown): number {
  const isWritten = typeof given === 'string' && /^\d+$/.test(given.trim());
  const number = isWritten ? Number(given) : given;
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 1) return number;
  throw new InvalidInputError(
    'The version number is missing or is not a whole number',
    'Version numbers start at 1. "Get" returns the current one. Separate several with commas. Nothing was sent.',
  );
}

/**
 * Reads what a change has made; for changes whose repetition changes nothing more.
 * @param what as "job"
 * @param done in a sentence, as "The job … was updated"
 * @throws NotReadAfterwardsError where it cannot be read: the change is made all the same
 */
export async function readAfterwards<Result>(
  what: string,
  done: string,
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof PlatformError) || error instanceof CancelledError) throw error;
    throw new NotReadAfterwardsError(
      `${done}, but the ${what} could not be read afterward: ${error.message}`,
      {
        hint: `Do not repeat it. ${error.hint}`,
        reach: 'answered',
        status: error.status,
        cause: error,
      },
    );
  }
}
