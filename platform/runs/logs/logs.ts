import type { GraphQLSchema } from 'graphql';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { readLogPart, type LogPart, type WantedLines, type PagedLog } from './logPart';
import { requestBySchema } from '../../graphql/schema/bySchema';
import { requireIdFor } from '../../graphql/call/commonArguments';
import { requireRootField } from '../../graphql/schema/rootFields';
import { writtenFields } from '../../graphql/selection/supported';
import { buildPagedLog, listStreams, toStreamValue } from './logQuery';
import { toObject, toText, readWholeNumber } from '../../common/text/values';

/** Some streams list environment variables, whose values no error may show. A line without a stream may be of these. */
export const isShownInErrors = (stream: string | undefined) =>
  stream !== undefined && !stream.startsWith('ENVVARS');

/** All streams if empty; with `shown`, those that errors may show. */
type WantedStreams = readonly string[] | 'shown';

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
/** Newest first: newer platforms keep the older query for a while. */
const QUERIES = ['filteredLogs', 'logs'] as const;
const COUNT_QUERIES = new Map<string, string>([
  ['filteredLogs', 'countFilteredLogs'],
  ['logs', 'countLogs'],
]);

/**
 * Builds the reader of a run's log. Newer platforms filter by stream; the lines of older ones are filtered here.
 * @throws PlatformError if the platform has no logs; InvalidInputError if it has no such stream, or needs another ID
 */
function buildRunLog(
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
    (chosen.length > 0 ? chosen : listStreams(ofStreams).filter(isWanted)).map((stream) =>
      toStreamValue(ofStreams, stream),
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
    ...buildPagedLog(endpoint, schema, query, options),
    isFiltered,
    isWanted: ({ stream }) => isFiltered || isWanted(stream),
  };
}

function readLine(line: unknown): LogLine[] {
  const { index, value, stream } = toObject(line);
  if (typeof value !== 'string') return [];
  const [number, name] = [readWholeNumber(index), toText(stream)];
  return [
    {
      ...(number !== undefined && { index: number }),
      value,
      ...(name !== undefined && { stream: name }),
    },
  ];
}
