import type {
  INodeProperties,
  INodePropertyCollection,
  INodePropertyOptions,
  NodePropertyTypes,
} from 'n8n-workflow';
import { InvalidInputError } from '../../../platform/common/errors/errors';
import { ownValue } from '../../../platform/common/text/names';
import { readUserTime } from '../../../platform/common/input/userTime';
import { plainJson } from '../../../platform/common/input/plainJson';
import { excerpt } from '../../../platform/common/text/text';
import { isObject } from '../../../platform/common/text/values';

type ReadValue = (field: INodeProperties, given: unknown) => unknown;

/** Values of fields of other types are not checked. */
const READERS: ReadonlyMap<NodePropertyTypes, ReadValue> = new Map<NodePropertyTypes, ReadValue>([
  ['number', readNumber],
  ['boolean', readBoolean],
  ['options', readChoice],
  ['multiOptions', readChoices],
  ['fixedCollection', readEntries],
  ['dateTime', readDate],
]);

const NOT_SENT = 'Nothing was sent for this item.';

/**
 * Parses the value of a field by its definition; numbers and booleans may be text.
 * @throws InvalidInputError naming the field, for anything that it does not allow
 */
export function readValue(field: INodeProperties, given: unknown): unknown {
  const read = READERS.get(field.type);
  if (read) return read(field, given);
  // The arguments in a resource mapper are checked by names of their own.
  return field.type === 'resourceMapper' ? given : plainJson(given, field.displayName);
}

/** Returns text as it is, a number or a boolean as text, and an empty text for null and undefined. */
export function readText(
  { displayName }: Pick<INodeProperties, 'displayName'>,
  given: unknown,
): string {
  if (given === null || given === undefined) return '';
  if (typeof given !== 'object') return String(given);
  throw fieldError(`"${displayName}" must be text, not ${describeKind(given)}`, given);
}

export function isChecked({ type }: INodeProperties): boolean {
  return READERS.has(type);
}

const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;

function readNumber(field: INodeProperties, given: unknown): number {
  const {
    minValue = -Infinity,
    maxValue = Infinity,
    numberPrecision = 0,
  } = field.typeOptions ?? {};
  const text = typeof given === 'string' ? given.trim() : undefined;
  const value = text !== undefined && PLAIN_NUMBER.test(text) ? Number(text) : given;
  const isWhole = numberPrecision === 0;
  const fits =
    typeof value === 'number' &&
    (isWhole ? Number.isSafeInteger(value) : Number.isFinite(value)) &&
    value >= minValue &&
    value <= maxValue;
  if (fits) return value;
  const kind = isWhole ? 'a whole number' : 'a number';
  throw fieldError(
    `"${field.displayName}" must be ${kind}${describeRange(minValue, maxValue)}, not ${describeValue(given)}`,
    given,
  );
}

function describeRange(minValue: number, maxValue: number): string {
  if (Number.isFinite(minValue) && Number.isFinite(maxValue)) {
    return ` from ${minValue} to ${maxValue}`;
  }
  if (Number.isFinite(minValue)) return ` of at least ${minValue}`;
  return Number.isFinite(maxValue) ? ` of at most ${maxValue}` : '';
}

/** Spreadsheets write TRUE and FALSE. */
const BOOLEANS = new Map([
  ['true', true],
  ['false', false],
]);

function readBoolean({ displayName }: INodeProperties, given: unknown): boolean {
  const value = typeof given === 'string' ? BOOLEANS.get(given.trim().toLowerCase()) : given;
  if (typeof value === 'boolean') return value;
  throw fieldError(`"${displayName}" must be true or false, not ${describeValue(given)}`, given);
}

function readChoice(field: INodeProperties, given: unknown): unknown {
  const choices = listChoices(field);
  const isChoice = choices ? choices.includes(given) : isFilledText(given);
  if (isChoice) return given;
  throw fieldError(
    `"${field.displayName}" cannot be ${describeValue(given)}. Choose one of: ${formatChoices(choices)}`,
    given,
  );
}

export function splitNames(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}

