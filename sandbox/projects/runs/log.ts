import { requireFound } from '../../graphql/refusals';
import type { ResolverContext, Resolvers } from '../../graphql/resolvers';
import type { LogPage, LogRecord } from '../../runs/logs';
import type { LogStream } from '../../runs/script';

interface RunLogArguments extends LogPage {
  jobInstanceID: string;
}

interface AppLogArguments extends LogPage {
  appId: string;
  appExecutionId: string;
  stream?: LogStream | null;
}

/** Resolves logs of runs and apps. Without a stream, it returns all streams. */
export const log: Resolvers = {
  Query: {
    filteredLogs: readRunLog,
    countFilteredLogs: (args: RunLogArguments, context) => readRunLog(args, context).count,
    logs: readRunLog,
    countLogs: (args: RunLogArguments, context) => readRunLog(args, context).count,
    appLogs: readAppLog,
    countAppLogs: (args: AppLogArguments, context) => readAppLog(args, context).count,
  },
};

function readRunLog({ jobInstanceID: id, ...page }: RunLogArguments, { store }: ResolverContext) {
  const run = requireFound(store.run(id), 'Job instance', id);
  return readLogPage((part) => store.log(run, part), page);
}

function readAppLog(
  { appId, appExecutionId, stream, ...page }: AppLogArguments,
  { store, appLogs }: ResolverContext,
) {
  const app = store.apps.get(appId);
  if (appLogs === 'proxy') return { count: 0, content: [] };
  const { count, content } = readLogPage(
    (part) =>
      requireFound(store.apps.log(app, appExecutionId, part), 'App execution', appExecutionId),
    { ...page, streams: stream ? [stream] : undefined },
  );
  const containerId = appExecutionId.slice(0, 8);
  return { count, content: content.map((line) => ({ ...line, containerId })) };
}

function readLogPage(read: (page: LogPage) => LogRecord[], page: LogPage) {
  return { count: read({ streams: page.streams }).length, content: read(page) };
}
