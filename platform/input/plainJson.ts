import { InvalidInputError } from '../errors/errors';
import { withoutPrototype } from '../text/names';
import { excerpt } from '../text/text';

/** Deeper than anything that people nest, and flat enough for code that calls itself for each level. */
export const MAX_LEVELS = 200;

export function tooManyLevels(what: string): InvalidInputError {
  return new InvalidInputError(
    `${what} is nested too deeply`,
    `At most ${MAX_LEVELS} levels can be sent. Nothing was sent.`,
  );
}

/**
 * A value of an expression as JSON holds it: dates become text, and what is not there is left out. Whatever JSON has no
 * word for is found here, before anything is sent, and not by whoever calls a method of the value later on.
 * @param place the name of the field or argument that holds it
 * @returns objects without a prototype
 * @throws InvalidInputError naming the place within the value
 */
export function plainJson(value: unknown, place: string): unknown {
  return plainAt(value, [place], []);
}

/** What dates that are none become where an expression makes text of them. */
const NO_DATES = new Set(['Invalid Date', 'Invalid DateTime']);

/** A text of several lines may be a program that contains it. */
function isObjectAsText(text: string): boolean {
  return text.includes('[object Object]') && !text.trim().includes('\n');
}

/** @param around the objects and lists that hold the value */
function plainAt(value: unknown, path: readonly string[], around: readonly unknown[]): unknown {
  switch (typeof value) {
    case 'string':
      if (NO_DATES.has(value)) throw notSendable(path, 'it is not a valid date');
      if (path.length > 1 || !isObjectAsText(value)) return value;
      throw notSendable(
        path,
        'it contains [object Object]',
        'n8n writes that for an object in an expression. Use one of its fields, or JSON.stringify().',
      );
    case 'boolean':
    case 'undefined':
      return value;
    case 'number':
      if (!Number.isFinite(value)) throw notSendable(path, 'it is not a number');
      if (!Number.isInteger(value) || Number.isSafeInteger(value)) return value;
      throw notSendable(
        path,
        'it is a whole number beyond 2^53, which may have lost digits',
        'Give it as text, in quotes.',
      );
    case 'object':
      return value === null ? null : plainObject(value, path, around);
    case 'bigint':
    case 'function':
    case 'symbol':
      throw notSendable(path, `it is a ${typeof value}`);
  }
}

function plainObject(object: object, path: readonly string[], around: readonly unknown[]): unknown {
  if (around.includes(object)) throw notSendable(path, 'it contains itself');
  if (around.length >= MAX_LEVELS) throw tooManyLevels(`The value of "${shown(path)}"`);
  const below = (name: string, member: unknown) =>
    plainAt(member, [...path, name], [...around, object]);
  try {
    if (Array.isArray(object)) {
      return Array.from(object, (member: unknown, index) => below(String(index), member ?? null));
    }
    const date = dateTextOf(object);
    if (date === null) throw notSendable(path, 'it is not a valid date');
    if (date !== undefined) return date;
    const { toJSON } = object as { toJSON?: unknown };
    if (typeof toJSON === 'function') return below('toJSON', toJSON.call(object));
    const kind = Object.prototype.toString.call(object).slice('[object '.length, -1);
    if (kind !== 'Object') throw notSendable(path, `it is a ${excerpt(kind, [], 50)}`);
    return withoutPrototype(
      Object.entries(object)
        .filter(([, member]) => member !== undefined)
        .map(([name, member]) => [name, below(name, member)]),
    );
  } catch (error) {
    if (error instanceof InvalidInputError) throw error;
    throw notSendable(path, 'it cannot be read');
  }
}

/** What a date is sent as; null if it is not valid, undefined for what is no date. */
function dateTextOf(object: object): string | null | undefined {
  if (object instanceof Date) return Number.isNaN(object.getTime()) ? null : object.toISOString();
  const { toISO } = object as { toISO?: unknown };
  // n8n's expressions give dates of the library Luxon.
  if (typeof toISO !== 'function') return undefined;
  const text: unknown = toISO.call(object);
  return typeof text === 'string' ? text : null;
}

function notSendable(
  path: readonly string[],
  why: string,
  advice = 'Check the expression that gives it.',
): InvalidInputError {
  return new InvalidInputError(
    `"${shown(path)}" cannot be sent: ${why}`,
    `${advice} Nothing was sent.`,
  );
}

function shown(path: readonly string[]): string {
  return excerpt(path.filter((name) => name !== 'toJSON').join('.'), [], 200);
}
