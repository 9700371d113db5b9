import { Cron as Schedule } from 'croner';
import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';

/**
 * A scalar that is read from texts and numbers.
 * @param parsed returns undefined for a value that is refused
 * @param fault description of such a value
 */
function scalar<T>(
  name: string,
  description: string,
  parsed: (value: unknown) => T | undefined,
  fault: string,
  serialize?: (value: unknown) => unknown,
): GraphQLScalarType<T, unknown> {
  const parse = (value: unknown): T => {
    const result = parsed(value);
    if (result === undefined) throw new GraphQLError(`${JSON.stringify(value ?? null)} ${fault}`);
    return result;
  };
  return new GraphQLScalarType<T, unknown>({
    name,
    description,
    serialize: serialize ?? parse,
    parseValue: parse,
    parseLiteral: (node) => {
      if (node.kind === Kind.INT) return parse(Number(node.value));
      return parse(node.kind === Kind.STRING ? node.value : undefined);
    },
  });
}

const text = (read: (text: string) => string | undefined) => (value: unknown) =>
  typeof value === 'string' ? read(value) : undefined;
const textLike = (form: RegExp) => text((value) => (form.test(value) ? value : undefined));

const UUID_FORM = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DATE_TIME_FORM = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)(\[UTC\])?)?$/;

export const UUID = scalar(
  'UUID',
  'An identifier such as 20000000-0000-4000-8000-000000000001',
  text((id) => (UUID_FORM.test(id) ? id.toLowerCase() : undefined)),
  'is not a UUID',
);

export const Cron = scalar(
  'Cron',
  'A schedule of five fields, such as 0 6 * * 1-5',
  text((cron) => (isCron(cron) ? cron.trim() : undefined)),
  'is not a cron schedule of five fields',
);

export const TimeZone = scalar(
  'TimeZone',
  'A time zone such as Europe/Paris',
  text((zone) => (isTimeZone(zone) ? zone : undefined)),
  'is not a time zone',
);

export const Email = scalar(
  'Email',
  'An e-mail address',
  textLike(/^[^@\s]+@[^@\s]+$/),
  'is not an e-mail address',
);

/** Epoch milliseconds in the store, ISO 8601 in requests. */
const moment = (name: string) =>
  scalar(
    name,
    'A moment in ISO 8601, UTC',
    (value) => {
      const time = Date.parse(textLike(DATE_TIME_FORM)(value)?.replace('[UTC]', '') ?? '');
      return Number.isNaN(time) ? undefined : time;
    },
    'is not a moment in ISO 8601',
    (value) => new Date(Number(value)).toISOString(),
  );

export const DateTime = moment('DateTime');
export const Instant = moment('Instant');

export const DataSize = scalar(
  'DataSize',
  'A number of bytes, or a size such as 512 MB',
  dataSize,
  'is not a size such as 512 MB',
);

export const Upload = scalar<File>(
  'Upload',
  'A file, sent by a GraphQL multipart request',
  (value) => (isFile(value) ? value : undefined),
  'is not a file: send one as a part of a GraphQL multipart request',
);

function isCron(text: string): boolean {
  try {
    new Schedule(text, { mode: '5-part', paused: true, sloppyRanges: true });
    // The library also knows times and words such as @daily.
    return text.trim().split(/\s+/).length === 5;
  } catch {
    return false;
  }
}

const OFFSET = /^(?:UTC|UT|GMT)?([+-])(\d{1,2}|\d\d:?\d\d(?::?\d\d)?)$/i;

/** Returns minutes from UTC of a zone that `java.time.ZoneId` knows by its offset, such as GMT+1. */
export function offsetMinutes(zone: string): number | undefined {
  if (/^(?:Z|UTC|UT|GMT)$/i.test(zone)) return 0;
  const [, sign, digits = ''] = OFFSET.exec(zone) ?? [];
  const [hours = NaN, minutes = 0, seconds = 0] = (digits.match(/\d\d?/g) ?? []).map(Number);
  const size = hours * 60 + minutes + seconds / 60;
  const isKnown = minutes < 60 && seconds < 60 && size <= 18 * 60;
  return isKnown ? size * (sign === '-' ? -1 : 1) : undefined;
}

function isTimeZone(text: string): boolean {
  if (offsetMinutes(text) !== undefined) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

const FORM = /^(\d+(?:\.\d+)?) *([KMGTP]?i?)B?$/i;

/** Returns one format, such as '512.0 MB'. A number is a number of bytes. */
function dataSize(value: unknown): string | undefined {
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) && value >= 0 ? `${value} B` : undefined;
  }
  if (typeof value !== 'string') return undefined;
  const [, amount, unit = ''] = FORM.exec(value.trim()) ?? [];
  if (amount === undefined || unit.toLowerCase() === 'i') return undefined;
  const text = String(Number(amount));
  return `${text.includes('.') ? text : `${text}.0`} ${unit.replace(/^./, (letter) => letter.toUpperCase()).replace('I', 'i')}B`;
}

const THOUSANDS = ['', 'K', 'M', 'G', 'T', 'P'];

/** @param size in the format of `dataSize` */
export function dataSizeBytes(size: string): number {
  const [, amount = '0', unit = ''] = FORM.exec(size) ?? [];
  const power = THOUSANDS.indexOf(unit.charAt(0).toUpperCase());
  return Number(amount) * (unit.endsWith('i') ? 1024 : 1000) ** Math.max(0, power);
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
