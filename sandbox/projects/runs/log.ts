import { badInput, found, type Resolvers } from '../../graphql/resolvers';
import type { LogPage, LogStream } from '../../runs/logs';
import type { PipelineRun } from '../../store/pipelines';
import type { SandboxStore } from '../../store/store';

interface RunLog extends LogPage {
  jobInstanceID: string;
  stream?: LogStream | null;
}

interface AppLog extends LogPage {
  appId: string;
  appExecutionId: string;
  stream?: LogStream | null;
}

interface ConditionLog {
  pipelineInstanceID: string;
  conditionNodeID: string;
}

/** What runs and apps have written. No stream asked for gives all of them. */
export const logResolvers: Resolvers = {
  Query: {
    filteredLogs: (_root, { jobInstanceID: id, ...page }: RunLog, { store }) => {
      const run = found(store.run(id), 'Job instance', id);
      return {
        count: store.log(run, { streams: page.streams }).length,
        content: store.log(run, checked(page)),
      };
    },
    countFilteredLogs: (_root, { jobInstanceID: id, streams }: RunLog, { store }) =>
      store.log(found(store.run(id), 'Job instance', id), { streams }).length,
    logs: (_root, { jobInstanceID: id, stream, ...page }: RunLog, { store }) => {
      const run = found(store.run(id), 'Job instance', id);
      const streams = only(stream);
      return {
        count: store.log(run, { streams }).length,
        content: store.log(run, checked({ ...page, streams })),
      };
    },
    countLogs: (_root, { jobInstanceID: id, stream }: RunLog, { store }) =>
      store.log(found(store.run(id), 'Job instance', id), { streams: only(stream) }).length,
    appLogs: (_root, { appId, appExecutionId, stream, ...page }: AppLog, { store }) => {
      const app = found(store.apps.find(appId), 'App', appId);
      const streams = only(stream);
      const lines = (asked: LogPage) =>
        found(store.apps.log(app, appExecutionId, asked), 'App execution', appExecutionId);
      return {
        count: lines({ streams }).length,
        content: lines(checked({ ...page, streams })).map((line) => ({
          ...line,
          containerId: appExecutionId.slice(0, 8),
        })),
      };
    },
    countAppLogs: (_root, { appId, appExecutionId, stream }: AppLog, { store }) => {
      const app = found(store.apps.find(appId), 'App', appId);
      const lines = store.apps.log(app, appExecutionId, { streams: only(stream) });
      return found(lines, 'App execution', appExecutionId).length;
    },
    conditionPipelineByNodeIdFilteredLogs: (
      _root,
      { pipelineInstanceID: id, conditionNodeID }: ConditionLog,
      { store },
    ) => {
      const run = found(store.pipelines.run(id), 'Pipeline instance', id);
      const content = conditionLines(store, run, conditionNodeID.toLowerCase());
      return { count: content.length, content };
    },
  },
};

/** What the evaluation of a condition writes; nothing before it. */
function conditionLines(store: SandboxStore, run: PipelineRun, nodeId: string) {
  const { graph } = store.pipelines.version(run.pipelineId, run.versionNumber)?.details ?? {};
  const condition = graph?.conditionNodes.find(({ id }) => id === nodeId)?.condition;
  const result = run.conditions.get(nodeId);
  if (!condition || !result || result.at > store.clock()) return [];
  const text = typeof condition === 'string' ? condition : condition.expression;
  return [`Evaluating ${text}`, `Result: ${result.isSuccess}`].map((value, index) => ({
    index,
    value,
    stream: 'STDOUT',
  }));
}

function only(stream: LogStream | null | undefined): LogStream[] | undefined {
  return stream ? [stream] : undefined;
}

function checked(page: LogPage): LogPage {
  if ((page.limit ?? 0) < 0 || (page.skip ?? 0) < 0) {
    throw badInput('limit and skip must not be negative');
  }
  return page;
}
