import type { GraphQLSchema } from 'graphql';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { readLogPart, type LogPart, type WantedLines, type PagedLog } from './logPart';
import { requestBySchema } from '../../graphql/schema/bySchema';
import { requireValidId } from '../../graphql/call/commonArguments';
import { requireRootField } from '../../graphql/schema/rootFields';
import { writtenFields } from '../../graphql/selection/supported';
import { buildPagedLog, listStreams, toStreamValue } from './logQuery';
import { toObject, toText, readWholeNumber } from '../../common/text/values';

/** Returns false if the stream is unknown or lists environment variables, whose values no error may show. */
export const canShowInErrors = (stream: string | undefined) =>
  stream !== undefined && !stream.startsWith('ENVVARS');

/** An empty list means all streams. `allowedInErrors` means the streams that errors may show. */
type WantedStreams = readonly string[] | 'allowedInErrors';

export type WantedLog = WantedLines & { streams: WantedStreams };

export async function readLog(
  endpoint: GraphqlEndpoint,
  runId: string,
  { streams, ...wanted }: WantedLog,
  options: CallOptions = {},
): Promise<LogPart<LogLine>> {
  const write = (schema: GraphQLSchema) => buildRunLog(endpoint, schema, runId, streams, options);
  const read = async (log: PagedLog<LogLine>) => await readLogPart(log, wanted);
  return await requestBySchema(endpoint, write, read, options);
}

export interface LogLine {
  /** Counts from 0 over all streams. */
  index?: number;
  value: string;
  stream?: string;
}

const FIELDS = writtenFields('count content { index value stream }');
/** The newest query comes first, because newer platforms keep the older one for a while. */
const QUERIES = ['filteredLogs', 'logs'] as const;

/**
 * Builds the reader of a run's log. Newer platforms filter the lines by stream. For older platforms, the client filters them.
 * @throws PlatformError if the platform has no query for logs; InvalidInputError if a stream does not exist, or the ID is invalid
 */
function buildRunLog(
  endpoint: GraphqlEndpoint,
  schema: GraphQLSchema,
  runId: string,
  wanted: WantedStreams,
  options: CallOptions,
): PagedLog<LogLine> {
  const root = requireRootField(schema, 'query', QUERIES);
  const findArgument = (name: string) => root.field.args.find((argument) => argument.name === name);
  const runArgument = findArgument('jobInstanceID');
  const streamsArgument = findArgument('streams');
  if (runArgument) requireValidId(runArgument, 'run', runId);
  const chosen = wanted === 'allowedInErrors' ? [] : wanted;
  const isAll = wanted !== 'allowedInErrors' && wanted.length === 0;
  const isWanted = (stream: string | undefined) =>
    wanted === 'allowedInErrors' ? canShowInErrors(stream) : isAll || wanted.includes(stream ?? '');
  const streams =
    streamsArgument &&
    (chosen.length > 0 ? chosen : listStreams(streamsArgument).filter(isWanted)).map((stream) =>
      toStreamValue(streamsArgument, stream),
    );
  const query = {
    root,
    arguments: { jobInstanceID: runId, ...(streams && { streams }) },
    countQuery: root.name === 'logs' ? 'countLogs' : 'countFilteredLogs',
    fields: FIELDS,
    readLine,
  };
  const isFiltered = isAll || streams !== undefined;
  return {
    ...buildPagedLog(endpoint, schema, query, options),
    isFiltered,
    isWanted: ({ stream }) => isFiltered || isWanted(stream),
  };
}

/** @returns an empty list if the line has no text */
export function readLine(line: unknown): LogLine[] {
  const { index, value, stream } = toObject(line);
  if (typeof value !== 'string') return [];
  const [lineIndex, streamName] = [readWholeNumber(index), toText(stream)];
  return [
    {
      ...(lineIndex !== undefined && { index: lineIndex }),
      value,
      ...(streamName !== undefined && { stream: streamName }),
    },
  ];
}
