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

type ReadValue = (field: INodeProperties, given: unknown) => unknown;

/** Values of fields of other types are not checked. */
const READERS: ReadonlyMap<NodePropertyTypes, ReadValue> = new Map<NodePropertyTypes, ReadValue>([
  ['number', numberIn],
  ['boolean', booleanIn],
  ['options', choiceIn],
  ['multiOptions', choicesIn],
  ['fixedCollection', entriesIn],
  ['dateTime', dateIn],
]);

const NOT_SENT = 'Nothing was sent for this item.';

/**
 * Parses the value of a field by its definition; numbers and booleans may be text.
 * @throws InvalidInputError naming the field, for anything that it does not allow
 */
export function valueIn(field: INodeProperties, given: unknown): unknown {
  const read = READERS.get(field.type);
  if (read) return read(field, given);
  // The arguments in a resource mapper are checked by names of their own.
  return field.type === 'resourceMapper' ? given : toPlainJson(given, field.displayName);
}

/** Returns text as it is, a number or a boolean as text, and an empty text for null and undefined. */
export function textIn(
  { displayName }: Pick<INodeProperties, 'displayName'>,
  given: unknown,
): string {
  if (given === null || given === undefined) return '';
  if (typeof given !== 'object') return String(given);
  throw refusal(`"${displayName}" must be text, not ${describeKind(given)}`, given);
}

export function isChecked({ type }: INodeProperties): boolean {
  return READERS.has(type);
}

const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;

function numberIn(field: INodeProperties, given: unknown): number {
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
  throw refusal(
    `"${field.displayName}" must be ${kind}${rangeText(minValue, maxValue)}, not ${describeValue(given)}`,
    given,
  );
}

function rangeText(minValue: number, maxValue: number): string {
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

function booleanIn({ displayName }: INodeProperties, given: unknown): boolean {
  const value = typeof given === 'string' ? BOOLEANS.get(given.trim().toLowerCase()) : given;
  if (typeof value === 'boolean') return value;
  throw refusal(`"${displayName}" must be true or false, not ${describeValue(given)}`, given);
}

function choiceIn(field: INodeProperties, given: unknown): unknown {
  const choices = listChoices(field);
  const isChoice = choices ? choices.includes(given) : isText(given);
  if (isChoice) return given;
  throw refusal(
    `"${field.displayName}" cannot be ${describeValue(given)}. Choose one of: ${listed(choices)}`,
    given,
  );
}

export function namesIn(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}

/** Parses a list, or a text with commas between the choices. */
function choicesIn(field: INodeProperties, given: unknown): unknown[] {
  const choices = listChoices(field);
  const list: unknown[] = Array.isArray(given)
    ? given
    : isText(given)
      ? given.split(',').map((entry) => entry.trim())
      : [given];
  const wrong = list.filter((entry) => !(choices ? choices.includes(entry) : isText(entry)));
  if (wrong.length > 0) {
    throw refusal(
      `"${field.displayName}" cannot be ${describeValue(wrong[0])}. Choose any of: ${listed(choices)}`,
      given,
    );
  }
  if (list.length > 0 || !field.required) return list;
  throw refusal(
    `"${field.displayName}" is empty. Choose at least one of: ${listed(choices)}`,
    given,
  );
}

/** Returns undefined if a method of the node lists the choices. */
function listChoices({ options, typeOptions }: INodeProperties): unknown[] | undefined {
  if (typeOptions?.loadOptionsMethod !== undefined) return undefined;
  return (options as INodePropertyOptions[]).map(({ value }) => value);
}

function listed(choices: unknown[] | undefined): string {
  if (!choices) return 'those in the list';
  const values = choices.map((value) => (value === '' ? '""' : String(value)));
  return values.sort().join(', ');
}

/** Expressions may return a `Date` or a date of Luxon. */
function dateIn({ displayName }: INodeProperties, given: unknown): unknown {
  const value = toPlainJson(given, displayName);
  readUserTime(value, displayName);
  return value;
}

function entriesIn(field: INodeProperties, given: unknown): Record<string, unknown> {
  const groups = (field.options ?? []) as INodePropertyCollection[];
  const names = groups.map(({ name }) => name);
  const added = recordIn(field, names, given);
  const lists = groups.flatMap(({ name, values }): Array<[string, unknown]> => {
    const entries = ownValue(added, name);
    if (entries === undefined) return [];
    if (Array.isArray(entries)) return [[name, entries.map((one) => entryIn(field, values, one))]];
    throw refusal(`"${field.displayName}" must be an array, not ${describeKind(entries)}`, entries);
  });
  return Object.fromEntries(lists);
}

function entryIn(of: INodeProperties, fields: INodeProperties[], given: unknown) {
  const names = fields.map(({ name }) => name);
  const entry = recordIn(of, names, given);
  const values = fields.map((field): [string, unknown] => [
    field.name,
    Object.hasOwn(entry, field.name) ? valueIn(field, ownValue(entry, field.name)) : field.default,
  ]);
  return Object.fromEntries(values);
}

/** @throws InvalidInputError if the value is no object, or has other names */
function recordIn(
  { displayName }: INodeProperties,
  known: readonly string[],
  given: unknown,
): Record<string, unknown> {
  if (!isObject(given)) {
    throw refusal(
      `"${displayName}" must be an object with ${known.join(', ')}, not ${describeKind(given)}`,
      given,
    );
  }
  const unknownName = Object.keys(given).find((name) => !known.includes(name));
  if (unknownName === undefined) return given;
  throw refusal(
    `"${displayName}" has no field ${describeValue(unknownName)}. Its fields: ${known.join(', ')}`,
    given,
  );
}

function isText(given: unknown): given is string {
  return typeof given === 'string' && given.trim() !== '';
}

export function refusal(message: string, given: unknown): InvalidInputError {
  const why =
    given === undefined || given === null || given === ''
      ? 'Its expression returned nothing. Check the name of the field that it reads.'
      : 'Fix the field or its expression.';
  return new InvalidInputError(message, `${why} ${NOT_SENT}`);
}

const SHOWN_CHARACTERS = 100;

/** The content of an object is not shown: it may be secret. */
function describeValue(given: unknown): string {
  if (typeof given === 'string') return `"${excerpt(given, [], SHOWN_CHARACTERS)}"`;
  if (typeof given !== 'object' || given === null) return String(given);
  return describeKind(given);
}

function describeKind(given: unknown): string {
  if (given === null) return 'null';
  if (Array.isArray(given)) return given.length > 0 ? 'a list' : '[]';
  if (typeof given !== 'object') return `a ${typeof given}`;
  return Object.keys(given).length > 0 ? 'an object' : '{}';
}
