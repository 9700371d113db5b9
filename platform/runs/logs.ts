import { getNamedType, isEnumType, type GraphQLField, type GraphQLSchema } from 'graphql';
import { callKnownOperation } from '../graphql/call/callOperation';
import type { CallOptions, GraphqlEndpoint } from '../graphql/endpoint';
import { requireRootField } from '../graphql/schema/rootFields';
import { schemaOf } from '../graphql/schema/schemaStore';

/** One line that a run of a job wrote. */
export interface LogLine {
  /** Counts from 0 over all streams. */
  index?: number;
  value: string;
  /** As `STDOUT` or `ORCHESTRATION_STDERR`. */
  stream?: string;
}

const LOG_QUERY = 'filteredLogs';
const COUNT_QUERY = 'countFilteredLogs';
const LINES_A_PAGE = 1_000;
/** How far the end of a log is looked for where the platform cannot count its lines. */
const LINES_LOOKED_THROUGH = 200_000;

/** Streams that list environment variables: their values are nobody's business in an error message. */
const isTold = (stream: string) => !stream.startsWith('ENVVARS');

/**
 * Lines of a run's log, oldest first, page by page.
 * @param streams all where none is named
 */
export async function* readLog(
  endpoint: GraphqlEndpoint,
  runId: string,
  { streams = [], limit, skip = 0 }: { streams?: readonly string[]; limit: number; skip?: number },
  options: CallOptions = {},
): AsyncGenerator<LogLine[]> {
  const { schema } = await schemaOf(endpoint, options);
  const { field } = requireRootField(schema, 'query', LOG_QUERY);
  const named = field.args.map(({ name }) => name);
  const hasPages = named.includes('limit') && named.includes('skip');
  for (let read = 0; read < limit;) {
    const size = Math.min(LINES_A_PAGE, limit - read);
    const page = hasPages ? { limit: size, skip: skip + read } : {};
    const call = { arguments: { ...logArguments(field, runId, streams), ...page } };
    const answer = await callKnownOperation(endpoint, 'query', LOG_QUERY, call, options);
    const lines = Array.isArray(answer) ? (answer as LogLine[]) : [];
    yield hasPages ? lines : lines.slice(skip, skip + limit);
    read += lines.length;
    if (!hasPages || lines.length < size) return;
  }
}

/** The last lines of a run's log, without the streams that list environment variables. */
export async function lastLogLines(
  endpoint: GraphqlEndpoint,
  runId: string,
  count: number,
  options: CallOptions = {},
): Promise<LogLine[]> {
  if (count <= 0) return [];
  const { schema } = await schemaOf(endpoint, options);
  const streams = streamsOf(requireRootField(schema, 'query', LOG_QUERY).field).filter(isTold);
  const total = await countLines(endpoint, schema, runId, streams, options);
  const skip = Math.max(0, (total ?? 0) - count);
  const limit = total === undefined ? LINES_LOOKED_THROUGH : count;
  let last: LogLine[] = [];
  for await (const page of readLog(endpoint, runId, { streams, limit, skip }, options)) {
    last = [...last, ...page].slice(-count);
  }
  return last;
}

async function countLines(
  endpoint: GraphqlEndpoint,
  schema: GraphQLSchema,
  runId: string,
  streams: readonly string[],
  options: CallOptions,
): Promise<number | undefined> {
  const field = schema.getQueryType()?.getFields()[COUNT_QUERY];
  if (!field) return undefined;
  const call = { arguments: logArguments(field, runId, streams) };
  const total = await callKnownOperation(endpoint, 'query', COUNT_QUERY, call, options);
  return typeof total === 'number' ? total : undefined;
}

type LogField = GraphQLField<unknown, unknown>;

function logArguments(field: LogField, runId: string, streams: readonly string[]) {
  const names = field.args.map(({ name }) => name);
  const run = names.find((name) => !['limit', 'skip', 'streams'].includes(name)) ?? 'jobInstanceID';
  if (!names.includes('streams')) return { [run]: runId };
  return { [run]: runId, streams: streams.length > 0 ? streams : streamsOf(field) };
}

/** Every stream that the live schema names. */
function streamsOf(field: LogField): string[] {
  const type = field.args.find(({ name }) => name === 'streams')?.type;
  const named = type && getNamedType(type);
  return isEnumType(named) ? named.getValues().map(({ name }) => name) : [];
}
