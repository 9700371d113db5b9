import type { FieldNode } from 'graphql';
import { GraphqlAnswerError, type PlatformError } from '../errors';
import type { GraphqlData } from '../graphql/answer';
import { field, printOperation } from '../graphql/document';
import type { CallOptions, GraphqlEndpoint } from '../graphql/endpoint';
import { identifierField, type IdentifierField } from '../graphql/schema/identifierField';
import { schemaOf } from '../graphql/schema/schemaStore';
import type { RunKind } from './kinds';
import { readRun, type Run } from './run';
import { runSelection } from './selection';

const RUNS_A_REQUEST = 100;

/** One run. @throws PlatformError where the platform does not know it */
export async function getRun(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  runId: string,
  options?: CallOptions,
): Promise<Run> {
  const [read] = (await getRuns(endpoint, kind, [runId], options)).values();
  if (read && 'run' in read) return read.run;
  throw read?.failure ?? new TypeError('A run was asked for and nothing came back');
}

/** What became of reading one run; the failure is that run's own. */
export type RunRead = { run: Run } | { failure: PlatformError };

/**
 * Reads many runs, up to 100 in one request. A run that cannot be read leaves the others alone.
 * @returns one entry for each identifier
 * @throws what a query throws, where no run could be read at all
 */
export async function getRuns(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  runIds: readonly string[],
  options: CallOptions = {},
): Promise<Map<string, RunRead>> {
  const { schema } = await schemaOf(endpoint, options);
  const query = identifierField(schema, 'query', kind.runQuery);
  const select = runSelection(query.type);
  const batches: string[][] = [];
  for (let start = 0; start < runIds.length; start += RUNS_A_REQUEST) {
    batches.push(runIds.slice(start, start + RUNS_A_REQUEST));
  }
  const read = await Promise.all(
    batches.map((batch) => readBatch(endpoint, query, select, batch, options)),
  );
  return new Map(read.flat());
}

async function readBatch(
  endpoint: GraphqlEndpoint,
  query: IdentifierField,
  select: FieldNode[],
  runIds: readonly string[],
  options: CallOptions,
): Promise<Array<[string, RunRead]>> {
  const fields = runIds.map((id, index) =>
    field(query.name, { alias: `run${index}`, arguments: { [query.argument]: id }, select }),
  );
  const { data, refusal } = await ask(endpoint, printOperation('query', fields), options);
  const answers = runIds.map((id, index) => ({ id, answer: data[`run${index}`] ?? undefined }));
  const answered = answers
    .filter(({ answer }) => answer !== undefined || !refusal)
    .map(({ id, answer }): [string, RunRead] => [id, { run: readRun(answer, query.name) }]);
  if (!refusal) return answered;

  // What is missing is asked for again in smaller parts, until each run has an answer or an error of its own.
  const missing = answers.filter(({ answer }) => answer === undefined).map(({ id }) => id);
  if (runIds.length === 1) return missing.map((id) => [id, { failure: refusal }]);
  const parts = missing.length < runIds.length ? [missing] : halves(missing);
  const reread = await Promise.all(
    parts
      .filter((part) => part.length > 0)
      .map((part) => readBatch(endpoint, query, select, part, options)),
  );
  return [...answered, ...reread.flat()];
}

async function ask(
  endpoint: GraphqlEndpoint,
  query: string,
  options: CallOptions,
): Promise<{ data: GraphqlData; refusal?: GraphqlAnswerError }> {
  let refusal: GraphqlAnswerError | undefined;
  try {
    const onPartialData = (error: GraphqlAnswerError) => (refusal = error);
    const data = await endpoint.query({ query }, { ...options, onPartialData });
    return { data, refusal };
  } catch (error) {
    if (error instanceof GraphqlAnswerError) return { data: {}, refusal: error };
    throw error;
  }
}

function halves<T>(list: T[]): T[][] {
  const middle = Math.ceil(list.length / 2);
  return [list.slice(0, middle), list.slice(middle)];
}
