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
export interface VariableOwner {
  scope: VariableScope;
  /** Undefined for the scope GLOBAL. */
  entityId?: string;
}

interface VariableQuery {
  query: string;
  /** The noun of the owner whose ID is the query's argument; undefined for the platform. */
  noun?: string;
}

export const VARIABLE_QUERIES: Readonly<Record<VariableScope, VariableQuery>> = {
  GLOBAL: { query: 'globalEnvironmentVariables' },
  PROJECT: { query: 'projectEnvironmentVariables', noun: 'project' },
  PIPELINE: { query: 'pipelineEnvironmentVariables', noun: 'pipeline' },
  JOB: { query: 'jobEnvironmentVariables', noun: 'job' },
  APP: { query: 'appEnvironmentVariables', noun: 'app' },
};

/** @throws InvalidInputError if the ID of the owner is missing */
export function readVariableOwner(scope: VariableScope, entityId: unknown): VariableOwner {
  const { noun } = VARIABLE_QUERIES[scope];
  return noun ? { scope, entityId: readIdentifier(entityId, noun) } : { scope };
}

/** @throws UnsupportedError if the schema has no variables with this scope */
export function requireScopeInSchema(schema: GraphQLSchema, scope: VariableScope): void {
  if (schema.getQueryType()?.getFields()[VARIABLE_QUERIES[scope].query]) return;
  const isWide = scope === 'GLOBAL' || scope === 'PROJECT';
  const advice = isWide ? '' : ' Use a wider scope, such as PROJECT.';
  throw new UnsupportedError(`This platform has no environment variables with the scope ${scope}`, {
    hint: `Its schema has no query "${VARIABLE_QUERIES[scope].query}". The platform may have an older version.${advice}`,
  });
}

/** @throws UnsupportedError if the platform has no variables with this scope */
export async function requireVariableScope(
  endpoint: GraphqlEndpoint,
  scope: VariableScope,
  options?: CallOptions,
): Promise<void> {
  await withSchema(endpoint, (schema) => requireScopeInSchema(schema, scope), options);
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
  /** If the value is empty, an existing password keeps its value. */
  value: string;
  description?: string;
  /** If undefined, an existing variable keeps its current `isPassword`. A password always stays a password. */
  isPassword?: boolean;
}

export const VARIABLE_FIELDS = writtenFields(buildSelection(VARIABLE));
/** Requested when a password is saved, so that the response does not contain its value. */
export const PASSWORD_FIELDS = writtenFields(buildSelection(without(VARIABLE, 'value')));

/** Finds a variable of the owner itself. Ignores variables of wider scopes. */
export function findVariable(
  variables: readonly EnvironmentVariable[],
  owner: VariableOwner,
  name: string,
): EnvironmentVariable | undefined {
  return variables.find((variable) => variable.name === name && variable.scope === owner.scope);
}

/** Removes the value of a password, which some platforms may return. */
export function hidePassword(variable: EnvironmentVariable): EnvironmentVariable {
  return variable.isPassword === true ? { ...variable, value: null } : variable;
}

export function requireVariableName(value: unknown): string {
  const name = typeof value === 'string' ? value.trim() : '';
  if (name !== '') return name;
  throw new InvalidInputError('The environment variable has no name', 'Fill in "Name".');
}
