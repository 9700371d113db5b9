import type { GraphQLSchema } from 'graphql';
import { InvalidInputError, OutcomeUnknownError, PlatformError } from '../errors';
import { prepareKnownOperation, type KnownCall } from '../graphql/call/callOperation';
import { hasPlace, inputObject } from '../graphql/call/inputObject';
import { idArgument, inputArgument } from '../graphql/call/knownArguments';
import type { CallOptions, GraphqlEndpoint } from '../graphql/endpoint';
import { requireRootField, type RootField } from '../graphql/schema/rootFields';
import { schemaOf } from '../graphql/schema/schemaStore';
import { repeatableChange } from '../http/repeatableChange';
import { readIdentifier } from '../identifiers';
import { prepareDeletion, type Deleted } from './deletion';
import { isObject, objectsIn, type Entity, type PreparedChange } from './known';

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

const FIELDS = 'name id scope value description isPassword';
const FIELDS_OF_A_PASSWORD = 'name id scope description isPassword';

/** @throws InvalidInputError for an unknown scope, or where it is not said whose variables are meant */
export function readVariablePlace(scope: unknown, entityId: unknown): VariablePlace {
  const source = SOURCES.get(scope);
  if (!source) {
    throw new InvalidInputError(
      `There is no scope "${String(scope)}"`,
      `Scopes are ${[...SOURCES.keys()].join(', ')}.`,
    );
  }
  const known = scope as VariableScope;
  return source.what
    ? { scope: known, entityId: readIdentifier(entityId, source.what) }
    : { scope: known };
}

/** The variables that count at a place: its own and, where the platform lists them, those of wider scopes. */
export async function listEnvironmentVariables(
  endpoint: GraphqlEndpoint,
  place: VariablePlace,
  options?: CallOptions,
): Promise<EnvironmentVariable[]> {
  const list = await prepareList(endpoint, place, options);
  return await list();
}

/**
 * Prepares to make a variable or to change the one that has the name. When the answer to making it was lost, the
 * platform is looked at again: what is there by now is changed, and nothing is made twice.
 */
export async function prepareSetEnvironmentVariable(
  endpoint: GraphqlEndpoint,
  place: VariablePlace,
  given: VariableToSet,
  options?: CallOptions,
): Promise<PreparedChange<EnvironmentVariable>> {
  const wanted = { ...given, name: readName(given.name) };
  const list = await prepareList(endpoint, place, options);
  const find = async () => own(await list(), place, wanted.name);
  // The same for one that is there; it carries its ID besides.
  const make = await prepareSave(endpoint, place, wanted, undefined, options);
  return async (mayHaveBeenMade) => {
    const before = await find();
    if (before) return await saveAgain(endpoint, place, wanted, before, mayHaveBeenMade, options);
    requireValue(wanted);
    try {
      return await make();
    } catch (error) {
      if (!(error instanceof OutcomeUnknownError)) throw error;
      const made = await find().catch(() => undefined);
      if (!made) throw error;
      return await saveAgain(endpoint, place, wanted, made, true, options);
    }
  };
}

/** Changes a variable that is there; repeated where the answer was lost. */
async function saveAgain(
  endpoint: GraphqlEndpoint,
  place: VariablePlace,
  wanted: VariableToSet,
  before: EnvironmentVariable,
  mayHaveBeenMade: boolean | undefined,
  options?: CallOptions,
): Promise<EnvironmentVariable> {
  const save = await prepareSave(endpoint, place, wanted, before, options);
  return (await repeatableChange(save, () => false, mayHaveBeenMade)) ?? before;
}

export interface DeletedVariable extends Pick<Deleted, 'deleted'> {
  /** Not known where an earlier attempt, whose answer was lost, has deleted it. */
  id?: string;
  name: string;
  scope: VariableScope;
}

