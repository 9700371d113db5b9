import { GraphQLError } from 'graphql';

const refusal = (code: string) => (message: string) =>
  new GraphQLError(message, { extensions: { code, classification: 'DataFetchingException' } });

export const badInput = refusal('BAD_INPUT');

export const conflict = refusal('CONFLICT');

export const notFound = (noun: string, id: string) =>
  refusal('NOT_FOUND')(`${noun} ${id} does not exist`);

/** @throws notFound */
export function found<T>(value: T | undefined, noun: string, id: string): T {
  if (value === undefined) throw notFound(noun, id);
  return value;
}
