import {
  type GraphQLSchema,
  getNamedType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  type GraphQLArgument,
} from 'graphql';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { readLogPart, type LogPart, type WantedLines, type PagedLog } from '../../logs/logPart';
import { requestBySchema } from '../../graphql/schema/bySchema';
import { requireIdFor } from '../../graphql/call/commonArguments';
import type { LiteralValue } from '../../graphql/document/document';
import { requireRootField, type RootField } from '../../graphql/schema/rootFields';
import { writtenFields } from '../../graphql/selection/supported';
import { pagedLog } from '../../logs/logQuery';
import { streamsOf, streamValue } from '../../logs/streamArgument';
import { fieldsOf, textOf, wholeNumberOf } from '../../text/values';

/** Streams that list environment variables: their values are nobody's business in an error message. */
export const isShownInErrors = (stream: string | undefined) =>
  stream?.startsWith('ENVVARS') !== true;

/**
 * Lines of a run's log.
 * @param streams all where none is named
 */
export async function readLog(
  endpoint: GraphqlEndpoint,
  runId: string,
  { streams = [], ...wanted }: WantedLines & { streams?: readonly string[] },
  options: CallOptions = {},
): Promise<LogPart<LogLine>> {
  return await readStreams(endpoint, runId, streams, () => true, wanted, options);
}

/** Lines of a run's log without the streams that list environment variables. */
export async function readShownLog(
  endpoint: GraphqlEndpoint,
  runId: string,
  wanted: WantedLines,
  options: CallOptions = {},
): Promise<LogPart<LogLine>> {
  return await readStreams(endpoint, runId, [], isShownInErrors, wanted, options);
}

async function readStreams(
  endpoint: GraphqlEndpoint,
  runId: string,
  streams: readonly string[],
  isWanted: (stream: string | undefined) => boolean,
  wanted: WantedLines,
  options: CallOptions,
): Promise<LogPart<LogLine>> {
  const write = (schema: GraphQLSchema) =>
    logSourcesOf(endpoint, schema, runId, streams, isWanted, options);
  const read = async (logs: ReturnType<typeof write>) => {
    const parts: Array<LogPart<LogLine>> = [];
    for (const log of logs) parts.push(await readLogPart(log, wanted));
    return mergeStreams(parts, wanted);
  };
  return await requestBySchema(endpoint, write, read, options);
}

/** Streams that were read one after the other, in the order in which their lines were written, where that is told. */
function mergeStreams(
  parts: Array<LogPart<LogLine>>,
  { which, limit }: WantedLines,
): LogPart<LogLine> {
  const [first] = parts;
  if (first && parts.length === 1) return first;
  const all = parts.flatMap(({ lines }) => lines);
  const isNumbered = all.every(({ index }) => index !== undefined);
  if (isNumbered) all.sort((a, b) => Number(a.index) - Number(b.index));
  const most = which === 'all' ? all.length : limit;
  return {
    lines: which === 'last' ? all.slice(-most) : all.slice(0, most),
    isCut: all.length > most || parts.some(({ isCut }) => isCut),
  };
}

/** One line that a run of a job wrote. */
export interface LogLine {
  /** Counts from 0 over all streams. */
  index?: number;
  value: string;
  /** As `STDOUT` or `ORCHESTRATION_STDERR`. */
  stream?: string;
}

const FIELDS = writtenFields('index value stream count content { index value stream }');
/** Newest first: later platforms keep the older query for a while. */
const QUERIES = ['filteredLogs', 'logs'] as const;
const COUNT_QUERIES = new Map<string, string>([
  ['filteredLogs', 'countFilteredLogs'],
  ['logs', 'countLogs'],
]);
const STREAM_ARGUMENTS = ['streams', 'stream'];
const PAGE_ARGUMENTS = ['limit', 'skip'];

/**
 * How this platform is asked for a run's log. Newer ones take many streams at once. Older ones take one or none, which
 * gives all: the lines are filtered here, or, where they do not return their stream, asked for stream by stream.
 * @param chosen streams; none for all that `isWanted`
 * @throws PlatformError where the platform has no logs; InvalidInputError for what it cannot be asked
 */
function logSourcesOf(
  endpoint: GraphqlEndpoint,
  schema: GraphQLSchema,
  runId: string,
  chosen: readonly string[],
  isWanted: (stream: string | undefined) => boolean,
  options: CallOptions,
): Array<PagedLog<LogLine>> {
  const root = requireRootField(schema, 'query', QUERIES);
  const { args } = root.field;
  const run = args.find(({ name }) => ![...STREAM_ARGUMENTS, ...PAGE_ARGUMENTS].includes(name));
  if (run) requireIdFor(run, 'run', runId);
  const wants = chosen.length > 0 ? (stream?: string) => chosen.includes(stream ?? '') : isWanted;
  const source = (
    streams: Record<string, LiteralValue>,
    filter: Pick<PagedLog<LogLine>, 'isFiltered' | 'isWanted'>,
  ): PagedLog<LogLine> => {
    const query = {
      root,
      arguments: { [run?.name ?? 'jobInstanceID']: runId, ...streams },
      countQuery: COUNT_QUERIES.get(root.name) ?? '',
      fields: FIELDS,
      readLine,
    };
    return { ...pagedLog(endpoint, schema, query, options), ...filter };
  };
  const filteredHere = { isFiltered: false, isWanted: ({ stream }: LogLine) => wants(stream) };
  const filteredThere = { isFiltered: true, isWanted: () => true };

  const argument = args.find(({ name }) => STREAM_ARGUMENTS.includes(name));
  if (!argument) return [source({}, filteredHere)];
  const known = streamsOf(argument);
  const wanted = chosen.length > 0 ? chosen : known.filter(wants);
  const values = wanted.map((stream) => streamValue(argument, stream));
  if (isList(argument)) {
    // Without an enum it is not known what its streams are called: no stream asked for gives all.
    const filter = wanted.length > 0 ? filteredThere : filteredHere;
    return [source({ [argument.name]: values }, filter)];
  }
  const one = (stream: LiteralValue) => source({ [argument.name]: stream }, filteredThere);
  if (values.length === 1) return values.map(one);
  const isAll = wanted.length === known.length;
  if (!isRequiredArgument(argument) && (isAll || hasStreamField(root))) {
    return [source({}, isAll ? filteredThere : filteredHere)];
  }
  return values.map(one);
}

function readLine(line: unknown): LogLine[] {
  const { index, value, stream } = fieldsOf(line);
  const text = typeof line === 'string' ? line : typeof value === 'string' ? value : textOf(value);
  if (text === undefined) return [];
  const [number, name] = [wholeNumberOf(index), textOf(stream)];
  return [
    {
      ...(number !== undefined && { index: number }),
      value: text,
      ...(name !== undefined && { stream: name }),
    },
  ];
}

function isList({ type }: GraphQLArgument): boolean {
  return isListType(isNonNullType(type) ? type.ofType : type);
}

/** Whether each line says of which stream it is. */
function hasStreamField({ field }: RootField): boolean {
  const response = getNamedType(field.type);
  const content = isObjectType(response) ? response.getFields().content : undefined;
  const line = content ? getNamedType(content.type) : response;
  return isObjectType(line) && Object.hasOwn(line.getFields(), 'stream');
}
