import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';

const UUID_FORM = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const UUID = new GraphQLScalarType<string, string>({
  name: 'UUID',
  description: 'An identifier such as 20000000-0000-4000-8000-000000000001',
  serialize: uuid,
  parseValue: uuid,
  parseLiteral: (node) => uuid(node.kind === Kind.STRING ? node.value : undefined),
});

export const DateTime = new GraphQLScalarType<number, string>({
  name: 'DateTime',
  description: 'A moment in ISO 8601, UTC',
  serialize: (value) => new Date(Number(value)).toISOString(),
});

function uuid(value: unknown): string {
  if (typeof value !== 'string' || !UUID_FORM.test(value)) {
    throw new GraphQLError(`${JSON.stringify(value ?? null)} is not a UUID`);
  }
  return value.toLowerCase();
}
