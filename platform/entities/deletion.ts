import { GraphqlResponseError, NotDoneError, type PlatformError } from '../errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { isNotFoundEntry } from '../errors/isNotFoundEntry';
import { writtenFields } from '../graphql/selection/supported';
import { repeatableChange } from '../http/retry/repeatableChange';
import { readIdentifier } from '../input/identifiers';
import { prepareById, type PreparedChange } from './entities';

const ID = writtenFields('id');

export interface Deleted {
  deleted: true;
  id: string;
}

/** Prepares to delete one entity by its ID. It is repeated where the response was lost: an entity goes only once. */
export async function prepareDeletion(
  endpoint: GraphqlEndpoint,
  name: string,
  what: string,
  given: unknown,
  options?: CallOptions,
  more?: Record<string, unknown>,
): Promise<PreparedChange<Deleted>> {
  const id = readIdentifier(given, what);
  const call = { kind: 'mutation', name, what, fields: ID, more, idempotent: true } as const;
  const send = await prepareById(endpoint, call, id, options);
  return async (mayHaveBeenMade) => {
    await repeatableChange(send, isAlreadyGone, mayHaveBeenMade);
    return { deleted: true, id };
  };
}

/** Whether the platform itself says that it does not know what it was asked to delete, or that there was nothing to do. */
export function isAlreadyGone(refusal: PlatformError): boolean {
  if (refusal instanceof NotDoneError) return true;
  return refusal instanceof GraphqlResponseError && refusal.errors.every(isNotFoundEntry);
}
