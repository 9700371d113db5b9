import { createHash } from 'node:crypto';
import { GraphQLError, GraphQLScalarType, Kind, type ValueNode } from 'graphql';

const FIELDS: [from: number, to: number, names: string[]][] = [
  [0, 59, []],
  [0, 23, []],
  [1, 31, []],
  [1, 12, ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']],
  [0, 7, ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']],
];

/** Whether a text is a cron schedule: minute, hour, day of the month, month, day of the week. */
function isCron(text: string): boolean {
  const fields = text.trim().split(/\s+/);
  return (
    fields.length === FIELDS.length &&
    FIELDS.every(([from, to, names], index) =>
      (fields[index] ?? '').split(',').every((item) => isItem(item, from, to, names)),
    )
  );
}

function isItem(item: string, from: number, to: number, names: string[]): boolean {
  const [range = '', step, ...rest] = item.split('/');
  if (rest.length > 0 || (step !== undefined && !/^[1-9]\d*$/.test(step))) return false;
  if (range === '*') return true;
  const ends = range.split('-').map((end) => valueOf(end, from, names));
  const [first = NaN, last = first] = ends;
  return ends.length <= 2 && first >= from && last <= to && first <= last;
}

function valueOf(end: string, from: number, names: string[]): number {
  const name = names.indexOf(end.toUpperCase());
  if (name >= 0) return from + name;
  return /^\d+$/.test(end) ? Number(end) : NaN;
}

const FORM = /^(\d+(?:\.\d+)?) *([KMGTP]?i?)B?$/i;

/** A size in one form, as '512 MB'; a number is one of bytes. Undefined where it is no size. */
function dataSize(value: unknown): string | undefined {
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) && value >= 0 ? `${value} B` : undefined;
  }
  if (typeof value !== 'string') return undefined;
  const [, amount, unit = ''] = FORM.exec(value.trim()) ?? [];
  if (amount === undefined || unit.toLowerCase() === 'i') return undefined;
  return `${Number(amount)} ${unit.replace(/^./, (letter) => letter.toUpperCase()).replace('I', 'i')}B`;
}

const THOUSANDS = ['', 'K', 'M', 'G', 'T', 'P'];

/** @param size in the form of `dataSize` */
export function dataSizeBytes(size: string): number {
  const [, amount = '0', unit = ''] = FORM.exec(size) ?? [];
  const power = THOUSANDS.indexOf(unit.charAt(0).toUpperCase());
  return Number(amount) * (unit.endsWith('i') ? 1024 : 1000) ** Math.max(0, power);
}

interface UploadedFile {
  name: string;
  /** Bytes. */
  size: number;
  sha256: string;
}

/** Counts and hashes an uploaded file; its bytes are not kept. */
export async function uploaded(file: File): Promise<UploadedFile> {
  const bytes = Buffer.from(await file.arrayBuffer());
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { name: file.name, size: bytes.length, sha256 };
}

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
