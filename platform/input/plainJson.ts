import { InvalidInputError } from '../errors/errors';
import { MAX_LEVELS, tooManyLevels } from './levels';
import { withoutPrototype } from '../text/names';
import { excerpt } from '../text/text';

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

/** @param around the objects and lists that hold the value */
function plainAt(value: unknown, path: readonly string[], around: readonly unknown[]): unknown {
  switch (typeof value) {
    case 'string':
      if (!NO_DATES.has(value)) return value;
      throw notSendable(path, 'it is not a valid date');
    case 'boolean':
    case 'undefined':
      return value;
    case 'number':
      if (Number.isFinite(value)) return value;
      throw notSendable(path, 'it is not a number');
    case 'bigint':
      throw notSendable(path, 'it is a BigInt', 'Use a number or text.');
    case 'function':
      throw notSendable(path, 'it is a function');
    case 'symbol':
      throw notSendable(path, 'it is a symbol');
    case 'object':
      return value === null ? null : plainObject(value, path, around);
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
    const said = saidOf(object);
    if (said) {
      if (typeof said.value === 'string' || !said.isDate) return below('toJSON', said.value);
      throw notSendable(path, 'it is not a valid date');
    }
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

/** What an object says of itself that it is sent as; undefined for one that says nothing. */
function saidOf(object: object): { isDate: boolean; value: unknown } | undefined {
  if (object instanceof Date) {
    const isValid = !Number.isNaN(object.getTime());
    return { isDate: true, value: isValid ? object.toISOString() : undefined };
  }
  const { toISO, toJSON } = object as { toISO?: unknown; toJSON?: unknown };
  // n8n's expressions give dates of the library Luxon.
  if (typeof toISO === 'function') return { isDate: true, value: toISO.call(object) };
  if (typeof toJSON !== 'function') return undefined;
  return { isDate: false, value: toJSON.call(object) };
}

function notSendable(
  path: readonly string[],
  why: string,
  hint = 'Check the expression that gives it.',
): InvalidInputError {
  return new InvalidInputError(
    `"${shown(path)}" cannot be sent: ${why}`,
    `${hint} Nothing was sent.`,
  );
}

function shown(path: readonly string[]): string {
  return excerpt(path.filter((name) => name !== 'toJSON').join('.'), [], 200);
}
