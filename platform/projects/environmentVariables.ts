import type { GraphQLSchema } from 'graphql';
import { InvalidInputError, OutcomeUnknownError, PlatformError } from '../errors';
import { callKnownOperation, type KnownCall } from '../graphql/call/callOperation';
import { hasPlace, inputObject } from '../graphql/call/inputObject';
import { idArgument, inputArgument } from '../graphql/call/knownArguments';
import type { CallOptions, GraphqlEndpoint } from '../graphql/endpoint';
import { requireFieldOf, type RootField } from '../graphql/schema/rootFields';
import { readIdentifier } from '../identifiers';
import { deleteById, type Deleted } from './deletion';
import { asList, isObject, type Entity } from './known';
import { ownValue } from '../names';

export type VariableScope = 'GLOBAL' | 'PROJECT' | 'PIPELINE' | 'JOB' | 'APP';

/** Where variables stand: on the whole platform, or at one project, pipeline, job or app. */
export interface VariablePlace {
  scope: VariableScope;
  /** Of what they stand at; nothing for the scope GLOBAL. */
  entityId?: string;
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
  /** Left empty, a password keeps the value that it has. */
  value: string;
  description?: string;
  /** Left out, a variable stays what it is. A password stays one in any case. */
  isPassword?: boolean;
}

interface Source {
  query: string;
  /** What the query's argument is the ID of. */
  what?: string;
  /** The field that holds the variables, where the query gives something else. */
  field?: string;
}

const SOURCES: Record<VariableScope, Source> = {
  GLOBAL: { query: 'globalEnvironmentVariables' },
  PROJECT: { query: 'projectEnvironmentVariables', what: 'project' },
  PIPELINE: { query: 'pipelineEnvironmentVariables', what: 'pipeline' },
  JOB: { query: 'job', what: 'job', field: 'environmentVariables' },
  APP: { query: 'app', what: 'app', field: 'environmentVariables' },
};

const FIELDS = 'id name scope value description isPassword';
const FIELDS_OF_A_PASSWORD = 'id name scope description isPassword';

/** @throws InvalidInputError for an unknown scope, or where it is not said whose variables are meant */
export function readVariablePlace(scope: unknown, entityId: unknown): VariablePlace {
  const known = Object.keys(SOURCES).find((name) => name === scope) as VariableScope | undefined;
  if (!known) {
    throw new InvalidInputError(
      `There is no scope "${String(scope)}"`,
      `Scopes are ${Object.keys(SOURCES).join(', ')}.`,
    );
  }
  const { what } = SOURCES[known];
  return what ? { scope: known, entityId: readIdentifier(entityId, what) } : { scope: known };
}

/** The variables that count at a place: its own and, where the platform lists them, those of wider scopes. */
export async function listEnvironmentVariables(
  endpoint: GraphqlEndpoint,
  { scope, entityId = '' }: VariablePlace,
  options?: CallOptions,
): Promise<EnvironmentVariable[]> {
  const { query, what, field } = SOURCES[scope];
  const call = (_schema: GraphQLSchema, root: RootField): KnownCall => {
    if (field) requireFieldOf(root, field);
    return {
      arguments: what ? idArgument(root, what, entityId) : {},
      selection: { mode: 'known', text: field ? `${field} { ${FIELDS} }` : FIELDS },
    };
  };
  const result = await callKnownOperation(endpoint, 'query', query, call, options);
  const variables = field && isObject(result) ? ownValue(result, field) : result;
  return asList<EnvironmentVariable>(variables).map(withoutSecret);
}

/**
 * Makes a variable or changes the one that has the name. When the answer to making it was lost, the platform is
 * looked at again: what is there by now is changed, and nothing is made twice.
 */
