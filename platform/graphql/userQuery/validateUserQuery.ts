import { setTimeout as sleep } from 'node:timers/promises';
import { validate, type GraphQLError, type GraphQLSchema } from 'graphql';
import {
  CancelledError,
  GraphqlResponseError,
  InvalidInputError,
  PlatformError,
} from '../../errors/errors';
import type { GraphqlData } from '../send/request';
import type { CallOptions, GraphqlEndpoint } from '../send/endpoint';
import { locationText } from '../document/parseText';
import { problemLines } from '../document/problems';
import type { LiveSchema } from '../schema/introspection';
import { forgetSchema, forgetUnlessFresh, schemaSourceIfReturned } from '../schema/schemaStore';
import { parseQuery, type UserQuery } from './userQuery';

const LONGEST_WAIT_MS = 5_000;

const checkedBy = new WeakMap<object, Set<string>>();

/**
 * Holds a user's query against the live schema where that can be had; otherwise the platform judges it itself.
 * @throws InvalidInputError with the schema's suggestions, before anything is sent
 */
export async function validateUserQuery(
  endpoint: GraphqlEndpoint,
  query: string,
  options: CallOptions = {},
): Promise<void> {
  let checked = await checkWithoutDelay(endpoint, query, options);
  if (checked && checked.problems.length > 0 && forgetUnlessFresh(endpoint, checked.source)) {
    checked = await checkWithoutDelay(endpoint, query, options);
  }
  const { problems = [] } = checked ?? {};
  const [first] = problems;
  if (!first) return;
  throw new InvalidInputError(
    `The query does not match the platform’s schema${locationText(first)}`,
    `${problemLines(problems.map((problem) => problem.message + locationText(problem)))}\nNothing was sent.`,
  );
}

/** Sends a user's query or mutation. A mutation is never sent again. @throws what the endpoint throws */
export async function sendUserQuery(
  endpoint: GraphqlEndpoint,
  { kind, request }: UserQuery,
  options: CallOptions = {},
): Promise<GraphqlData> {
  try {
    return await endpoint[kind === 'query' ? 'query' : 'mutate'](request, options);
  } catch (error) {
    // It fitted our copy of the schema, if there was one: the platform may have changed meanwhile.
    if (error instanceof GraphqlResponseError && error.refusedBeforeExecution)
      forgetSchema(endpoint);
    throw error;
  }
}

function problemsOf(schema: GraphQLSchema, query: string) {
  const valid = checkedBy.get(schema) ?? new Set<string>();
  checkedBy.set(schema, valid);
  if (valid.has(query)) return [];
  const problems = validate(schema, parseQuery(query));
  if (problems.length === 0 && valid.size < 100) valid.add(query);
  return problems;
}

interface Checked {
  problems: readonly GraphQLError[];
  source: LiveSchema;
}

/** What is wrong, or nothing where the schema is refused or takes long: the check is a courtesy, the query is the work. */
async function checkWithoutDelay(
  endpoint: GraphqlEndpoint,
  query: string,
  options: CallOptions,
): Promise<Checked | undefined> {
  const waiting = new AbortController();
  const check = async () => {
    const source = await schemaSourceIfReturned(endpoint, options.signal);
    return { problems: problemsOf(source.schema, query), source };
  };
  try {
    return await Promise.race([
      check(),
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
