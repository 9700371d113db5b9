import { found } from '../../graphql/refusals';
import type { ResolverContext, Subject } from '../../graphql/resolvers';
import { pageOf, type LogPage, type LogRecord } from '../../runs/logs';
import type { PipelineRun } from '../../store/pipelines';
import type { SandboxStore } from '../../store/store';
import { logOf } from './log';
import { conditionRunId } from './pipelineRun';

interface LogOfNode extends LogPage {
  pipelineInstanceID: string;
  conditionNodeID: string;
}

interface LogOfConditionRun extends LogPage {
  conditionInstanceID: string;
  projectID: string;
}

/** The log of evaluating a condition. */
export const conditionLog: Subject = {
  Query: {
    conditionPipelineByNodeIdFilteredLogs: (
      { pipelineInstanceID: id, conditionNodeID, ...page }: LogOfNode,
      { store },
    ) => {
      const run = found(store.pipelines.run(id), 'Pipeline instance', id);
      return pageOfLog(store, run, conditionNodeID.toLowerCase(), page);
    },
    conditionPipelineFilteredLogs: logOfConditionRun,
    conditionPipelineCountFilteredLogs: (asked: LogOfConditionRun, context) =>
      logOfConditionRun(asked, context).count,
  },
};

function logOfConditionRun(
  { conditionInstanceID: id, projectID, ...page }: LogOfConditionRun,
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
  return pageOfLog(store, run, nodeId, page);
}

function pageOfLog(store: SandboxStore, run: PipelineRun, nodeId: string, page: LogPage) {
  return logOf((asked) => pageOf(linesOf(store, run, nodeId), asked), null, page);
}

/** Nothing before the evaluation. */
function linesOf(store: SandboxStore, run: PipelineRun, nodeId: string): LogRecord[] {
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
