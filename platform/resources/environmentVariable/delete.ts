import { PlatformError } from '../../errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { requireRootField } from '../../graphql/schema/rootFields';
import { withSchema } from '../../graphql/schema/bySchema';
import { prepareDeletion, type Deleted } from '../changes';
import type { PreparedChange } from '../entities';
import { prepareList } from './list';
import type { VariablePlace, VariableScope } from './place';
import { findOwn, readName, type EnvironmentVariable } from './variable';

interface DeletedVariable extends Pick<Deleted, 'deleted'> {
  /** Not known where an earlier attempt, whose response was lost, has deleted it. */
  id?: string;
  name: string;
  scope: VariableScope;
}

/**
 * Prepares to delete the variable that has the name. Making the change throws a PlatformError where there is none.
 * @param there what is listed at the place, where that is known
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
