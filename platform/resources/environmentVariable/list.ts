import type { GraphQLSchema } from 'graphql';
import { PlatformError } from '../../errors/errors';
import { readOneEntity } from '../../graphql/call/callRootField';
import { withSchema } from '../../graphql/schema/bySchema';
import { requireRootField } from '../../graphql/schema/rootFields';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { prepareDeletion, type Deleted } from '../changes';
import { objectsIn, type PreparedChange } from '../entities';
import {
  FIELDS,
  findOwn,
  readName,
  requireScope,
  requireVariableScope,
  sourceOf,
  withoutSecret,
  type EnvironmentVariable,
  type VariablePlace,
  type VariableScope,
} from './variable';

/**
 * The variables that count at a place: its own and, if the platform lists them, those of wider scopes. What is asked for
 * at the same moment, as of many jobs, shares requests.
 * @throws UnsupportedError if the platform has no variables of the scope
 */
export async function listEnvironmentVariables(
  endpoint: GraphqlEndpoint,
  { scope, entityId }: VariablePlace,
  options?: CallOptions,
): Promise<EnvironmentVariable[]> {
  const { query, what = '' } = sourceOf(scope);
  const wanted = { name: query, what, id: entityId, fields: FIELDS };
  const find = (schema: GraphQLSchema) => {
    requireScope(schema, scope);
    return wanted;
  };
  const listed = await readOneEntity(endpoint, find, options);
  return objectsIn<EnvironmentVariable>(listed).map(withoutSecret);
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
  await requireVariableScope(endpoint, scope, options);
  await withSchema(endpoint, (schema) => requireRootField(schema, 'mutation', DELETION), options);
  return async (mayHaveBeenMade) => {
    const listed = there ?? (await listEnvironmentVariables(endpoint, place, options));
    const found = findOwn(listed, place, name);
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
      code: 'NOT_FOUND',
    },
  );
}
