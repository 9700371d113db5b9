import type { GraphQLSchema } from 'graphql';
import { GraphqlResponseError, UnsupportedError } from '../../errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../send/endpoint';
import { withSchemaAfter } from './bySchema';
import { requireRootField, type RootKind } from './rootFields';

/**
 * Why a platform turned a document down that was sent without a look at its schema.
 * @returns an UnsupportedError where the platform lacks the root field, otherwise the refusal itself
 */
export async function explainedRefusal(
  endpoint: GraphqlEndpoint,
  kind: RootKind,
  name: string,
  refusal: unknown,
  options?: CallOptions,
): Promise<unknown> {
  if (!(refusal instanceof GraphqlResponseError) || !refusal.refusedBeforeExecution) return refusal;
  try {
    const requireIt = (schema: GraphQLSchema) => requireRootField(schema, kind, name);
    await withSchemaAfter(endpoint, refusal, requireIt, options);
    return refusal;
  } catch (error) {
    // The refusal says more than that its reason could not be looked up.
    return error instanceof UnsupportedError ? error : refusal;
  }
}
