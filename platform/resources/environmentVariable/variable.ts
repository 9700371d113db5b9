import { buildSelection } from '../entityFields';
import { VARIABLE } from './fields';
import type { GraphQLSchema } from 'graphql';
import { InvalidInputError, UnsupportedError } from '../../common/errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { withSchema } from '../../graphql/schema/bySchema';
import { readIdentifier } from '../../common/input/identifiers';
import { writtenFields } from '../../graphql/selection/supported';
import type { Entity } from '../entities';
import { without } from '../../common/text/names';

export type VariableScope = 'GLOBAL' | 'PROJECT' | 'PIPELINE' | 'JOB' | 'APP';

/** The owner of variables: the whole platform, or one project, pipeline, job or app. */
export interface VariablePlace {
  scope: VariableScope;
  /** Undefined for the scope GLOBAL. */
  entityId?: string;
}

interface Source {
  query: string;
  /** The noun of the entity whose ID is the query's argument. */
  what?: string;
}

const SOURCES: Readonly<Record<VariableScope, Source>> = {
  GLOBAL: { query: 'globalEnvironmentVariables' },
  PROJECT: { query: 'projectEnvironmentVariables', what: 'project' },
  PIPELINE: { query: 'pipelineEnvironmentVariables', what: 'pipeline' },
  JOB: { query: 'jobEnvironmentVariables', what: 'job' },
  APP: { query: 'appEnvironmentVariables', what: 'app' },
};

/** @throws InvalidInputError if the owner of the variables is missing */
export function readVariablePlace(scope: VariableScope, entityId: unknown): VariablePlace {
  const { what } = SOURCES[scope];
  return what ? { scope, entityId: readIdentifier(entityId, what) } : { scope };
}

export function findSource(scope: VariableScope): Source {
  return SOURCES[scope];
}

/** @throws UnsupportedError if the schema has no variables of the scope */
export function requireScope(schema: GraphQLSchema, scope: VariableScope): void {
  if (schema.getQueryType()?.getFields()[SOURCES[scope].query]) return;
  throw new UnsupportedError(`This platform has no environment variables of the scope ${scope}`, {
    hint: `Its schema has no query "${SOURCES[scope].query}". It may have an older version. Set the variable in a wider scope, such as PROJECT.`,
  });
}

/** @throws UnsupportedError if the platform has no variables of the scope */
export async function requireVariableScope(
  endpoint: GraphqlEndpoint,
  scope: VariableScope,
  options?: CallOptions,
): Promise<void> {
  await withSchema(endpoint, (schema) => requireScope(schema, scope), options);
}

export interface EnvironmentVariable extends Entity {
  scope?: string;
  /** Null for a password. */
  value?: string | null;
  description?: string | null;
  isPassword?: boolean;
}

export interface VariableToSet {
  name: string;
  /** If it is empty, an existing password keeps its value. */
  value: string;
  description?: string;
  /** If undefined, an existing variable keeps its kind. A password always stays one. */
  isPassword?: boolean;
}

export const FIELDS = writtenFields(buildSelection(VARIABLE));
/** The value of a password is never requested. */
export const FIELDS_OF_A_PASSWORD = writtenFields(buildSelection(without(VARIABLE, 'value')));

export function findOwn(
  variables: readonly EnvironmentVariable[],
  place: VariablePlace,
  name: string,
): EnvironmentVariable | undefined {
  return variables.find((variable) => variable.name === name && variable.scope === place.scope);
}

/** Some platforms may return the value of a password. */
export function withoutSecret(variable: EnvironmentVariable): EnvironmentVariable {
  return variable.isPassword === true ? { ...variable, value: null } : variable;
}

/** @throws InvalidInputError if it is empty */
export function readName(given: unknown): string {
  const name = typeof given === 'string' ? given.trim() : '';
  if (name !== '') return name;
  throw new InvalidInputError('The environment variable has no name', 'Fill in "Name".');
}
