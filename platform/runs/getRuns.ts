import type { SelectionNode } from 'graphql';
import { GraphqlAnswerError, type PlatformError } from '../errors';
import type { GraphqlData } from '../graphql/request';
import { field, printOperation } from '../graphql/document';
import type { CallOptions, GraphqlEndpoint } from '../graphql/endpoint';
import { idArgument } from '../graphql/call/commonArguments';
import { requireRootField, type RootField } from '../graphql/schema/rootFields';
import { forgetSchema, schemaOf } from '../graphql/schema/schemaStore';
import type { RunKind } from './kinds';
import { readRun, type Run } from './run';
import { runSelection } from './selection';
import { ownValue } from '../names';

const RUNS_A_REQUEST = 100;

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
  const query = requireRootField(schema, 'query', kind.runQuery);
  const select = runSelection(schema, query.field.type);
  const { wanted, impossible } = wantedRuns(query, runIds);
  const batches: WantedRun[][] = [];
  for (let start = 0; start < wanted.length; start += RUNS_A_REQUEST) {
    batches.push(wanted.slice(start, start + RUNS_A_REQUEST));
  }
  const read = await Promise.all(
    batches.map((batch) => readBatch(endpoint, query, select, batch, options)),
  );
  return new Map([...impossible, ...read.flat()]);
}

interface WantedRun {
  id: string;
  arguments: Record<string, string>;
}

/** What can be no identifier is not sent. */
function wantedRuns(query: RootField, runIds: readonly string[]) {
  const wanted: WantedRun[] = [];
  const impossible: Array<[string, RunRead]> = [];
  for (const id of runIds) {
    try {
      wanted.push({ id, arguments: idArgument(query, 'run', id) });
    } catch (failure) {
      impossible.push([id, { failure: failure as PlatformError }]);
    }
  }
  return { wanted, impossible };
}

async function readBatch(
  endpoint: GraphqlEndpoint,
  query: RootField,
  select: readonly SelectionNode[] | undefined,
  runs: readonly WantedRun[],
  options: CallOptions,
): Promise<Array<[string, RunRead]>> {
  const fields = runs.map((run, index) =>
    field(query.name, { alias: `run${index}`, arguments: run.arguments, select }),
  );
  const { data, refusal } = await ask(endpoint, printOperation('query', fields), options);
  const answerTo = (index: number) => ownValue(data, `run${index}`) ?? undefined;
  const answered = runs.flatMap(({ id }, index): Array<[string, RunRead]> => {
    const answer = answerTo(index);
    return answer === undefined && refusal ? [] : [[id, readOne(answer, query.name, id)]];
  });
  if (!refusal) return answered;

  const missing = runs.filter((_run, index) => answerTo(index) === undefined);
  if (runs.length === 1) return missing.map(({ id }) => [id, { failure: refusal }]);
  const askFor = (part: readonly WantedRun[]) => readBatch(endpoint, query, select, part, options);
  if (missing.length < runs.length) return [...answered, ...(await askFor(missing))];
  return await readOneByOne(missing, refusal, askFor);
}

/**
 * What a platform refused together is asked for in smaller parts, until each run has an answer or a failure of its own.
 * Where two of them are refused in the same words each alone, it is not about one of them: so are all. Which two is
 * left to chance, so that the next look is not misled by the same ones.
 */
async function readOneByOne(
  runs: readonly WantedRun[],
  refusal: GraphqlAnswerError,
  read: (part: readonly WantedRun[]) => Promise<Array<[string, RunRead]>>,
): Promise<Array<[string, RunRead]>> {
  const shuffled = runs
    .map((run) => ({ run, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ run }) => run);
  const [two, others] = [shuffled.slice(0, 2), shuffled.slice(2)];
  const apart = (await Promise.all(two.map((run) => read([run])))).flat();
  const isAboutAll = apart.every(
    ([, one]) => 'failure' in one && one.failure.message === refusal.message,
  );
  const rest = isAboutAll
    ? others.map(({ id }): [string, RunRead] => [id, { failure: refusal }])
    : (await Promise.all(halves(others).map(read))).flat();
  return [...apart, ...rest];
}

function readOne(answer: unknown, name: string, runId: string): RunRead {
  try {
    return { run: readRun(answer, name, runId) };
  } catch (failure) {
    return { failure: failure as PlatformError };
  }
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
    if (!(error instanceof GraphqlAnswerError)) throw error;
    // The platform may have changed since its schema was read.
    if (error.refusedBeforeExecution) forgetSchema(endpoint);
    return { data: {}, refusal: error };
  }
}

function halves<T>(list: readonly T[]): T[][] {
  const middle = Math.ceil(list.length / 2);
  return [list.slice(0, middle), list.slice(middle)].filter((half) => half.length > 0);
}
