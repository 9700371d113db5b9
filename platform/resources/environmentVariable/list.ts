import type { GraphQLSchema } from 'graphql';
import { UnsupportedError } from '../../errors/errors';
import {
  prepareRootField,
  type RootFieldCall,
  readOneEntity,
} from '../../graphql/call/callRootField';
import { idArgument } from '../../graphql/call/commonArguments';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import type { RootField } from '../../graphql/schema/rootFields';
import { objectsIn } from '../entities';
import { requireVariableScope, sourceOf, type VariablePlace } from './place';
import { FIELDS, withoutSecret, type EnvironmentVariable } from './variable';

/** The variables that count at a place: its own and, where the platform lists them, those of wider scopes. */
export async function listEnvironmentVariables(
  endpoint: GraphqlEndpoint,
  place: VariablePlace,
  options?: CallOptions,
): Promise<EnvironmentVariable[]> {
  const list = await prepareList(endpoint, place, options);
  return await list();
}

/** The same; what is asked for at the same moment, as of many jobs, shares requests. None where the platform has no such scope. */
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

/** @throws PlatformError where the platform knows no variables of the scope */
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
