import { UnexpectedResponseError } from '../../errors/errors';

/** Real schemas have some hundreds; this many still take no more than a second to read. */
export const MOST_TYPES = 20_000;
const MOST_LEVELS = 100;

/** What has to be text wherever it stands in an introspection's response, unless it is left out. */
const TEXTS = new Set([
  'defaultValue',
  'deprecationReason',
  'description',
  'kind',
  'name',
  'specifiedByURL',
]);

/** @throws UnexpectedResponseError for an introspection's response that is too large, too deep or has no text where it belongs */
export function requireReadable(introspection: unknown): void {
  const { types } = ((introspection as { __schema?: unknown } | null)?.__schema ?? {}) as {
    types?: unknown;
  };
  if (Array.isArray(types) && types.length > MOST_TYPES) {
    throw unreadable(
      `The platform’s schema is too large: it has ${types.length} types`,
      `The limit is ${MOST_TYPES}. "Execute Query" works without the schema.`,
    );
  }
  let level: unknown[] = [introspection];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MOST_LEVELS) throw ofAnotherForm('it is nested too deeply');
    level = level.flatMap(membersOf);
  }
}

function membersOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.filter(isObject);
  return Object.entries(value as object).flatMap(([name, member]) => {
    const isOdd = TEXTS.has(name) && typeof (member ?? '') !== 'string';
    if (isOdd) throw ofAnotherForm(`"${name}" is not a text`);
    return isObject(member) ? [member] : [];
  });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function ofAnotherForm(why: string): UnexpectedResponseError {
  return unreadable(
    'The platform returned its schema in an unknown format',
    `In its response, ${why}. Ask a platform administrator whether a gateway changes its responses.`,
  );
}

function unreadable(message: string, hint: string): UnexpectedResponseError {
  return new UnexpectedResponseError(message, { hint, reach: 'answered' });
}
