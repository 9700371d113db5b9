import { record, type RunState, stateIn } from '../../runs/timeline';
import { isEnded } from '../../runs/status';
import type { PipelineRun } from '../../store/pipelines';
import { conflict, found } from '../../graphql/refusals';
import { type ById, resolveFields, part, type Subject } from '../../graphql/resolvers';
import { hashedId } from '../../ids';
import type { Page } from '../../store/table';
import type { SandboxStore } from '../../store/store';
import { historyOf, statusOf, stopTrigger, triggerOfPipelineRun } from './run';

/** Outcome of a condition of a pipeline's run (the platform's ConditionInstance). */
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
      id: hashedId(`${run.id} ${conditionNodeId}`),
      conditionNodeId,
      isSuccess: isKnown ? result.isSuccess : null,
      startTime: isKnown ? result.at : null,
      endTime: isKnown ? result.at : null,
    };
  });
}

/** Runs of pipelines (the platform's PipelineInstance). */
export const pipelineRun: Subject = {
  Query: {
    pipelineInstance: ({ id }: ById, { store }) => existing(store, id),
  },
  Mutation: {
    runPipeline: ({ pipelineId }: { pipelineId: string }, { store, user }) => {
      const pipeline = store.pipelines.get(pipelineId);
      const graph = store.pipelines.current(pipeline)?.graph;
      const missing = graph?.jobNodes.find(({ jobId }) => !store.job(jobId));
      if (missing) throw conflict(`The job ${missing.jobId} of the pipeline was deleted`);
      return store.pipelines.start(pipeline.id, { author: user });
    },
    stopPipelineInstance: ({ pipelineInstanceId: id }: { pipelineInstanceId: string }, context) => {
      const { pipelines } = context.store;
      const { status } = existing(context.store, id);
      if (isEnded(status)) throw conflict(`Pipeline instance ${id} has already ended: ${status}`);
      return pipelines.stop(id, context.user);
    },
    // Only runs of the pipeline that have ended are deleted.
    deletePipelineInstances: (
      args: { pipelineId: string; pipelineInstanceIds?: string[] | null },
      { store: { pipelines } },
    ) => {
      const pipeline = pipelines.get(args.pipelineId);
      return (args.pipelineInstanceIds ?? []).map((id) => {
        const run = pipelines.run(id);
        const isDeletable = run?.pipelineId === pipeline.id && isEnded(run.status);
        return { id, success: isDeletable && pipelines.runTable.delete(id) };
      });
    },
  },
  PipelineInstance: resolveFields<PipelineRun>({
    // Older platforms give the text alone.
    statusDetails: (run, _context, _args, { returnType }) =>
      String(returnType) === 'String' ? run.details : statusOf(run),
    // Never null: a run that waits says when it was asked for.
    startTime: ({ startedAt, requestedAt }) => startedAt ?? requestedAt,
    endTime: ({ endedAt }) => endedAt,
    version: ({ pipelineId, versionNumber }, { store }) =>
      store.pipelines.version(pipelineId, versionNumber),
    pipelineName: ({ pipelineId }, { store }) => store.pipelines.find(pipelineId)?.name,
    // In the order of the graph's nodes.
    jobsInstance: ({ id }, { store }, { limit, skip }: Page) =>
      part(store.runsOfPipelineRun(id), limit, skip),
    conditionsInstance: (run, { store }) => conditionRunsOf(run, store.clock()),
    nodeStatuses: (run, { store }) => nodeStatuses(run, store),
    runTrigger: triggerOfPipelineRun,
    stopTrigger: (run) => stopTrigger('MANUAL_PIPELINE', run),
  }),
  ConditionInstance: resolveFields<ConditionRun>({
    history: historyOf,
  }),
};

function existing(store: SandboxStore, id: string): PipelineRun {
  return found(store.pipelines.run(id), 'Pipeline instance', id);
}

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
