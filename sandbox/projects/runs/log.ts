import { badInput, found } from '../../graphql/refusals';
import type { ResolverContext, Subject } from '../../graphql/resolvers';
import { pageOf, type LogPage, type LogRecord, type LogStream } from '../../runs/logs';
import type { PipelineRun } from '../../store/pipelines';
import type { SandboxStore } from '../../store/store';
import { conditionRunId } from './pipelineRun';

interface RunLog extends LogPage {
  jobInstanceID: string;
  stream?: LogStream | null;
}

interface AppLog extends LogPage {
  appId: string;
  appExecutionId: string;
  stream?: LogStream | null;
}

interface ConditionLog extends LogPage {
  pipelineInstanceID: string;
  conditionNodeID: string;
}

interface ConditionRunLog extends LogPage {
  conditionInstanceID: string;
  projectID: string;
}

/** What runs and apps have written. No stream asked for gives all of them. */
export const log: Subject = {
  Query: {
    filteredLogs: logOfRun,
    countFilteredLogs: (asked: RunLog, context) => logOfRun(asked, context).count,
    logs: logOfRun,
    countLogs: (asked: RunLog, context) => logOfRun(asked, context).count,
    appLogs: logOfApp,
    countAppLogs: (asked: AppLog, context) => logOfApp(asked, context).count,
    conditionPipelineByNodeIdFilteredLogs: (
      { pipelineInstanceID: id, conditionNodeID, ...page }: ConditionLog,
      { store },
    ) => {
      const run = found(store.pipelines.run(id), 'Pipeline instance', id);
      return conditionLog(store, run, conditionNodeID.toLowerCase(), page);
    },
    conditionPipelineFilteredLogs: logOfConditionRun,
    conditionPipelineCountFilteredLogs: (asked: ConditionRunLog, context) =>
      logOfConditionRun(asked, context).count,
  },
};

function logOfConditionRun(
  { conditionInstanceID: id, projectID, ...page }: ConditionRunLog,
  { store }: ResolverContext,
) {
  const ofProject = store.pipelines
    .list(projectID)
    .flatMap((pipeline) => store.pipelines.runs(pipeline.id))
    .flatMap((run) => [...run.conditions.keys()].map((nodeId) => ({ run, nodeId })));
  const { run, nodeId } = found(
    ofProject.find((one) => conditionRunId(one.run, one.nodeId) === id.toLowerCase()),
    'Condition instance',
    id,
  );
  return conditionLog(store, run, nodeId, page);
}

function conditionLog(store: SandboxStore, run: PipelineRun, nodeId: string, page: LogPage) {
  return logOf((asked) => pageOf(conditionLines(store, run, nodeId), asked), null, page);
}

/** What the evaluation of a condition writes; nothing before it. */
function conditionLines(store: SandboxStore, run: PipelineRun, nodeId: string): LogRecord[] {
  const { graph } = store.pipelines.version(run.pipelineId, run.versionNumber)?.details ?? {};
  const condition = graph?.conditionNodes.find(({ id }) => id === nodeId)?.condition;
  const result = run.conditions.get(nodeId);
  if (!condition || !result || result.at > store.clock()) return [];
  const text = typeof condition === 'string' ? condition : condition.expression;
  return [`Evaluating ${text}`, `Result: ${result.isSuccess}`].map((value, index) => ({
    index,
    value,
    stream: 'STDOUT',
    recordAt: result.at,
  }));
}

function logOfRun({ jobInstanceID: id, stream, ...page }: RunLog, { store }: ResolverContext) {
  const run = found(store.run(id), 'Job instance', id);
  return logOf((asked) => store.log(run, asked), stream, page);
}

function logOfApp({ appId, appExecutionId, stream, ...page }: AppLog, { store }: ResolverContext) {
  const app = store.apps.get(appId);
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
