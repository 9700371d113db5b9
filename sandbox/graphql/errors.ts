import { GraphQLError } from 'graphql';

/** The error that names a thing the platform does not have. */
export function notFound(what: string, id: string): GraphQLError {
  return failure('NOT_FOUND', `${what} ${id} does not exist`);
}

/** The error of an input that cannot be taken. */
export function badInput(message: string): GraphQLError {
  return failure('BAD_INPUT', message);
}

/** The error of a change that does not fit what there is. */
export function conflict(message: string): GraphQLError {
  return failure('CONFLICT', message);
}

/** The thing itself; throws notFound where there is none. */
export function found<T>(value: T | undefined, what: string, id: string): T {
  if (value === undefined) throw notFound(what, id);
  return value;
}

function failure(code: string, message: string): GraphQLError {
  return new GraphQLError(message, {
    extensions: { code, classification: 'DataFetchingException' },
  });
}
