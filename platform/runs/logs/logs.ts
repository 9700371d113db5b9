import type { GraphQLSchema } from 'graphql';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { readLogPart, type LogPart, type WantedLines } from '../../logs/logPart';
import { requestBySchema } from '../../graphql/schema/bySchema';
import { logSourcesOf, type LogLine } from './logSource';

/** Streams that list environment variables: their values are nobody's business in an error message. */
const isShownInErrors = (stream: string | undefined) => stream?.startsWith('ENVVARS') !== true;

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