/** Parses a list, or a text with commas between the choices. */
function readChoices(field: INodeProperties, given: unknown): unknown[] {
  const choices = listChoices(field);
  const list: unknown[] = Array.isArray(given)
    ? given
    : isFilledText(given)
      ? given.split(',').map((entry) => entry.trim())
      : [given];
  const wrong = list.filter((entry) => !(choices ? choices.includes(entry) : isFilledText(entry)));
  if (wrong.length > 0) {
    throw fieldError(
      `"${field.displayName}" cannot be ${describeValue(wrong[0])}. Choose any of: ${formatChoices(choices)}`,
      given,
    );
  }
  if (list.length > 0 || !field.required) return list;
  throw fieldError(
    `"${field.displayName}" is empty. Choose at least one of: ${formatChoices(choices)}`,
    given,
  );
}

/** Returns undefined if a method of the node lists the choices. */
function listChoices({ options, typeOptions }: INodeProperties): unknown[] | undefined {
  if (typeOptions?.loadOptionsMethod !== undefined) return undefined;
  return (options as INodePropertyOptions[]).map(({ value }) => value);
}

function formatChoices(choices: unknown[] | undefined): string {
  if (!choices) return 'those in the list';
  const values = choices.map((value) => (value === '' ? '""' : String(value)));
  return values.sort().join(', ');
}

/** Expressions may return a `Date` or a date of Luxon. */
function readDate({ displayName }: INodeProperties, given: unknown): unknown {
  const value = plainJson(given, displayName);
  readUserTime(value, displayName);
  return value;
}

function readEntries(field: INodeProperties, given: unknown): Record<string, unknown> {
  const groups = (field.options ?? []) as INodePropertyCollection[];
  const names = groups.map(({ name }) => name);
  const added = readRecord(field, names, given);
  const lists = groups.flatMap(({ name, values }): Array<[string, unknown]> => {
    const entries = ownValue(added, name);
    if (entries === undefined) return [];
    if (Array.isArray(entries))
      return [[name, entries.map((one) => readEntry(field, values, one))]];
    throw fieldError(
      `"${field.displayName}" must be an array, not ${describeKind(entries)}`,
      entries,
    );
  });
  return Object.fromEntries(lists);
}

function readEntry(of: INodeProperties, fields: INodeProperties[], given: unknown) {
  const names = fields.map(({ name }) => name);
  const entry = readRecord(of, names, given);
  const values = fields.map((field): [string, unknown] => [
    field.name,
    Object.hasOwn(entry, field.name)
      ? readValue(field, ownValue(entry, field.name))
      : field.default,
  ]);
  return Object.fromEntries(values);
}

/** @throws InvalidInputError if the value is no object, or has other names */
function readRecord(
  { displayName }: INodeProperties,
  known: readonly string[],
  given: unknown,
): Record<string, unknown> {
  if (!isObject(given)) {
    throw fieldError(
      `"${displayName}" must be an object with ${known.join(', ')}, not ${describeKind(given)}`,
      given,
    );
  }
  const unknownName = Object.keys(given).find((name) => !known.includes(name));
  if (unknownName === undefined) return given;
  throw fieldError(
    `"${displayName}" has no field ${describeValue(unknownName)}. Its fields: ${known.join(', ')}`,
    given,
  );
}

function isFilledText(given: unknown): given is string {
  return typeof given === 'string' && given.trim() !== '';
}

export function fieldError(message: string, given: unknown): InvalidInputError {
  const why =
    given === undefined || given === null || given === ''
      ? 'Its expression returned nothing. Check the name of the field that it reads.'
      : 'Fix the field or its expression.';
  return new InvalidInputError(message, `${why} ${NOT_SENT}`);
}

const MAX_SHOWN_CHARACTERS = 100;

/** The content of an object is not shown: it may be secret. */
function describeValue(given: unknown): string {
  if (typeof given === 'string') return `"${excerpt(given, [], MAX_SHOWN_CHARACTERS)}"`;
  if (typeof given !== 'object' || given === null) return String(given);
  return describeKind(given);
}

function describeKind(given: unknown): string {
  if (given === null) return 'null';
  if (Array.isArray(given)) return given.length > 0 ? 'a list' : '[]';
  if (typeof given !== 'object') return `a ${typeof given}`;
  return Object.keys(given).length > 0 ? 'an object' : '{}';
}
