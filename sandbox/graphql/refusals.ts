import { GraphQLError } from 'graphql';

const refusal = (code: string) => (message: string) =>
  new GraphQLError(message, { extensions: { code, classification: 'DataFetchingException' } });

/** The error of an input that cannot be taken. */
export const badInput = refusal('BAD_INPUT');

/** The error of a change that does not fit what there is. */
export const conflict = refusal('CONFLICT');

/** The error that names a thing the platform does not have. */
export const notFound = (what: string, id: string) =>
  refusal('NOT_FOUND')(`${what} ${id} does not exist`);

/** The thing itself; throws notFound where there is none. */
export function found<T>(value: T | undefined, what: string, id: string): T {
  if (value === undefined) throw notFound(what, id);
  return value;
}
