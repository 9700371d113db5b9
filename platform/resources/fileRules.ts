import { parseCron } from '../runs/schedules/cron';
import { findZone } from '../runs/schedules/scheduleReader';

/** A rule for a text or number in project files. It applies on all platforms, in Validate, Plan and the JSON Schemas. */
export interface FileRule {
  type: 'text' | 'number';
  /** Keywords of JSON Schema. */
  schema: Readonly<{
    pattern?: string;
    maxLength?: number;
    minimum?: number;
    maximum?: number;
    multipleOf?: number;
  }>;
  /** Checks a rule that JSON Schema cannot express. */
  isValid?: (value: string) => boolean;
  hint: string;
}

const MAX_NAME_LENGTH = 254;
const NAME_LENGTH = `It has 1 to ${MAX_NAME_LENGTH} characters.`;

export const RULES = {
  name: {
    type: 'text',
    schema: { pattern: '\\S', maxLength: MAX_NAME_LENGTH },
    hint: NAME_LENGTH,
  },
  alias: {
    type: 'text',
    schema: { pattern: '^[\\w-]+$', maxLength: MAX_NAME_LENGTH },
    hint: `It contains only letters without accents, digits, "_" and "-". ${NAME_LENGTH}`,
  },
  variableName: {
    type: 'text',
    schema: { pattern: '^[A-Za-z]\\w*$', maxLength: MAX_NAME_LENGTH },
    hint: `It starts with a letter and contains only letters without accents, digits and "_". ${NAME_LENGTH}`,
  },
  fileName: {
    type: 'text',
    schema: { pattern: '^(?!\\.{1,2}$)[^/\\\\]*$', maxLength: MAX_NAME_LENGTH },
    hint: `It is the name of a file, without a folder. ${NAME_LENGTH}`,
  },
  image: {
    type: 'text',
    schema: { pattern: '^\\s*\\S+\\s*$' },
    hint: 'It is the name of an image, for example "registry.example.com/etl:1".',
  },
  folder: {
    type: 'text',
    schema: { pattern: '^/' },
    hint: 'It is an absolute path, for example "/data".',
  },
  email: {
    type: 'text',
    schema: { pattern: '^[^@\\s]+@[^@\\s]+$' },
    hint: 'It is an email address.',
  },
  size: {
    type: 'text',
    schema: {
      pattern:
        '^\\s*$|^\\s*(?=[\\d.]*[1-9])\\d{1,15}(?:\\.\\d{1,15})? *(?:[kKmMgGtTpP][iI]?)?[bB]?\\s*$',
    },
    hint: 'A size is a number and a unit, for example "10 GB". It is above 0.',
  },
  cron: {
    type: 'text',
    schema: { pattern: '^\\s*$|^\\s*\\S+(?:\\s+\\S+){4}\\s*$' },
    isValid: (text) => text.trim() === '' || parseCron(text) !== undefined,
    hint: 'A cron expression has five fields: minute, hour, day of the month, month, and day of the week, for example "30 6 * * 1-5".',
  },
  timeZone: {
    type: 'text',
    schema: {},
    // Some platforms do not trim the name.
    isValid: (text) => text.trim() === '' || (text === text.trim() && findZone(text) !== undefined),
    hint: 'It is the name of a time zone, for example "Europe/Paris".',
  },
  amount: { type: 'number', schema: { minimum: 0 }, hint: 'It is a number of 0 or more.' },
  cores: {
    type: 'number',
    schema: { minimum: 0 },
    hint: 'It is a number of cores, 0 or more, for example 0.5.',
  },
  memory: {
    type: 'number',
    schema: { minimum: 0 },
    hint: 'It is a number of 0 or more, usually in MB, for example 2048.',
  },
  portNumber: {
    type: 'number',
    schema: { minimum: 1, maximum: 65_535, multipleOf: 1 },
    hint: 'It is a whole number from 1 to 65535.',
  },
} as const satisfies Record<string, FileRule>;

export function followsRule(value: string | number, { schema, isValid }: FileRule): boolean {
  if (typeof value === 'number') {
    const { minimum = -Infinity, maximum = Infinity, multipleOf } = schema;
    const isMultiple = multipleOf === undefined || value % multipleOf === 0;
    return value >= minimum && value <= maximum && isMultiple;
  }
  const { pattern, maxLength = Infinity } = schema;
  const isShortEnough = value.length <= maxLength || [...value].length <= maxLength;
  return (
    isShortEnough &&
    (!pattern || new RegExp(pattern, 'u').test(value)) &&
    isValid?.(value) !== false
  );
}
