import { InvalidInputError, PlatformError } from '../../errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { withSchema } from '../../graphql/schema/bySchema';
import { readIdentifier } from '../../input/identifiers';

export type VariableScope = 'GLOBAL' | 'PROJECT' | 'PIPELINE' | 'JOB' | 'APP';

/** Where variables stand: on the whole platform, or at one project, pipeline, job or app. */
export interface VariablePlace {
  scope: VariableScope;
  /** Of what they stand at; nothing for the scope GLOBAL. */
  entityId?: string;
}

export interface Source {
  /** The query that lists the variables of a scope. */
  query: string;
  /** What the query's argument is the ID of. */
  what?: string;
}

const SOURCES: ReadonlyMap<unknown, Source> = new Map([
  ['GLOBAL', { query: 'globalEnvironmentVariables' }],
  ['PROJECT', { query: 'projectEnvironmentVariables', what: 'project' }],
  ['PIPELINE', { query: 'pipelineEnvironmentVariables', what: 'pipeline' }],
  ['JOB', { query: 'jobEnvironmentVariables', what: 'job' }],
  ['APP', { query: 'appEnvironmentVariables', what: 'app' }],
]);

/** @throws InvalidInputError for an unknown scope, or where it is not said whose variables are meant */
export function readVariablePlace(scope: unknown, entityId: unknown): VariablePlace {
  const source = SOURCES.get(scope);
  if (!source) {
    throw new InvalidInputError(
      `The scope "${String(scope)}" does not exist`,
      `Available scopes: ${[...SOURCES.keys()].join(', ')}.`,
    );
  }
  const known = scope as VariableScope;
  return source.what
    ? { scope: known, entityId: readIdentifier(entityId, source.what) }
    : { scope: known };
}

export function sourceOf(scope: VariableScope): Source {
  return SOURCES.get(scope) as Source;
}

/** @throws PlatformError where the platform knows no variables of the scope */
export async function requireVariableScope(
  endpoint: GraphqlEndpoint,
  scope: VariableScope,
  options?: CallOptions,
): Promise<Source> {
  const source = sourceOf(scope);
  const isKnown = await withSchema(
    endpoint,
    (schema) => schema.getQueryType()?.getFields()[source.query] !== undefined,
    options,
  );
  if (!isKnown) throw lacksScope(scope, source.query);
  return source;
}

function lacksScope(scope: VariableScope, query: string): PlatformError {
  return new PlatformError(`This platform has no environment variables of the scope ${scope}`, {
    hint: `Its schema has no query "${query}". It may have an older version. Set the variable in a wider scope, such as PROJECT.`,
    reach: 'never',
    code: 'NOT_SUPPORTED',
  });
}
