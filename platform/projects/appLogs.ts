import { callRootField } from '../graphql/call/callOperation';
import type { CallOptions, GraphqlEndpoint } from '../graphql/endpoint';
import { writtenFields } from '../graphql/selection/writtenFields';
import { PlatformError } from '../errors';
import { readIdentifier } from '../identifiers';
import { getApp } from './apps';
import { isObject, objectsIn } from './entities';

/** One line that an app wrote. */
export interface AppLogLine {
  index?: number;
  value: string;
  /** As `STDOUT`. */
  stream?: string;
  containerId?: string;
  recordAt?: string;
}

export interface AppLogQuery {
  /** Of one start of the app; the latest one where none is given. */
  executionId?: string;
  /** As `STDOUT`; all where none is given. */
  stream?: string;
  /** How many of the last lines. */
  limit: number;
}

const FIELDS = writtenFields('count content { index value stream containerId recordAt }');
const LINES_A_PAGE = 1_000;
/** How far the end of a log is looked for. */
const LINES_LOOKED_THROUGH = 200_000;

/** The last lines that an app wrote, oldest first. @throws PlatformError where the app has never run */
export async function readAppLog(
  endpoint: GraphqlEndpoint,
  appId: unknown,
  { executionId, stream, limit }: AppLogQuery,
  options?: CallOptions,
): Promise<AppLogLine[]> {
  const id = readIdentifier(appId, 'app');
  const appExecutionId = executionId ?? (await currentExecutionOf(endpoint, id, options));
  const read = async (page: { limit: number; skip: number }) => {
    const call = {
      arguments: { appId: id, appExecutionId, ...(stream && { stream }), ...page },
      selection: {
        mode: 'supported',
        text: FIELDS,
      },
    } as const;
    const answer = await callRootField(endpoint, 'query', 'appLogs', call, options);
    const { count, content } = isObject(answer) ? answer : { count: undefined, content: answer };
    return { count, lines: objectsIn<AppLogLine>(content).filter(({ value }) => isText(value)) };
  };
  const { count } = await read({ limit: 1, skip: 0 });
  const total = typeof count === 'number' ? count : 0;
  let last: AppLogLine[] = [];
  let skip = Math.max(0, total - limit);
  for (let looked = 0; looked < LINES_LOOKED_THROUGH;) {
    const { lines } = await read({ limit: LINES_A_PAGE, skip });
    const isRepeated = last.length > 0 && same(lines[0], last.at(-lines.length));
    if (lines.length === 0 || isRepeated) break;
    last = [...last, ...lines].slice(-limit);
    looked += lines.length;
    skip += lines.length;
    if (lines.length < LINES_A_PAGE) break;
  }
  return last;
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

/** A platform that takes no notice of the page gives the same one for ever. */
function same(one: AppLogLine | undefined, other: AppLogLine | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

async function currentExecutionOf(
  endpoint: GraphqlEndpoint,
  id: string,
  options?: CallOptions,
): Promise<string> {
  const { history } = await getApp(endpoint, id, options);
  if (history?.currentExecutionId) return history.currentExecutionId;
  throw new PlatformError(`The app ${id} has not run yet: it has no log`, {
    hint: 'Run it first, or give the ID of an earlier execution; "Get History" lists them.',
    reach: 'answered',
  });
}
