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
import { prepareCallById } from '../graphql/call/callRootField';
import type { PreparedChange } from './entities';
import { makeRepeatableChange } from '../http/retry';
import { readIdentifier } from '../common/input/identifiers';
import { findErrorCode, isNotFoundEntry } from '../common/errors/errorCodes';

/**
 * Returns the response to a creation if it has an ID.
 * @param noun for example "job"
 * @param advice sentence without its period, for example "List the variables"
 * @throws PlatformError if the response has no ID
 */
export function requireNewId<Result extends { id?: unknown }>(
  result: Result,
  noun: string,
  advice: string,
): Result {
  if (toText(result.id) !== undefined) return result;
  throw new PlatformError(`The ${noun} was created, but the platform did not return its ID`, {
    hint: `${advice}. The ${noun} was created only once.`,
    effect: 'made',
  });
}

/**
 * Builds an error that says which part of a change was made. Returns cancellations and errors of other classes unchanged.
 * @param done sentence with both parts, such as "The app … was created, but not all of its variables were set"
 * @param advice next action, which precedes the hint of the error
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

/** @throws InvalidInputError if no setting has a value, or the name is empty */
export function requireChanges({ values, more = {} }: { values: object; more?: object }): void {
  const hasChange = Object.values({ ...values, ...more }).some((value) => value !== undefined);
  if (!hasChange) {
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

/** Sends the request again if its response is lost, because a second deletion changes nothing. */
export async function prepareDeletion(
  endpoint: GraphqlEndpoint,
  name: RootName,
  noun: string,
  entityId: unknown,
  options?: CallOptions,
  more?: Record<string, unknown>,
): Promise<PreparedChange<Deleted>> {
  const id = readIdentifier(entityId, noun);
  const call = { kind: 'mutation', name, noun, fields: ID, more, idempotent: true } as const;
  const send = await prepareCallById(endpoint, call, id, options);
  return async (mayHaveBeenMade) => {
    await makeRepeatableChange(send, isAlreadyGone, mayHaveBeenMade);
    return { deleted: true, id };
  };
}

/** Returns true if the platform refuses because the entity does not exist, or refuses without a reason. */
export function isAlreadyGone(refusal: PlatformError): boolean {
  if (refusal instanceof NotDoneError) return true;
  return refusal instanceof GraphqlResponseError && refusal.errors.every(isNotFoundEntry);
}

const ID = writtenFields('id');

/**
 * @param advice sentence that begins with a blank
 * @throws InvalidInputError if the value is not a whole number of 1 or more
 */
export function readVersionNumber(value: unknown, advice = ''): number {
  const hasOnlyDigits = typeof value === 'string' && /^\d+$/.test(value.trim());
  const number = hasOnlyDigits ? Number(value) : value;
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 1) return number;
  throw new InvalidInputError(
    'The version number is missing or is not valid',
    `Version numbers are whole numbers from 1. "Get" returns the current number.${advice} Nothing was sent.`,
  );
}

/**
 * Builds a function for the `catch` of a read after a repeatable change. The function throws an error that says that the change
 * was made, but the entity was not read.
 * @param noun for example "job"
 * @param done sentence without its period, for example "The job … was updated"
 */
export function buildUnreadThrower(noun: string, done: string) {
  return (error: unknown): never => {
    if (!(error instanceof PlatformError) || error instanceof CancelledError) throw error;
    throw new PlatformError(
      `${done}, but the ${noun} could not be read afterward: ${error.message}`,
      {
        hint: `The change need not be repeated. ${error.hint}`,
        effect: 'made',
        isRepeatable: true,
        status: error.status,
        cause: error,
      },
    );
  };
}
