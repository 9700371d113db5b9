import type { GraphQLSchema } from 'graphql';
import { UnsupportedError, PlatformError } from '../../errors/errors';
import {
  prepareRootField,
  type RootFieldCall,
  readOneEntity,
} from '../../graphql/call/callRootField';
import { idArgument } from '../../graphql/call/commonArguments';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { type RootField, requireRootField } from '../../graphql/schema/rootFields';
import { objectsIn, type PreparedChange } from '../entities';
import {
  requireVariableScope,
  sourceOf,
  type VariablePlace,
  FIELDS,
  withoutSecret,
  type EnvironmentVariable,
  type VariableScope,
  findOwn,
  readName,
} from './variable';
import { withSchema } from '../../graphql/schema/bySchema';
import { prepareDeletion, type Deleted } from '../changes';

/** The variables that count at a place: its own and, if the platform lists them, those of wider scopes. */
export async function listEnvironmentVariables(
  endpoint: GraphqlEndpoint,
  place: VariablePlace,
  options?: CallOptions,
): Promise<EnvironmentVariable[]> {
  const list = await prepareList(endpoint, place, options);
  return await list();
}

/** The same; what is asked for at the same moment, as of many jobs, shares requests. None if the platform has no such scope. */
export async function listVariablesTogether(
  endpoint: GraphqlEndpoint,
  { scope, entityId = '' }: VariablePlace,
  options?: CallOptions,
): Promise<EnvironmentVariable[]> {
  const find = (schema: GraphQLSchema) => {
    const { query, what = '' } = sourceOf(scope);
    if (!schema.getQueryType()?.getFields()[query]) return undefined;
    return { name: query, what, id: entityId, fields: FIELDS };
  };
  return objectsIn<EnvironmentVariable>(await readOneEntity(endpoint, find, options)).map(
    withoutSecret,
  );
}

/** @throws PlatformError if the platform knows no variables of the scope */
export async function prepareList(
  endpoint: GraphqlEndpoint,
  { scope, entityId = '' }: VariablePlace,
  options?: CallOptions,
): Promise<() => Promise<EnvironmentVariable[]>> {
  const { query, what } = await requireVariableScope(endpoint, scope, options);
  const call = (_schema: GraphQLSchema, root: RootField): RootFieldCall => ({
    arguments: what ? idArgument(root, what, entityId) : {},
    selection: { mode: 'supported', text: FIELDS },
  });
  const send = await prepareRootField(endpoint, 'query', query, call, options);
  return async () => {
    try {
      return objectsIn<EnvironmentVariable>(await send()).map(withoutSecret);
    } catch (error) {
      // Of a platform that does not show its schema, it is known by now.
      if (error instanceof UnsupportedError) await requireVariableScope(endpoint, scope, options);
      throw error;
    }
  };
}

interface DeletedVariable extends Pick<Deleted, 'deleted'> {
  /** Not known where an earlier attempt, whose response was lost, has deleted it. */
  id?: string;
  name: string;
  scope: VariableScope;
}

/**
 * Prepares to delete the variable that has the name. Making the change throws a PlatformError where there is none.
 * @param there what is listed at the place, if that is known
 */
export async function prepareDeleteEnvironmentVariable(
  endpoint: GraphqlEndpoint,
  place: VariablePlace,
  givenName: unknown,
  options?: CallOptions,
  there?: readonly EnvironmentVariable[],
): Promise<PreparedChange<DeletedVariable>> {
  const name = readName(givenName);
  const { scope } = place;
  const list = await prepareList(endpoint, place, options);
  await withSchema(endpoint, (schema) => requireRootField(schema, 'mutation', DELETION), options);
  return async (mayHaveBeenMade) => {
    const found = findOwn(there ?? (await list()), place, name);
    if (!found && mayHaveBeenMade) return { deleted: true, name, scope };
    if (!found) throw noSuchVariable(name, scope);
    const entity = 'environment variable';
    const deletion = await prepareDeletion(endpoint, DELETION, entity, found.id, options);
    const { id } = await deletion(mayHaveBeenMade);
    return { deleted: true, id, name, scope };
  };
}

const DELETION = 'deleteEnvironmentVariable';

function noSuchVariable(name: string, scope: VariableScope): PlatformError {
  return new PlatformError(
    `The environment variable "${name}" does not exist in the scope ${scope}`,
    {
      hint: 'Nothing was deleted. "Get Many" lists the variables. Names are case-sensitive. To delete a variable of a wider scope, choose that scope.',
      reach: 'answered',
      code: 'NOT_FOUND',
    },
  );
}
