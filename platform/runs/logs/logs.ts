import type { GraphQLSchema } from 'graphql';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { readLogPart, type LogPart, type WantedLines, type PagedLog } from './logPart';
import { requestBySchema } from '../../graphql/schema/bySchema';
import { requireIdFor } from '../../graphql/call/commonArguments';
import { requireRootField } from '../../graphql/schema/rootFields';
import { writtenFields } from '../../graphql/selection/supported';
import { pagedLog, streamsOf, streamValue } from './logQuery';
import { fieldsOf, textOf, wholeNumberOf } from '../../common/text/values';

/** Streams that list environment variables: no error message shows their values, nor what may be of such a stream. */
export const isShownInErrors = (stream: string | undefined) =>
  stream !== undefined && !stream.startsWith('ENVVARS');

/**
 * Lines of a run's log.
 * @param streams all if none is named
 */
export async function readLog(
  endpoint: GraphqlEndpoint,
  runId: string,
  { streams = [], ...wanted }: WantedLines & { streams?: readonly string[] },
  options: CallOptions = {},
): Promise<LogPart<LogLine>> {
  const which = { streams, isAll: streams.length === 0 };
  return await readStreams(endpoint, runId, which, wanted, options);
}

/** Lines of a run's log without the streams that list environment variables. */
export async function readShownLog(
  endpoint: GraphqlEndpoint,
  runId: string,
  wanted: WantedLines,
  options: CallOptions = {},
): Promise<LogPart<LogLine>> {
  return await readStreams(endpoint, runId, { streams: [], isAll: false }, wanted, options);
}

interface WantedStreams {
  /** None for all, or for those that may be shown. */
  streams: readonly string[];
  isAll: boolean;
}

async function readStreams(
  endpoint: GraphqlEndpoint,
  runId: string,
  which: WantedStreams,
  wanted: WantedLines,
  options: CallOptions,
): Promise<LogPart<LogLine>> {
  const write = (schema: GraphQLSchema) => logOf(endpoint, schema, runId, which, options);
  const read = async (log: PagedLog<LogLine>) => await readLogPart(log, wanted);
  return await requestBySchema(endpoint, write, read, options);
}

/** One line that a run of a job wrote. */
export interface LogLine {
  /** Counts from 0 over all streams. */
  index?: number;
  value: string;
  /** For example `STDOUT` or `ORCHESTRATION_STDERR`. */
  stream?: string;
}

const FIELDS = writtenFields('count content { index value stream }');
/** Newest first: later platforms keep the older query for a while. */
const QUERIES = ['filteredLogs', 'logs'] as const;
const COUNT_QUERIES = new Map<string, string>([
  ['filteredLogs', 'countFilteredLogs'],
  ['logs', 'countLogs'],
]);

/**
 * Builds the query for a run's log. Newer platforms filter by stream; of older ones, the lines are filtered here.
 * @throws PlatformError if the platform has no logs; InvalidInputError if it cannot answer the request
 */
function logOf(
  endpoint: GraphqlEndpoint,
  schema: GraphQLSchema,
  runId: string,
  { streams: chosen, isAll }: WantedStreams,
  options: CallOptions,
): PagedLog<LogLine> {
  const root = requireRootField(schema, 'query', QUERIES);
  const argument = (name: string) => root.field.args.find((one) => one.name === name);
  const [run, ofStreams] = [argument('jobInstanceID'), argument('streams')];
  if (run) requireIdFor(run, 'run', runId);
  const isWanted = (stream: string | undefined) =>
    isAll || (chosen.length > 0 ? chosen.includes(stream ?? '') : isShownInErrors(stream));
  const streams =
    ofStreams &&
    (chosen.length > 0 ? chosen : streamsOf(ofStreams).filter(isWanted)).map((stream) =>
      streamValue(ofStreams, stream),
    );
  const query = {
    root,
    arguments: { jobInstanceID: runId, ...(streams && { streams }) },
    countQuery: COUNT_QUERIES.get(root.name) ?? '',
    fields: FIELDS,
    readLine,
  };
  const isFiltered = isAll || streams !== undefined;
  return {
    ...pagedLog(endpoint, schema, query, options),
    isFiltered,
    isWanted: ({ stream }) => isFiltered || isWanted(stream),
  };
}

function readLine(line: unknown): LogLine[] {
  const { index, value, stream } = fieldsOf(line);
  if (typeof value !== 'string') return [];
  const [number, name] = [wholeNumberOf(index), textOf(stream)];
  return [
    {
      ...(number !== undefined && { index: number }),
      value,
      ...(name !== undefined && { stream: name }),
    },
  ];
}
