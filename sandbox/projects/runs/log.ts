import { badInput, found } from '../../graphql/refusals';
import type { ResolverContext, Subject } from '../../graphql/resolvers';
import type { LogPage, LogRecord, LogStream } from '../../runs/logs';

interface RunLog extends LogPage {
  jobInstanceID: string;
  stream?: LogStream | null;
}

interface AppLog extends LogPage {
  appId: string;
  appExecutionId: string;
  stream?: LogStream | null;
}

/** Logs of runs and apps. Without a stream, all streams are returned. */
export const log: Subject = {
  Query: {
    filteredLogs: logOfRun,
    countFilteredLogs: (asked: RunLog, context) => logOfRun(asked, context).count,
    logs: logOfRun,
    countLogs: (asked: RunLog, context) => logOfRun(asked, context).count,
    appLogs: logOfApp,
    countAppLogs: (asked: AppLog, context) => logOfApp(asked, context).count,
  },
};

function logOfRun({ jobInstanceID: id, stream, ...page }: RunLog, { store }: ResolverContext) {
  const run = found(store.run(id), 'Job instance', id);
  return logOf((asked) => store.log(run, asked), stream, page);
}

function logOfApp(
  { appId, appExecutionId, stream, ...page }: AppLog,
  { store, appLogs }: ResolverContext,
) {
  const app = store.apps.get(appId);
  if (appLogs === 'proxy') return { count: 0, content: [] };
  const { count, content } = logOf(
    (asked) => found(store.apps.log(app, appExecutionId, asked), 'App execution', appExecutionId),
    stream,
    page,
  );
  const containerId = appExecutionId.slice(0, 8);
  return { count, content: content.map((line) => ({ ...line, containerId })) };
}

function logOf(
  read: (page: LogPage) => LogRecord[],
  stream: LogStream | null | undefined,
  page: LogPage,
) {
  if ((page.limit ?? 0) < 0 || (page.skip ?? 0) < 0) {
    throw badInput('limit and skip must not be negative');
  }
  const streams = page.streams ?? (stream ? [stream] : undefined);
  return { count: read({ streams }).length, content: read({ ...page, streams }) };
}
