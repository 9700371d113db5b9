import { setTimeout as sleep } from 'node:timers/promises';
import { validate } from 'graphql';
import { CancelledError, InvalidInputError, PlatformError } from '../errors';
import type { CallOptions, GraphqlEndpoint } from './endpoint';
import type { LiveSchema } from './schema/introspection';
import { forgetSchema, schemaAgeMs, schemaOf } from './schema/schemaStore';
import { parseQuery } from './userQuery';

/** A schema older than this may lack what a query asks for; it is read anew before a query is refused. */
const FRESH_FOR_MS = 10_000;
const LONGEST_WAIT_MS = 5_000;

const checked = new WeakMap<object, Set<string>>();

/**
 * Holds a user's query against the live schema where that can be had; otherwise the platform judges it itself.
 * @throws InvalidInputError with the schema's suggestions, before anything is sent
 */
export async function validateUserQuery(
  endpoint: GraphqlEndpoint,
  query: string,
  options: CallOptions = {},
): Promise<void> {
  let problems = await problemsOf(endpoint, query, options);
  if (problems.length > 0 && schemaAgeMs(endpoint) > FRESH_FOR_MS) {
    forgetSchema(endpoint);
    problems = await problemsOf(endpoint, query, options);
  }
  const [first] = problems;
  if (!first) return;
  throw new InvalidInputError(
    `The query does not fit the schema of the platform${placeOf(first)}`,
    `${problems.map((problem) => problem.message + placeOf(problem)).join('\n')}\nNothing was sent.`,
  );
}

async function problemsOf(endpoint: GraphqlEndpoint, query: string, options: CallOptions) {
  const live = await schemaWithoutDelay(endpoint, options);
  if (!live) return [];
  const valid = checked.get(live.schema) ?? new Set<string>();
  checked.set(live.schema, valid);
  if (valid.has(query)) return [];
  const problems = validate(live.schema, parseQuery(query));
  if (problems.length === 0 && valid.size < 100) valid.add(query);
  return problems;
}

/** The schema, or nothing where it is refused or takes long: the check is a courtesy, the query is the work. */
async function schemaWithoutDelay(
  endpoint: GraphqlEndpoint,
  options: CallOptions,
): Promise<LiveSchema | undefined> {
  const waiting = new AbortController();
  try {
    return await Promise.race([
      schemaOf(endpoint, options),
      sleep(LONGEST_WAIT_MS, undefined, { signal: waiting.signal }),
    ]);
  } catch (error) {
    // Without a login or a connection the query would fail in the same way, only later.
    const isHopeless = error instanceof PlatformError && error.reach === 'never';
    if (isHopeless || error instanceof CancelledError) throw error;
    return undefined;
  } finally {
    waiting.abort();
  }
}

function placeOf({ locations }: { locations?: readonly { line: number; column: number }[] }) {
  const [location] = locations ?? [];
  return location ? ` at line ${location.line}, column ${location.column}` : '';
}
