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
import { withArticle } from '../../common/input/identifiers';

/** @throws UnexpectedResponseError if the root field is not a list, which the interface requires */
export function readList<Entry>(data: GraphqlData, name: string): Entry[] {
  const value = ownValue(data, name);
  if (Array.isArray(value)) return value as Entry[];
  throw unexpectedValueError(name, 'a list', value);
}

/** @throws UnexpectedResponseError if the root field is not an object, which the interface requires */
export function readObject<Result>(data: GraphqlData, name: string): Result {
  const value = ownValue(data, name);
  if (isObject(value)) return value as Result;
  throw unexpectedValueError(name, 'an object', value);
}

export function unexpectedValueError(
  field: string,
  expected: string,
  value: unknown,
): UnexpectedResponseError {
  const isNothing = value === null || value === undefined;
  const received = isNothing
    ? 'nothing'
    : Array.isArray(value)
      ? 'a list'
      : withArticle(typeof value);
  return new UnexpectedResponseError(`The platform returned ${received} for "${field}"`, {
    hint: `The documented interface requires ${expected} here. This version of the platform may differ from it.`,
    code: isNothing ? 'NOT_FOUND' : undefined,
  });
}

/** The platform returned "false", which means that it did not make the change. It gives no reason. */
export class NotDoneError extends PlatformError {
  constructor(message: string, advice: string) {
    super(message, { hint: `${advice} The platform returned "false" without a reason.` });
  }
}

/** Returns options with which a call throws the error of `buildError` if the root field is false. */
export function failOnFalse(
  rootField: string,
  buildError: () => NotDoneError,
  options: CallOptions = {},
): CallOptions {
  return {
    ...options,
    requireDone(data) {
      if (ownValue(data, rootField) === false) throw buildError();
    },
  };
}

/** For `catch`: returns undefined if the error means that the entity does not exist. Throws any other error. */
export function undefinedIfNotFound(error: unknown): undefined {
  const isMissing = (entry: GraphqlErrorEntry) => isNotFoundEntry(entry) || isNullRootField(entry);
  if (error instanceof GraphqlResponseError && error.errors.every(isMissing)) return undefined;
  throw error;
}
