import {
  UnexpectedResponseError,
  PlatformError,
  GraphqlResponseError,
  type GraphqlErrorEntry,
} from '../../common/errors/errors';
import type { GraphqlData } from '../send/request';
import { ownValue } from '../../common/text/names';
import { isObject } from '../../common/text/values';
import type { CallOptions } from '../send/endpoint';
import { isNotFoundEntry, isNullRootField } from '../../common/errors/errorCodes';

/** @throws UnexpectedResponseError unless the root field is a list, as in the interface */
export function readList<Entry>(data: GraphqlData, name: string): Entry[] {
  const value = ownValue(data, name);
  if (Array.isArray(value)) return value as Entry[];
  throw unexpectedValue(name, 'a list', value);
}

/** @throws UnexpectedResponseError unless the root field is an object, as in the interface */
export function readObject<Result>(data: GraphqlData, name: string): Result {
  const value = ownValue(data, name);
  if (isObject(value)) return value as Result;
  throw unexpectedValue(name, 'an object', value);
}

export function unexpectedValue(
  rootField: string,
  expected: string,
  value: unknown,
): UnexpectedResponseError {
  const isNothing = value === null || value === undefined;
  const came = isNothing ? 'nothing' : `a ${typeof value}`;
  return new UnexpectedResponseError(`The platform returned ${came} for "${rootField}"`, {
    hint: `The interface requires ${expected}. The platform may have another version.`,
    code: isNothing ? 'NOT_FOUND' : undefined,
  });
}

/** The platform returned "false": it did not make the change and gave no reason. */
export class NotDoneError extends PlatformError {
  constructor(message: string, why: string) {
    super(message, { hint: `It returned "false" without a reason. ${why}` });
  }
}

export function failOnFalse(
  rootField: string,
  refusal: () => NotDoneError,
  options: CallOptions = {},
): CallOptions {
  return {
    ...options,
    requireDone(data) {
      if (ownValue(data, rootField) === false) throw refusal();
    },
  };
}

/** Use it in `catch`: for an unknown entity, some platforms return null and others an error. */
export function undefinedIfNotFound(error: unknown): undefined {
  const isMissing = (entry: GraphqlErrorEntry) => isNotFoundEntry(entry) || isNullRootField(entry);
  if (error instanceof GraphqlResponseError && error.errors.every(isMissing)) return undefined;
  throw error;
}
