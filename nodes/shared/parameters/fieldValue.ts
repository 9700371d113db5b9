import type {
  INodeProperties,
  INodePropertyCollection,
  INodePropertyOptions,
  NodePropertyTypes,
} from 'n8n-workflow';
import { InvalidInputError } from '../../../platform/common/errors/errors';
import { ownValue } from '../../../platform/common/text/names';
import { readUserTime } from '../../../platform/common/input/userTime';
import { toPlainJson } from '../../../platform/common/input/plainJson';
import { excerpt } from '../../../platform/common/text/text';
import { isObject } from '../../../platform/common/text/values';

type ReadValue = (field: INodeProperties, input: unknown) => unknown;

/** Readers by the type of the field. Fields of other types accept any plain JSON. */
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
 * Parses the value of a field by the field's definition. Numbers and booleans may be text.
 * @throws InvalidInputError with the name of the field, if the field does not allow the value
 */
export function readValue(field: INodeProperties, input: unknown): unknown {
  const read = READERS.get(field.type);
  if (read) return read(field, input);
  // The arguments in a resource mapper are checked later, each under its own name.
  return field.type === 'resourceMapper' ? input : toPlainJson(input, field.displayName);
}

/** Converts numbers and booleans to text, and null and undefined to an empty text. Throws an error for an object or a list. */
export function readText(
  { displayName }: Pick<INodeProperties, 'displayName'>,
  input: unknown,
): string {
  if (input === null || input === undefined) return '';
  if (typeof input !== 'object') return String(input);
  throw fieldError(`"${displayName}" must be text, not ${describeKind(input)}`, input);
}

export function needsCheck({ type }: INodeProperties): boolean {
  return READERS.has(type);
}

const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;

function readNumber(field: INodeProperties, input: unknown): number {
  const {
    minValue = -Infinity,
    maxValue = Infinity,
    numberPrecision = 0,
  } = field.typeOptions ?? {};
  const text = typeof input === 'string' ? input.trim() : undefined;
  const value = text !== undefined && PLAIN_NUMBER.test(text) ? Number(text) : input;
  const isWhole = numberPrecision === 0;
  const fits =
    typeof value === 'number' &&
    (isWhole ? Number.isSafeInteger(value) : Number.isFinite(value)) &&
    value >= minValue &&
    value <= maxValue;
  if (fits) return value;
  const kind = isWhole ? 'a whole number' : 'a number';
  throw fieldError(
    `"${field.displayName}" must be ${kind}${describeRange(minValue, maxValue)}, not ${describeValue(input)}`,
    input,
  );
}

function describeRange(minValue: number, maxValue: number): string {
  if (Number.isFinite(minValue) && Number.isFinite(maxValue)) {
    return ` from ${minValue} to ${maxValue}`;
  }
  if (Number.isFinite(minValue)) return ` of at least ${minValue}`;
  return Number.isFinite(maxValue) ? ` of at most ${maxValue}` : '';
}

/** Values are compared in lower case, because spreadsheets write TRUE and FALSE. */
const BOOLEANS = new Map([
  ['true', true],
  ['false', false],
]);

function readBoolean({ displayName }: INodeProperties, input: unknown): boolean {
  const value = typeof input === 'string' ? BOOLEANS.get(input.trim().toLowerCase()) : input;
  if (typeof value === 'boolean') return value;
  throw fieldError(`"${displayName}" must be true or false, not ${describeValue(input)}`, input);
}

function readChoice(field: INodeProperties, input: unknown): unknown {
  const choices = listChoices(field);
  const isChoice = choices ? choices.includes(input) : isFilledText(input);
  if (isChoice) return input;
  throw fieldError(
    `"${field.displayName}" cannot be ${describeValue(input)}. Choose one of: ${formatChoices(choices)}`,
    input,
  );
}

export function splitNames(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}

