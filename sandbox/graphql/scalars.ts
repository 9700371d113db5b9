import { GraphQLError, GraphQLScalarType, Kind, type ValueNode } from 'graphql';
import { isCron } from './cron';
import { dataSize } from './dataSize';

const UUID_FORM = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DATE_TIME_FORM = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d))?$/;

export const UUID = textScalar(
  'UUID',
  'An identifier such as 20000000-0000-4000-8000-000000000001',
  (text) => (UUID_FORM.test(text) ? text.toLowerCase() : undefined),
  'is not a UUID',
);

export const Cron = textScalar(
  'Cron',
  'A schedule of five fields, such as 0 6 * * 1-5',
  (text) => (isCron(text) ? text.trim() : undefined),
  'is not a cron schedule of five fields',
);

export const TimeZone = textScalar(
  'TimeZone',
  'A time zone such as Europe/Paris',
  (text) => (isTimeZone(text) ? text : undefined),
  'is not a time zone',
);

export const Email = textScalar(
  'Email',
  'An e-mail address',
  (text) => (/^[^@\s]+@[^@\s]+$/.test(text) ? text : undefined),
  'is not an e-mail address',
);

/** Whole numbers of up to 64 bits. */
export const Long = new GraphQLScalarType<number, number>({
  name: 'Long',
  description: 'A whole number',
  serialize: Number,
  parseValue: Number,
});

/** Epoch milliseconds inside, ISO 8601 outside. */
export const DateTime = new GraphQLScalarType<number, string>({
  name: 'DateTime',
  description: 'A moment in ISO 8601, UTC',
  serialize: (value) => new Date(Number(value)).toISOString(),
  parseValue: moment,
  parseLiteral: (node) => moment(textOf(node)),
});

export const DataSize = new GraphQLScalarType<string, string>({
  name: 'DataSize',
  description: 'A number of bytes, or a size such as 512 MB',
  serialize: size,
  parseValue: size,
  parseLiteral: (node) => size(node.kind === Kind.INT ? Number(node.value) : textOf(node)),
});

/** A file of a GraphQL multipart request. */
export const Upload = new GraphQLScalarType<File, never>({
  name: 'Upload',
  description: 'A file, sent by a GraphQL multipart request',
  serialize: () => {
    throw new GraphQLError('A file is never an answer');
  },
  parseValue: (value) => {
    if (isFile(value)) return value;
    throw new GraphQLError('A file must be sent as a part of a GraphQL multipart request');
  },
  parseLiteral: () => {
    throw new GraphQLError('A file must be given by a variable');
  },
});

function textScalar(
  name: string,
  description: string,
  parsed: (text: string) => string | undefined,
  fault: string,
): GraphQLScalarType<string, string> {
  const parse = (value: unknown): string => {
    const result = typeof value === 'string' ? parsed(value) : undefined;
    if (result === undefined) throw new GraphQLError(`${JSON.stringify(value ?? null)} ${fault}`);
    return result;
  };
  return new GraphQLScalarType<string, string>({
    name,
    description,
    serialize: parse,
    parseValue: parse,
    parseLiteral: (node) => parse(textOf(node)),
  });
}

function textOf(node: ValueNode): string | undefined {
  return node.kind === Kind.STRING ? node.value : undefined;
}

function moment(value: unknown): number {
  const time = typeof value === 'string' && DATE_TIME_FORM.test(value) ? Date.parse(value) : NaN;
  if (Number.isNaN(time)) {
    throw new GraphQLError(`${JSON.stringify(value ?? null)} is not a moment in ISO 8601`);
  }
  return time;
}

function size(value: unknown): string {
  const result = dataSize(value);
  if (result === undefined) {
    throw new GraphQLError(`${JSON.stringify(value ?? null)} is not a size such as 512 MB`);
  }
  return result;
}

function isTimeZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

function isFile(value: unknown): value is File {
  return (
    typeof value === 'object' &&
    value !== null &&
    'arrayBuffer' in value &&
    'name' in value &&
    typeof value.name === 'string'
  );
}
