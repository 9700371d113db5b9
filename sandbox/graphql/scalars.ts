import { Cron as CronSchedule } from 'croner';
import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';

/**
 * @param read returns undefined if a value is invalid
 * @param requirement end of the error message about an invalid value
 */
function createScalar<T>(
  name: string,
  description: string,
  read: (value: unknown) => T | undefined,
  requirement: string,
  serialize?: (value: unknown) => unknown,
): GraphQLScalarType<T, unknown> {
  const parse = (value: unknown): T => {
    const result = read(value);
    if (result === undefined)
      throw new GraphQLError(`${JSON.stringify(value ?? null)} ${requirement}`);
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

const buildTextReader = (read: (text: string) => string | undefined) => (value: unknown) =>
  typeof value === 'string' ? read(value) : undefined;

const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DATE_TIME_PATTERN =
  /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)(\[UTC\])?)?$/;

export const UUID = createScalar(
  'UUID',
  'An identifier such as 20000000-0000-4000-8000-000000000001',
  buildTextReader((id) => (UUID_PATTERN.test(id) ? id.toLowerCase() : undefined)),
  'is not a UUID',
);

export const Cron = createScalar(
  'Cron',
  'A schedule of five fields, such as 0 6 * * 1-5',
  buildTextReader((cron) => (isCron(cron) ? cron.trim() : undefined)),
  'is not a cron schedule of five fields',
);

export const TimeZone = createScalar(
  'TimeZone',
  'A time zone such as Europe/Paris',
  buildTextReader((zone) => (isTimeZone(zone) ? zone : undefined)),
  'is not a time zone',
);

export const Email = createScalar(
  'Email',
  'An e-mail address',
  buildTextReader((email) => (/^[^@\s]+@[^@\s]+$/.test(email) ? email : undefined)),
  'is not an e-mail address',
);

/** The value is epoch milliseconds in the store, and ISO 8601 in requests and responses. */
const createTimeScalar = (name: string) =>
  createScalar(
    name,
    'A time in ISO 8601, UTC',
    (value) => {
      if (typeof value !== 'string' || !DATE_TIME_PATTERN.test(value)) return undefined;
      const time = Date.parse(value.replace('[UTC]', ''));
      return Number.isNaN(time) ? undefined : time;
    },
    'is not a time in ISO 8601',
    (value) => new Date(Number(value)).toISOString(),
  );

export const DateTime = createTimeScalar('DateTime');
export const Instant = createTimeScalar('Instant');

export const DataSize = createScalar(
  'DataSize',
  'A number of bytes, or a size such as 512 MB',
  normalizeDataSize,
  'is not a size such as 512 MB',
);

export const Upload = createScalar<File>(
  'Upload',
  'A file, sent by a GraphQL multipart request',
  (value) => (isFile(value) ? value : undefined),
  'is not a file: send one as a part of a GraphQL multipart request',
);

function isCron(text: string): boolean {
  try {
    new CronSchedule(text, { mode: '5-part', paused: true, sloppyRanges: true });
    // The library also accepts dates and words such as @daily.
    return text.trim().split(/\s+/).length === 5;
  } catch {
    return false;
  }
}

const OFFSET_PATTERN = /^(?:UTC|UT|GMT)?([+-])(\d{1,2}|\d\d:?\d\d(?::?\d\d)?)$/i;

/** Returns the UTC offset of a zone that `java.time.ZoneId` reads as an offset, such as GMT+1; undefined for other zones. */
export function readOffsetMinutes(zone: string): number | undefined {
  if (/^(?:Z|UTC|UT|GMT)$/i.test(zone)) return 0;
  const [, sign, digits = ''] = OFFSET_PATTERN.exec(zone) ?? [];
  const [hours = NaN, minutes = 0, seconds = 0] = (digits.match(/\d\d?/g) ?? []).map(Number);
  const size = hours * 60 + minutes + seconds / 60;
  const isValid = minutes < 60 && seconds < 60 && size <= 18 * 60;
  return isValid ? size * (sign === '-' ? -1 : 1) : undefined;
}

function isTimeZone(text: string): boolean {
  if (readOffsetMinutes(text) !== undefined) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

const DATA_SIZE_PATTERN = /^(\d+(?:\.\d+)?) *([KMGTP]?i?)B?$/i;

/** Converts a size to a format such as '512.0 MB', and a number of bytes to '512 B'. */
function normalizeDataSize(value: unknown): string | undefined {
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) && value >= 0 ? `${value} B` : undefined;
  }
  if (typeof value !== 'string') return undefined;
  const [, amount, unit = ''] = DATA_SIZE_PATTERN.exec(value.trim()) ?? [];
  if (amount === undefined || unit.toLowerCase() === 'i') return undefined;
  const text = String(Number(amount));
  return `${text.includes('.') ? text : `${text}.0`} ${unit.replace(/^./, (letter) => letter.toUpperCase()).replace('I', 'i')}B`;
}

const SIZE_PREFIXES = ['', 'K', 'M', 'G', 'T', 'P'];

/** @param size in the format of `normalizeDataSize` */
export function toBytes(size: string): number {
  const [, amount = '0', unit = ''] = DATA_SIZE_PATTERN.exec(size) ?? [];
  const power = SIZE_PREFIXES.indexOf(unit.charAt(0).toUpperCase());
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
