import { createHash } from 'node:crypto';
import { isEnded, record, type RunState, stateIn } from '../../runs/timeline';
import type { PipelineRun } from '../../store/pipelines';
import { conflict, found, part, type Resolvers } from '../../graphql/resolvers';
import type { Page } from '../../store/table';
import type { SandboxStore } from '../../store/store';
import { historyOf, statusOf, stopTrigger, triggerOfPipelineRun } from './run';

/** What became of a condition of a pipeline's run (the platform's ConditionInstance). */
interface ConditionRun extends RunState {
  id: string;
  conditionNodeId: string;
  /** Null where the condition was not looked at. */
  isSuccess: boolean | null;
  startTime: number | null;
  endTime: number | null;
}

/** The conditions of a run as they are at a moment, epoch milliseconds. */
function conditionRunsOf(run: PipelineRun, now: number): ConditionRun[] {
  return [...run.conditions].map(([conditionNodeId, result]) => {
    const isKnown = result !== null && result.at <= now;
    const records = [
      record('AWAITING', run.requestedAt),
      ...(isKnown ? [record('SUCCEEDED', result.at)] : []),
      ...(result === null && isEnded(run.status) ? [record('SKIPPED', run.recordedAt)] : []),
    ];
    return {
      ...stateIn(records, now),
      id: idOf(run.id, conditionNodeId),
      conditionNodeId,
      isSuccess: isKnown ? result.isSuccess : null,
      startTime: isKnown ? result.at : null,
      endTime: isKnown ? result.at : null,
    };
  });
}

/** The same id for the same condition of the same run. */
function idOf(runId: string, nodeId: string): string {
  const hash = createHash('sha256').update(`${runId} ${nodeId}`).digest('hex');
  return [8, 12, 16, 20, 32]
    .map((end, index) => hash.slice([0, 8, 12, 16, 20][index], end))
    .join('-');
}

/** Runs of pipelines (the platform's PipelineInstance). */
export const pipelineRunResolvers: Resolvers = {
  Query: {
    pipelineInstance: (_root, { id }: { id: string }, { store }) =>
      found(store.pipelines.run(id), 'Pipeline instance', id),
  },
  Mutation: {
    runPipeline: (_root, { pipelineId }: { pipelineId: string }, { store, user }) => {
      const pipeline = found(store.pipelines.find(pipelineId), 'Pipeline', pipelineId);
      const graph = store.pipelines.current(pipeline)?.graph;
      const missing = graph?.jobNodes.find(({ jobId }) => !store.job(jobId));
      if (missing) throw conflict(`The job ${missing.jobId} of the pipeline was deleted`);
      return store.pipelines.start(pipeline.id, { author: user });
    },
    stopPipelineInstance: (
      _root,
      { pipelineInstanceId: id }: { pipelineInstanceId: string },
      { store, user },
    ) => {
      const { status } = found(store.pipelines.run(id), 'Pipeline instance', id);
      if (isEnded(status)) throw conflict(`Pipeline instance ${id} has already ended: ${status}`);
      return store.pipelines.stop(id, user);
    },
    // Only runs of the pipeline that have ended are deleted.
    deletePipelineInstances: (
      _root,
      args: { pipelineId: string; pipelineInstanceIds?: string[] | null },
      { store },
    ) => {
      const pipeline = found(store.pipelines.find(args.pipelineId), 'Pipeline', args.pipelineId);
      return (args.pipelineInstanceIds ?? []).map((id) => {
        const run = store.pipelines.run(id);
        const isDeletable = run?.pipelineId === pipeline.id && isEnded(run.status);
        return { id, success: isDeletable && store.pipelines.deleteRun(id) };
      });
    },
  },
  PipelineInstance: {
    // Older platforms give the text alone.
    statusDetails: (run: PipelineRun, _args: unknown, _context, { returnType }) =>
      String(returnType) === 'String' ? run.details : statusOf(run),
    // Never null: a run that waits says when it was asked for.
    startTime: ({ startedAt, requestedAt }: PipelineRun) => startedAt ?? requestedAt,
    endTime: ({ endedAt }: PipelineRun) => endedAt,
    version: ({ pipelineId, versionNumber }: PipelineRun, _args: unknown, { store }) =>
      store.pipelines.version(pipelineId, versionNumber),
    pipelineName: ({ pipelineId }: PipelineRun, _args: unknown, { store }) =>
      store.pipelines.find(pipelineId)?.name,
    // In the order of the graph's nodes.
    jobsInstance: ({ id }: PipelineRun, { limit, skip }: Page, { store }) =>
      part(store.runsOfPipelineRun(id), limit, skip),
    conditionsInstance: (run: PipelineRun, _args: unknown, { store }) =>
      conditionRunsOf(run, store.clock()),
    nodeStatuses: (run: PipelineRun, _args: unknown, { store }) => nodeStatuses(run, store),
    runTrigger: (run: PipelineRun) => triggerOfPipelineRun(run),
    stopTrigger: ({ stopAuthor, stoppedAt }: PipelineRun) =>
      stopTrigger('MANUAL_PIPELINE', stopAuthor, stoppedAt),
    initialExecutionVariables: () => [],
    runWithExecutionVariables: ({ pipelineId }: PipelineRun, _args: unknown, { store }) =>
      store.pipelines.find(pipelineId)?.settings.hasExecutionVariablesEnabled,
    deletableState: ({ status }: PipelineRun) => ({
      deletable: isEnded(status),
      reasons: isEnded(status) ? [] : ['INSTANCE_NOT_TERMINATED'],
    }),
  },
  ConditionInstance: {
    history: (run: ConditionRun) => historyOf(run),
    executionVariablesByKey: () => [],
  },
};

function nodeStatuses(run: PipelineRun, store: SandboxStore) {
  const now = store.clock();
  const jobs = [...(store.pipelines.plan(run.id)?.nodes ?? [])].map(([nodeId, records]) => ({
    nodeId,
    status: stateIn(records, now).status,
  }));
  const conditions = conditionRunsOf(run, now).map(({ conditionNodeId, status }) => ({
    nodeId: conditionNodeId,
    status,
  }));
  return [...jobs, ...conditions];
}
