import { GraphQLError } from 'graphql';

const createRefusal = (code: string) => (message: string) =>
  new GraphQLError(message, { extensions: { code, classification: 'DataFetchingException' } });

export const badInput = createRefusal('BAD_INPUT');

export const conflict = createRefusal('CONFLICT');

export const notFound = (noun: string, id: string) =>
  createRefusal('NOT_FOUND')(`${noun} ${id} does not exist`);

/** @throws notFound */
export function requireFound<T>(value: T | undefined, noun: string, id: string): T {
  if (value === undefined) throw notFound(noun, id);
  return value;
}