/** Prepares to delete the variable that has the name. Making the change throws a PlatformError where there is none. */
export async function prepareDeleteEnvironmentVariable(
  endpoint: GraphqlEndpoint,
  place: VariablePlace,
  givenName: unknown,
  options?: CallOptions,
): Promise<PreparedChange<DeletedVariable>> {
  const name = readName(givenName);
  const { scope } = place;
  const list = await prepareList(endpoint, place, options);
  const { schema } = await schemaOf(endpoint, options);
  requireRootField(schema, 'mutation', DELETION);
  return async (mayHaveBeenMade) => {
    const found = own(await list(), place, name);
    if (!found && mayHaveBeenMade) return { deleted: true, name, scope };
    if (!found) throw noSuchVariable(name, scope);
    const thing = 'environment variable';
    const deletion = await prepareDeletion(endpoint, DELETION, thing, found.id, options);
    const { id } = await deletion(mayHaveBeenMade);
    return { deleted: true, id, name, scope };
  };
}

const DELETION = 'deleteEnvironmentVariable';

/** @throws PlatformError where the platform knows no variables of the scope */
export async function requireVariableScope(
  endpoint: GraphqlEndpoint,
  scope: VariableScope,
  options?: CallOptions,
): Promise<Source> {
  const source = SOURCES.get(scope) as Source;
  const { schema } = await schemaOf(endpoint, options);
  if (!schema.getQueryType()?.getFields()[source.query]) throw lacksScope(scope, source.query);
  return source;
}

async function prepareList(
  endpoint: GraphqlEndpoint,
  { scope, entityId = '' }: VariablePlace,
  options?: CallOptions,
): Promise<() => Promise<EnvironmentVariable[]>> {
  const { query, what } = await requireVariableScope(endpoint, scope, options);
  const call = (_schema: GraphQLSchema, root: RootField): KnownCall => ({
    arguments: what ? idArgument(root, what, entityId) : {},
    selection: { mode: 'known', text: FIELDS },
  });
  const send = await prepareKnownOperation(endpoint, 'query', query, call, options);
  return async () => objectsIn<EnvironmentVariable>(await send()).map(withoutSecret);
}

function own(
  variables: readonly EnvironmentVariable[],
  place: VariablePlace,
  name: string,
): EnvironmentVariable | undefined {
  return variables.find((variable) => variable.name === name && variable.scope === place.scope);
}

async function prepareSave(
  endpoint: GraphqlEndpoint,
  { scope, entityId }: VariablePlace,
  { name, value, description, isPassword: asPassword }: VariableToSet,
  before: EnvironmentVariable | undefined,
  options?: CallOptions,
): Promise<PreparedChange<EnvironmentVariable>> {
  const isPassword = asPassword === true || before?.isPassword === true;
  const isKept = isPassword && value === '';
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
  const send = await prepareKnownOperation(endpoint, 'mutation', 'saveEnvironmentVariable', call, {
    ...options,
    secrets: [...(options?.secrets ?? []), ...(isPassword ? [value] : [])],
  });
  return async () => {
    const result = await send();
    const saved = isObject(result) ? result : { id: before?.id, name, scope };
    return withoutSecret({
      ...saved,
      isPassword: saved.isPassword ?? isPassword,
    } as EnvironmentVariable);
  };
}

export function requireValue({ name, value, isPassword }: VariableToSet): void {
  if (isPassword !== true || value !== '') return;
  throw new InvalidInputError(
    `The new password "${name}" has no value`,
    'Give one in "Value". Only a variable that is there already keeps its value.',
  );
}

function noSuchVariable(name: string, scope: VariableScope): PlatformError {
  return new PlatformError(`There is no environment variable "${name}" of the scope ${scope}`, {
    hint: 'Nothing was deleted. "Get Many" lists the variables; upper and lower case differ, and one of a wider scope is deleted there.',
    reach: 'answered',
  });
}

function lacksScope(scope: VariableScope, query: string): PlatformError {
  return new PlatformError(`This platform has no environment variables of the scope ${scope}`, {
    hint: `Its schema has no query "${query}"; it may be of an older version. Set the variable in a wider scope, as PROJECT.`,
    reach: 'never',
  });
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
