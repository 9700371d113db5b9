import { createHash } from 'node:crypto';
import { GraphqlResponseError } from '../errors/errors';
import { requestBySchema, type BuildFromSchema } from '../graphql/schema/bySchema';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import type { RunsForm } from './keptForm';

const DAY_MS = 24 * 3_600_000;

/** Changes once a day, too, so that fields that a platform gets in an update are found. */
export function formMark(
  { url }: GraphqlEndpoint,
  what: readonly unknown[],
  nowMs: number,
): string {
  const text = JSON.stringify([url.href, ...what, Math.floor(nowMs / DAY_MS)]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 8);
}

/** Sends what is kept; if the platform refuses it, or if nothing is kept, its schema is read. */
export async function requestByForm<Result>(
  endpoint: GraphqlEndpoint,
  kept: RunsForm | undefined,
  write: BuildFromSchema<RunsForm>,
  send: (form: RunsForm) => Promise<Result>,
  options: CallOptions,
): Promise<Result> {
  if (!kept) return await requestBySchema(endpoint, write, send, options);
  try {
    return await send(kept);
  } catch (error) {
    if (!(error instanceof GraphqlResponseError) || !error.refusedBeforeExecution) throw error;
    return await requestBySchema(endpoint, write, send, options);
  }
}
