import type { GraphQLSchema } from 'graphql';
import type { Platform } from '../../connection/platform';
import { PlatformError, UnsupportedError } from '../../common/errors/errors';
import { requireValidId } from '../../graphql/call/commonArguments';
import type { LiteralValue } from '../../graphql/document/document';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { requestBySchema } from '../../graphql/schema/bySchema';
import { requireRootField } from '../../graphql/schema/rootFields';
import { writtenFields } from '../../graphql/selection/supported';
import { readIdentifier } from '../../common/input/identifiers';
import {
  readLogPart,
  type LogPart,
  type PagedLog,
  type WantedLines,
} from '../../runs/logs/logPart';
import { readProxiedLog } from '../../runs/logs/logProxy';
import { buildPagedLog, toStreamValue } from '../../runs/logs/logQuery';
import { canShowInErrors } from '../../runs/logs/logs';
import { Apps, isStarting } from './app';
import { isObject } from '../../common/text/values';

interface AppLogLine {
  index?: number;
  value: string;
  /** For example `STDOUT`. */
  stream?: string;
  containerId?: string;
  recordAt?: string;
}

interface AppLogQuery extends WantedLines {
  /** The ID of one start of the app. The default is the latest start. */
  executionId?: string;
  /** For example `STDOUT`. If empty, all streams are read through GraphQL, but only `APP_STREAMS` from the log proxy. */
  stream?: string;
  /** True for a log within an error, which leaves out streams that may list environment variables. */
  isForError?: boolean;
}

const FIELDS = writtenFields('count content { index value stream containerId recordAt }');

/** The streams of the log proxy that contain the app's own lines. Other streams contain lines of the platform. */
const APP_STREAMS = ['STDOUT', 'STDERR'];

export class AppLogs {
  constructor(private readonly platform: Platform) {}

  /**
   * Reads the log through GraphQL, or from the log proxy if GraphQL returns no lines.
   * @throws PlatformError if the app has never run, or is starting on a platform where only the log proxy has logs
   */
  async read(
    appId: unknown,
    { executionId, stream, isForError = false, ...wanted }: AppLogQuery,
    options: CallOptions = {},
  ): Promise<LogPart<AppLogLine>> {
    const { platform } = this;
    const { projects: endpoint } = platform;
    const id = readIdentifier(appId, 'app');
    const appExecutionId = executionId ?? (await readCurrentExecutionId(endpoint, id, options));
    const buildLog = (schema: GraphQLSchema) =>
      buildAppLog(endpoint, schema, { appId: id, appExecutionId }, { stream, isForError }, options);
    const readLines = async (log: PagedLog<AppLogLine>) => await readLogPart(log, wanted);
    const logOrError = await requestBySchema(endpoint, buildLog, readLines, options).catch(
      (error: unknown) => {
        if (error instanceof UnsupportedError) return error;
        throw error;
      },
    );
    if ('lines' in logOrError && logOrError.lines.length > 0) return logOrError;
    const findProxiedLog = async () => {
      const { project, history } = await new Apps(endpoint).get(id, options);
      const isStillStarting = history?.currentExecutionId === appExecutionId && isStarting(history);
      if (isStillStarting && logOrError instanceof UnsupportedError) throw notStartedYetError(id);
      if (!project || isStillStarting) return undefined;
      const streams = stream ? [stream] : APP_STREAMS;
      return { projectId: project.id, executionId: appExecutionId, streams };
    };
    const proxied = await readProxiedLog(platform, findProxiedLog, wanted, options);
    if (proxied) return proxied;
    if (logOrError instanceof UnsupportedError) throw logOrError;
    return logOrError;
  }
}

function buildAppLog(
  endpoint: GraphqlEndpoint,
  schema: GraphQLSchema,
  ids: { appId: string; appExecutionId: string },
  { stream, isForError }: Pick<AppLogQuery, 'stream' | 'isForError'>,
  options: CallOptions,
): PagedLog<AppLogLine> {
  const root = requireRootField(schema, 'query', 'appLogs');
  const findArgument = (name: string) => root.field.args.find((argument) => argument.name === name);
  const appId = findArgument('appId');
  const executionId = findArgument('appExecutionId');
  if (appId) requireValidId(appId, 'app', ids.appId);
  if (executionId) requireValidId(executionId, 'execution', ids.appExecutionId);
  const streamArgument = findArgument('stream');
  const streamFilter: Record<string, LiteralValue> =
    stream && streamArgument ? { stream: toStreamValue(streamArgument, stream) } : {};
  const query = {
    root,
    arguments: { ...ids, ...streamFilter },
    countQuery: 'countAppLogs',
    fields: FIELDS,
    readLine,
  };
  return {
    ...buildPagedLog(endpoint, schema, query, options),
    isFiltered: !isForError && (!stream || streamArgument !== undefined),
    isWanted: (line) =>
      (!isForError || canShowInErrors(line.stream)) &&
      (!stream || streamArgument !== undefined || line.stream === stream),
  };
}

function readLine(line: unknown): AppLogLine[] {
  return isObject(line) && typeof line.value === 'string' ? [line as unknown as AppLogLine] : [];
}

async function readCurrentExecutionId(
  endpoint: GraphqlEndpoint,
  id: string,
  options?: CallOptions,
): Promise<string> {
  const { history } = await new Apps(endpoint).get(id, options);
  if (history?.currentExecutionId) return history.currentExecutionId;
  throw new PlatformError(`The app ${id} has no log because it has not run yet`, {
    hint: 'Run it first, or enter the ID of an earlier execution. "Get History" lists them.',
    code: 'NOT_FOUND',
  });
}

function notStartedYetError(id: string): PlatformError {
  return new PlatformError(`The app ${id} has no log yet because it has not started`, {
    hint: 'Read the log again once the app has started.',
    code: 'NOT_FOUND',
  });
}
