import { GraphqlAnswerError, type PlatformError } from '../errors';
import type { CallOptions, GraphqlEndpoint } from '../graphql/endpoint';
import { saysUnknown } from '../graphql/saysUnknown';
import { readIdentifier } from '../identifiers';
import { callById } from './known';

export interface Deleted {
  deleted: true;
  id: string;
}

/** Deletes one thing. It is repeated where the answer was lost: a thing goes only once. */
export async function deleteById(
  endpoint: GraphqlEndpoint,
  name: string,
  what: string,
  given: unknown,
  options?: CallOptions,
): Promise<Deleted> {
  const id = readIdentifier(given, what);
  const call = { kind: 'mutation', name, what, fields: 'id', idempotent: true } as const;
  try {
    await callById(endpoint, call, id, options);
  } catch (error) {
    if (!isGoneAfterLostAnswer(error)) throw error;
  }
  return { deleted: true, id };
}

/** The platform does not know what an earlier attempt, whose answer was lost, asked it to delete. */
export function isGoneAfterLostAnswer(error: unknown): boolean {
  return (
    error instanceof GraphqlAnswerError &&
    mayHaveWorkedBefore(error.previousAttempt) &&
    error.errors.every(saysUnknown)
  );
}

function mayHaveWorkedBefore(attempt: PlatformError | undefined): boolean {
  if (!attempt) return false;
  return attempt.reach !== 'never' || mayHaveWorkedBefore(attempt.previousAttempt);
}