/** Parses a list, or a text in which commas separate the choices. */
function readChoices(field: INodeProperties, input: unknown): unknown[] {
  const choices = listChoices(field);
  const list: unknown[] = Array.isArray(input)
    ? input
    : isFilledText(input)
      ? input.split(',').map((entry) => entry.trim())
      : [input];
  const wrong = list.filter((entry) => !(choices ? choices.includes(entry) : isFilledText(entry)));
  if (wrong.length > 0) {
    throw fieldError(
      `"${field.displayName}" cannot be ${describeValue(wrong[0])}. Choose any of: ${formatChoices(choices)}`,
      input,
    );
  }
  if (list.length > 0 || !field.required) return list;
  throw fieldError(
    `"${field.displayName}" is empty. Choose at least one of: ${formatChoices(choices)}`,
    input,
  );
}

/** Returns undefined if a method of the node lists the choices. */
function listChoices({ options, typeOptions }: INodeProperties): unknown[] | undefined {
  if (typeOptions?.loadOptionsMethod !== undefined) return undefined;
  return (options as INodePropertyOptions[]).map(({ value }) => value);
}

function formatChoices(choices: unknown[] | undefined): string {
  if (!choices) return 'the entries of the list';
  const values = choices.map((value) => (value === '' ? '""' : String(value)));
  return values.sort().join(', ');
}

/** An expression may return a `Date` or a Luxon `DateTime`. */
function readDate({ displayName }: INodeProperties, input: unknown): unknown {
  const value = toPlainJson(input, displayName);
  readUserTime(value, displayName);
  return value;
}

function readEntries(field: INodeProperties, input: unknown): Record<string, unknown> {
  const groups = (field.options ?? []) as INodePropertyCollection[];
  const names = groups.map(({ name }) => name);
  const added = readRecord(field, names, input);
  const lists = groups.flatMap(({ name, values }): Array<[string, unknown]> => {
    const entries = ownValue(added, name);
    if (entries === undefined) return [];
    if (Array.isArray(entries))
      return [[name, entries.map((entry) => readEntry(field, values, entry))]];
    throw fieldError(
      `"${field.displayName}" must have a list in "${name}", not ${describeKind(entries)}`,
      entries,
    );
  });
  return Object.fromEntries(lists);
}

function readEntry(collection: INodeProperties, fields: INodeProperties[], input: unknown) {
  const names = fields.map(({ name }) => name);
  const entry = readRecord(collection, names, input);
  const values = fields.map((field): [string, unknown] => [
    field.name,
    Object.hasOwn(entry, field.name)
      ? readValue(field, ownValue(entry, field.name))
      : field.default,
  ]);
  return Object.fromEntries(values);
}

/** @throws InvalidInputError if the value is not an object, or has a key that is not in `names` */
function readRecord(
  { displayName }: INodeProperties,
  names: readonly string[],
  input: unknown,
): Record<string, unknown> {
  if (!isObject(input)) {
    throw fieldError(
      `"${displayName}" must be an object with ${names.join(', ')}, not ${describeKind(input)}`,
      input,
    );
  }
  const unknownName = Object.keys(input).find((name) => !names.includes(name));
  if (unknownName === undefined) return input;
  throw fieldError(
    `"${displayName}" has no field ${describeValue(unknownName)}. Its fields: ${names.join(', ')}`,
    input,
  );
}

function isFilledText(input: unknown): input is string {
  return typeof input === 'string' && input.trim() !== '';
}

export function fieldError(message: string, input: unknown): InvalidInputError {
  const advice =
    input === undefined || input === null || input === ''
      ? 'Check the expression of the field. It returned nothing, so it may read a field that does not exist.'
      : 'Fix the field or its expression.';
  return new InvalidInputError(message, `${advice} ${NOT_SENT}`);
}

const MAX_SHOWN_CHARACTERS = 100;

/** Does not show the content of an object, because it may be secret. */
function describeValue(input: unknown): string {
  if (typeof input === 'string') return `"${excerpt(input, [], MAX_SHOWN_CHARACTERS)}"`;
  if (typeof input !== 'object' || input === null) return String(input);
  return describeKind(input);
}

function describeKind(input: unknown): string {
  if (input === null) return 'null';
  if (Array.isArray(input)) return input.length > 0 ? 'a list' : '[]';
  if (typeof input !== 'object') return `a ${typeof input}`;
  return Object.keys(input).length > 0 ? 'an object' : '{}';
}
