import { GraphqlAnswerError, UnsupportedError } from '../../errors';
import type { CallOptions, GraphqlEndpoint } from '../endpoint';
import { requireRootField, type RootKind } from './rootFields';
import { schemaOf } from './schemaStore';

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
  if (!(refusal instanceof GraphqlAnswerError) || !refusal.refusedBeforeExecution) return refusal;
  try {
    requireRootField((await schemaOf(endpoint, options)).schema, kind, name);
    return refusal;
  } catch (error) {
    // The refusal tells more than that its reason could not be looked up.
    return error instanceof UnsupportedError ? error : refusal;
  }
}
