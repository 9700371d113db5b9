import { createRecord, type RunState, findState } from '../../runs/timeline';
import { isEnded } from '../../runs/status';
import type { PipelineRun } from '../../store/pipelines';
import { conflict, requireFound } from '../../graphql/refusals';
import { type ById, resolveFields, type Resolvers } from '../../graphql/resolvers';
import { hashToId } from '../../ids';
import type { SandboxStore } from '../../store/store';
import { buildHistory, buildStatus, buildStopTrigger, buildPipelineRunTrigger } from './run';

/** State of a condition in a run of a pipeline (ConditionInstance in the platform's schema). */
interface ConditionRun extends RunState {
  id: string;
  conditionNodeId: string;
  /** Null if the condition has not been evaluated. */
  isSuccess: boolean | null;
  startTime: number | null;
  endTime: number | null;
}

/** Returns the state of a run's conditions at a time in epoch milliseconds. */
function listConditionRuns(run: PipelineRun, now: number): ConditionRun[] {
  return [...run.conditions].map(([conditionNodeId, result]) => {
    const isEvaluated = result !== null && result.at <= now;
    const records = [
      createRecord('AWAITING', run.requestedAt),
      ...(isEvaluated ? [createRecord('SUCCEEDED', result.at)] : []),
      ...(result === null && isEnded(run.status) ? [createRecord('SKIPPED', run.recordedAt)] : []),
    ];
    return {
      ...findState(records, now),
      id: hashToId(`${run.id} ${conditionNodeId}`),
      conditionNodeId,
      isSuccess: isEvaluated ? result.isSuccess : null,
      startTime: isEvaluated ? result.at : null,
      endTime: isEvaluated ? result.at : null,
    };
  });
}

/** Resolves runs of pipelines (PipelineInstance in the platform's schema). */
export const pipelineRun: Resolvers = {
  Query: {
    pipelineInstance: ({ id }: ById, { store }) => getPipelineRun(store, id),
  },
  Mutation: {
    runPipeline: ({ pipelineId }: { pipelineId: string }, { store, user }) => {
      const pipeline = store.pipelines.get(pipelineId);
      const graph = store.pipelines.details(pipeline)?.graph;
      const missing = graph?.jobNodes.find(({ jobId }) => !store.job(jobId));
      if (missing) throw conflict(`The job ${missing.jobId} of the pipeline was deleted`);
      return store.pipelines.start(pipeline.id, { author: user });
    },
    stopPipelineInstance: ({ pipelineInstanceId: id }: { pipelineInstanceId: string }, context) => {
      const { pipelines } = context.store;
      const { status } = getPipelineRun(context.store, id);
      if (isEnded(status)) throw conflict(`Pipeline instance ${id} has already ended: ${status}`);
      return pipelines.stop(id, context.user);
    },
    // A run that has not ended, or belongs to another pipeline, is not deleted.
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
    // Older platforms return only the text.
    statusDetails: (run, _context, _args, { returnType }) =>
      String(returnType) === 'String' ? run.details : buildStatus(run),
    // The field cannot be null, so a waiting run has the time of its request.
    startTime: ({ startedAt, requestedAt }) => startedAt ?? requestedAt,
    endTime: ({ endedAt }) => endedAt,
    version: ({ pipelineId, versionNumber }, { store }) =>
      store.pipelines.version(pipelineId, versionNumber),
    pipelineName: ({ pipelineId }, { store }) => store.pipelines.find(pipelineId)?.name,
    // The job runs have the order of the graph's nodes.
    jobsInstance: ({ id }, { store }) => store.runsOfPipelineRun(id),
    conditionsInstance: (run, { store }) => listConditionRuns(run, store.clock()),
    nodeStatuses: (run, { store }) => listNodeStatuses(run, store),
    runTrigger: buildPipelineRunTrigger,
    stopTrigger: (run) => buildStopTrigger('MANUAL_PIPELINE', run),
  }),
  ConditionInstance: resolveFields<ConditionRun>({
    history: buildHistory,
  }),
};

function getPipelineRun(store: SandboxStore, id: string): PipelineRun {
  return requireFound(store.pipelines.run(id), 'Pipeline instance', id);
}

function listNodeStatuses(run: PipelineRun, store: SandboxStore) {
  const now = store.clock();
  const jobs = [...(store.pipelines.plan(run.id)?.nodes ?? [])].map(([nodeId, records]) => ({
    nodeId,
    status: findState(records, now).status,
  }));
  const conditions = listConditionRuns(run, now).map(({ conditionNodeId, status }) => ({
    nodeId: conditionNodeId,
    status,
  }));
  return [...jobs, ...conditions];
}
