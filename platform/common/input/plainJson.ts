import { InvalidInputError } from '../errors/errors';
import { withoutPrototype } from '../text/names';
import { excerpt } from '../text/text';

/** No real input is deeper, and recursive code can handle this depth. */
export const MAX_NESTED_LEVELS = 200;

/** @param subject such as "The query" */
export function nestedTooDeeplyError(subject: string): InvalidInputError {
  return new InvalidInputError(
    `${subject} is nested too deeply`,
    `At most ${MAX_NESTED_LEVELS} levels can be sent. Nothing was sent.`,
  );
}

/**
 * Turns the value of an expression into plain JSON. Dates become text, and undefined fields are left out.
 * @param name name of the field or argument in messages
 * @returns the value with its objects copied, without a prototype
 * @throws InvalidInputError with the path of a value that cannot be sent
 */
export function toPlainJson(value: unknown, name: string): unknown {
  return toPlainValue(value, [name], []);
}

/** Expressions turn invalid dates into these texts. */
const INVALID_DATES = new Set(['Invalid Date', 'Invalid DateTime']);

/** Returns false for text of several lines, because it may be a program that contains these words. */
function isObjectAsText(text: string): boolean {
  return text.includes('[object Object]') && !text.trim().includes('\n');
}

/** @param ancestors objects and lists that contain the value */
function toPlainValue(
  value: unknown,
  path: readonly string[],
  ancestors: readonly unknown[],
): unknown {
  switch (typeof value) {
    case 'string':
      if (INVALID_DATES.has(value)) throw notSendableError(path, 'it is not a valid date');
      if (path.length > 1 || !isObjectAsText(value)) return value;
      throw notSendableError(
        path,
        'it contains [object Object]',
        'n8n writes that for an object in an expression. Use one of its fields, or JSON.stringify().',
      );
    case 'boolean':
    case 'undefined':
      return value;
    case 'number':
      if (!Number.isFinite(value)) throw notSendableError(path, 'it is not a number');
      if (!Number.isInteger(value) || Number.isSafeInteger(value)) return value;
      throw notSendableError(
        path,
        'it is a whole number beyond 2^53, which may have lost digits',
        'Send it as text, in quotes.',
      );
    case 'object':
      return value === null ? null : toPlainObject(value, path, ancestors);
    case 'bigint':
    case 'function':
    case 'symbol':
      throw notSendableError(path, `it is a ${typeof value}`);
  }
}

function toPlainObject(
  object: object,
  path: readonly string[],
  ancestors: readonly unknown[],
): unknown {
  if (ancestors.includes(object)) throw notSendableError(path, 'it contains itself');
  if (ancestors.length >= MAX_NESTED_LEVELS)
    throw nestedTooDeeplyError(`The value of "${dottedPath(path)}"`);
  const convertMember = (name: string, member: unknown) =>
    toPlainValue(member, [...path, name], [...ancestors, object]);
  try {
    if (Array.isArray(object)) {
      return Array.from(object, (member: unknown, index) =>
        convertMember(String(index), member ?? null),
      );
    }
    const date = readDateText(object);
    if (date === null) throw notSendableError(path, 'it is not a valid date');
    if (date !== undefined) return date;
    const { toJSON } = object as { toJSON?: unknown };
    if (typeof toJSON === 'function') return convertMember('toJSON', toJSON.call(object));
    const kind = Object.prototype.toString.call(object).slice('[object '.length, -1);
    if (kind !== 'Object') throw notSendableError(path, `it is a ${excerpt(kind, [], 50)}`);
    return withoutPrototype(
      Object.entries(object)
        .filter(([, member]) => member !== undefined)
        .map(([name, member]) => [name, convertMember(name, member)]),
    );
  } catch (error) {
    if (error instanceof InvalidInputError) throw error;
    throw notSendableError(path, 'it cannot be read');
  }
}

/** Returns null for an invalid date, and undefined if the object is not a date. */
function readDateText(object: object): string | null | undefined {
  if (object instanceof Date) return Number.isNaN(object.getTime()) ? null : object.toISOString();
  const { toISO } = object as { toISO?: unknown };
  // In n8n's expressions, dates are objects of the library Luxon.
  if (typeof toISO !== 'function') return undefined;
  const text: unknown = toISO.call(object);
  return typeof text === 'string' ? text : null;
}

function notSendableError(
  path: readonly string[],
  why: string,
  advice = 'Check the expression that returns it.',
): InvalidInputError {
  return new InvalidInputError(
    `"${dottedPath(path)}" cannot be sent: ${why}`,
    `${advice} Nothing was sent.`,
  );
}

function dottedPath(path: readonly string[]): string {
  return excerpt(path.filter((name) => name !== 'toJSON').join('.'), [], 200);
}