export async function setEnvironmentVariable(
  endpoint: GraphqlEndpoint,
  place: VariablePlace,
  given: VariableToSet,
  options?: CallOptions,
): Promise<EnvironmentVariable> {
  const wanted = { ...given, name: readName(given.name) };
  const before = await findOwn(endpoint, place, wanted.name, options);
  try {
    return await save(endpoint, place, wanted, before, options);
  } catch (error) {
    if (before || !(error instanceof OutcomeUnknownError)) throw error;
    const made = await findOwn(endpoint, place, wanted.name, options);
    if (!made) throw error;
    return await save(endpoint, place, wanted, made, options);
  }
}

/** Deletes the variable that has the name. @throws PlatformError where there is none */
export async function deleteEnvironmentVariable(
  endpoint: GraphqlEndpoint,
  place: VariablePlace,
  givenName: unknown,
  options?: CallOptions,
): Promise<Deleted & { name: string; scope: VariableScope }> {
  const name = readName(givenName);
  const { scope } = place;
  const found = await findOwn(endpoint, place, name, options);
  if (!found) {
    throw new PlatformError(`There is no environment variable "${name}" of the scope ${scope}`, {
      hint: 'Nothing was deleted. "Get Many" lists the variables; upper and lower case differ, and one of a wider scope is deleted there.',
      reach: 'answered',
    });
  }
  const mutation = 'deleteEnvironmentVariable';
  const { id } = await deleteById(endpoint, mutation, 'environment variable', found.id, options);
  return { deleted: true, id, name, scope };
}

async function findOwn(
  endpoint: GraphqlEndpoint,
  place: VariablePlace,
  name: string,
  options?: CallOptions,
): Promise<EnvironmentVariable | undefined> {
  const variables = await listEnvironmentVariables(endpoint, place, options);
  return variables.find((variable) => variable.name === name && variable.scope === place.scope);
}

async function save(
  endpoint: GraphqlEndpoint,
  { scope, entityId }: VariablePlace,
  { name, value, description, isPassword: asPassword }: VariableToSet,
  before: EnvironmentVariable | undefined,
  options?: CallOptions,
): Promise<EnvironmentVariable> {
  const isPassword = asPassword === true || before?.isPassword === true;
  const isKept = isPassword && value === '';
  if (isKept && !before) {
    throw new InvalidInputError(
      `The new password "${name}" has no value`,
      'Give one in "Value". Only a variable that is there already keeps its value.',
    );
  }
  const call = (_schema: GraphQLSchema, root: RootField): KnownCall => {
    const argument = inputArgument(root, 'environmentVariable');
    const takesEntity = root.field.args.some((taken) => taken.name === 'entityId');
    const values = {
      id: hasPlace(argument.type, 'id') ? before?.id : undefined,
      entityId: takesEntity ? undefined : entityId,
      scope,
      name,
      value: isKept ? undefined : value,
      description,
      isPassword: isPassword || asPassword,
    };
    const input = inputObject(argument.type, { values, defaults: { isPassword } });
    return {
      arguments: { [argument.name]: input, ...(takesEntity && entityId && { entityId }) },
      selection: { mode: 'known', text: isPassword ? FIELDS_OF_A_PASSWORD : FIELDS },
      idempotent: before !== undefined,
      ifLost: `Look among the environment variables for "${name}" before you try again`,
    };
  };
  const result = await callKnownOperation(endpoint, 'mutation', 'saveEnvironmentVariable', call, {
    ...options,
    secrets: isPassword ? [value] : [],
  });
  const saved = isObject(result) ? result : { id: before?.id, name, scope };
  return withoutSecret({
    ...saved,
    isPassword: saved.isPassword ?? isPassword,
  } as EnvironmentVariable);
}

/** Whatever a platform answers: the value of a password goes no further. */
function withoutSecret(variable: EnvironmentVariable): EnvironmentVariable {
  return variable.isPassword === true ? { ...variable, value: null } : variable;
}

function readName(given: unknown): string {
  const name = typeof given === 'string' ? given.trim() : '';
  if (name !== '') return name;
  throw new InvalidInputError('The environment variable has no name', 'Give one in "Name".');
}
