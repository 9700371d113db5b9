import { GraphQLError } from 'graphql';

/** The error that names a thing the platform does not have. */
export function notFound(what: string, id: string): GraphQLError {
  return new GraphQLError(`${what} ${id} does not exist`, {
    extensions: { code: 'NOT_FOUND', classification: 'DataFetchingException' },
  });
}

/** The thing itself; throws notFound where there is none. */
export function found<T>(value: T | undefined, what: string, id: string): T {
  if (value === undefined) throw notFound(what, id);
  return value;
}
