import {
  PlatformError,
  InvalidInputError,
  GraphqlResponseError,
  CancelledError,
  type PlatformErrorDetails,
} from '../common/errors/errors';
import { NotDoneError } from '../graphql/read/result';
import { toText } from '../common/text/values';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { type RootName } from '../graphql/schema/rootFields';
import { writtenFields } from '../graphql/selection/supported';
import { prepareById } from '../graphql/call/callRootField';
import type { PreparedChange } from './entities';
import { makeRepeatableChange } from '../http/retry';
import { readIdentifier } from '../common/input/identifiers';
import { findErrorCode, isNotFoundEntry } from '../common/errors/errorCodes';

/**
 * @param what noun, for example "job"
 * @param whereToLook start of a sentence, for example "List the variables"
 * @throws PlatformError if the response to a creation has no ID
 */
export function withNewId<Result extends { id?: unknown }>(
  result: Result,
  what: string,
  whereToLook: string,
): Result {
  if (toText(result.id) !== undefined) return result;
  throw new PlatformError(`The ${what} was created, but the platform did not return its ID`, {
    hint: `${whereToLook}. It was created only once.`,
    effect: 'made',
  });
}

/**
 * @param done sentence with both parts, such as "The app … was created, but not all of its variables were set"
 * @param advice next action
 */
export function partlyMadeError(
  done: string,
  advice: string,
  error: unknown,
  more: Pick<PlatformErrorDetails, 'madeId' | 'isRepeatable'> = {},
): unknown {
  if (!(error instanceof PlatformError) || error instanceof CancelledError) return error;
  return new PlatformError(`${done}: ${error.message}`, {
    hint: `${advice} ${error.hint}`,
    effect: 'made',
    code: findErrorCode(error),
    ...more,
    status: error.status,
    cause: error,
  });
}

/** @throws InvalidInputError if nothing is set, or a name is empty */
export function requireChanges({ values, more = {} }: { values: object; more?: object }): void {
  const isChange = Object.values({ ...values, ...more }).some((value) => value !== undefined);
  if (!isChange) {
    throw new InvalidInputError('There is nothing to update', 'Add a field in "Update Fields".');
  }
  if ('name' in values && values.name !== undefined) requireName(values.name);
}

export function requireName(name: unknown): string {
  if (typeof name === 'string' && name.trim() !== '') return name.trim();
  throw new InvalidInputError('The name is empty', 'Fill in "Name".');
}

export interface Deleted {
  deleted: true;
  id: string;
}

/** The request is sent again if its response was lost: an entity is deleted only once. */
export async function prepareDeletion(
  endpoint: GraphqlEndpoint,
  name: RootName,
  what: string,
  given: unknown,
  options?: CallOptions,
  more?: Record<string, unknown>,
): Promise<PreparedChange<Deleted>> {
  const id = readIdentifier(given, what);
  const call = { kind: 'mutation', name, what, fields: ID, more, idempotent: true } as const;
  const send = await prepareById(endpoint, call, id, options);
  return async (mayHaveBeenMade) => {
    await makeRepeatableChange(send, isAlreadyGone, mayHaveBeenMade);
    return { deleted: true, id };
  };
}

/** Whether the platform reports that the entity does not exist, or that there was nothing to do. */
export function isAlreadyGone(refusal: PlatformError): boolean {
  if (refusal instanceof NotDoneError) return true;
  return refusal instanceof GraphqlResponseError && refusal.errors.every(isNotFoundEntry);
}

const ID = writtenFields('id');

/** Versions count from 1. @throws InvalidInputError if the number is invalid */
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
 * For `catch` after an idempotent change: the error says that the change was made, but not read.
 * @param what noun, for example "job"
 * @param done sentence, for example "The job … was updated"
 */
export function throwUnread(what: string, done: string) {
  return (error: unknown): never => {
    if (!(error instanceof PlatformError) || error instanceof CancelledError) throw error;
    throw new PlatformError(
      `${done}, but the ${what} could not be read afterward: ${error.message}`,
      {
        hint: `Do not repeat it. ${error.hint}`,
        effect: 'made',
        isRepeatable: true,
        status: error.status,
        cause: error,
      },
    );
  };
}
