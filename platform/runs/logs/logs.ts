import type { GraphQLSchema } from 'graphql';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { readLogPart, type LogPart, type WantedLines, type PagedLog } from './logPart';
import { requestBySchema } from '../../graphql/schema/bySchema';
import { requireIdFor } from '../../graphql/call/commonArguments';
import { requireRootField } from '../../graphql/schema/rootFields';
import { writtenFields } from '../../graphql/selection/supported';
import { pagedLog, streamsOf, streamValue } from './logQuery';
import { fieldsOf, textOf, readWholeNumber } from '../../common/text/values';

/** Streams that list environment variables: no error message shows their values, nor what may be of such a stream. */
export const isShownInErrors = (stream: string | undefined) =>
  stream !== undefined && !stream.startsWith('ENVVARS');

/** The named streams, all if none is named, or only those that may be shown in errors. */
type WantedStreams = readonly string[] | 'shown';

export type WantedLog = WantedLines & { streams: WantedStreams };

/** Reads lines of a run's log. */
export async function readLog(
  endpoint: GraphqlEndpoint,
  runId: string,
  { streams, ...wanted }: WantedLog,
  options: CallOptions = {},
): Promise<LogPart<LogLine>> {
  const write = (schema: GraphQLSchema) => logOf(endpoint, schema, runId, streams, options);
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
  wanted: WantedStreams,
  options: CallOptions,
): PagedLog<LogLine> {
  const root = requireRootField(schema, 'query', QUERIES);
  const argument = (name: string) => root.field.args.find((one) => one.name === name);
  const [run, ofStreams] = [argument('jobInstanceID'), argument('streams')];
  if (run) requireIdFor(run, 'run', runId);
  const chosen = wanted === 'shown' ? [] : wanted;
  const isAll = wanted !== 'shown' && wanted.length === 0;
  const isWanted = (stream: string | undefined) =>
    wanted === 'shown' ? isShownInErrors(stream) : isAll || wanted.includes(stream ?? '');
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
  const [number, name] = [readWholeNumber(index), textOf(stream)];
  return [
    {
      ...(number !== undefined && { index: number }),
      value,
      ...(name !== undefined && { stream: name }),
    },
  ];
}
