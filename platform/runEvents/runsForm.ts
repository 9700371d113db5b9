import { createHash } from 'node:crypto';
import type { FieldNode, GraphQLSchema, SelectionNode } from 'graphql';
import { GraphqlResponseError } from '../errors/errors';
import { field, printSelections } from '../graphql/document/document';
import { requestBySchema } from '../graphql/schema/bySchema';
import { customSelection } from '../graphql/selection/supported';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import type { RunsForm } from './watchState';

const LIMIT = '$limit';
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

/** @param select with the runs of the first page, of whatever number */
export function writeForm(
  mark: string,
  root: string,
  argument: string,
  select: readonly SelectionNode[],
): RunsForm {
  const text = printSelections(select).replace(/\(limit: \d+/, `(limit: ${LIMIT}`);
  return { mark, root, argument, select: text };
}

/** What asks for the newest runs of one of many. */
export function fieldBy(
  { root, argument, select }: RunsForm,
  limit: number,
): (id: string) => FieldNode {
  const selection = customSelection(select.replace(LIMIT, String(limit)));
  return (id) => field(root, { arguments: { [argument]: id }, select: selection });
}

/** Sends what is kept; if the platform refuses it, or if nothing is kept, its schema is read. */
export async function requestByForm<Result>(
  endpoint: GraphqlEndpoint,
  kept: RunsForm | undefined,
  write: (schema: GraphQLSchema) => RunsForm,
  send: (form: RunsForm) => Promise<Result>,
  options: CallOptions,
): Promise<Result> {
  try {
    if (kept) return await send(kept);
  } catch (error) {
    if (!(error instanceof GraphqlResponseError) || !error.refusedBeforeExecution) throw error;
  }
  return await requestBySchema(endpoint, write, send, options);
}
