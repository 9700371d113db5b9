import type { CallOptions, GraphqlEndpoint } from '../graphql/endpoint';
import { schemaOf } from '../graphql/schema/schemaStore';
import { countLines, logSourceOf, readPage, type LogLine, type LogSource } from './logSource';

const LINES_A_PAGE = 1_000;
/** How far the end of a log is looked for. */
const LINES_LOOKED_THROUGH = 200_000;

/** Streams that list environment variables: their values are nobody's business in an error message. */
const isTold = (stream: string | undefined) => stream?.startsWith('ENVVARS') !== true;

/**
 * Lines of a run's log, oldest first, page by page. Ends when the limit is reached or a page brings nothing new.
 * @param streams all where none is named
 */
export async function* readLog(
  endpoint: GraphqlEndpoint,
  runId: string,
  { streams = [], limit }: { streams?: readonly string[]; limit: number },
  options: CallOptions = {},
): AsyncGenerator<LogLine[]> {
  const { schema } = await schemaOf(endpoint, options);
  let left = limit;
  for (const source of logSourceOf(schema, runId, streams)) {
    for await (const page of pagesOf(endpoint, source, 0, options)) {
      const lines = page.filter(({ stream }) => source.isWanted(stream)).slice(0, left);
      if (lines.length > 0) yield lines;
      left -= lines.length;
      if (left <= 0) return;
    }
  }
}

/** The last lines of a run's log, without the streams that list environment variables. */
export async function lastLogLines(
  endpoint: GraphqlEndpoint,
  runId: string,
  count: number,
  options: CallOptions = {},
): Promise<LogLine[]> {
  const { schema } = await schemaOf(endpoint, options);
  const last: LogLine[] = [];
  for (const source of logSourceOf(schema, runId, [], isTold)) {
    const total = await countLines(endpoint, schema, source, options);
    // Lines of other streams may stand between those that are wanted.
    const tail = source.isFiltered ? count : Math.max(count, LINES_A_PAGE);
    const skip = Math.max(0, (total ?? 0) - tail);
    let lines = await lastOf(endpoint, source, count, skip, options);
    // A count that is too high hides the log.
    if (lines.length === 0 && skip > 0) lines = await lastOf(endpoint, source, count, 0, options);
    last.push(...lines);
  }
  return inOrder(last).slice(-count);
}

async function lastOf(
  endpoint: GraphqlEndpoint,
  source: LogSource,
  count: number,
  skip: number,
  options: CallOptions,
): Promise<LogLine[]> {
  let last: LogLine[] = [];
  for await (const page of pagesOf(endpoint, source, skip, options)) {
    last = [...last, ...page.filter(({ stream }) => source.isWanted(stream))].slice(-count);
  }
  return last;
}

async function* pagesOf(
  endpoint: GraphqlEndpoint,
  source: LogSource,
  skip: number,
  options: CallOptions,
): AsyncGenerator<LogLine[]> {
  const seen = new Set<string>();
  for (let read = 0; read < LINES_LOOKED_THROUGH;) {
    const page = { limit: LINES_A_PAGE, skip: skip + read };
    const { lines, count } = await readPage(endpoint, source, page, options);
    const print = JSON.stringify([lines.length, lines[0], lines.at(-1)]);
    if (lines.length === 0 || seen.has(print)) return;
    seen.add(print);
    yield source.hasPages ? lines : lines.slice(skip);
    read += lines.length;
    const isLast = lines.length < LINES_A_PAGE && !(count !== undefined && count > skip + read);
    if (!source.hasPages || isLast) return;
  }
}

/** Streams that were read one after the other, in the order in which their lines were written, where that is told. */
function inOrder(lines: LogLine[]): LogLine[] {
  const isNumbered = lines.every(({ index }) => index !== undefined);
  return isNumbered ? lines.sort((a, b) => Number(a.index) - Number(b.index)) : lines;
}
