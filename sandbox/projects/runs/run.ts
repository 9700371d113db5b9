import type { StoredPipelineRun } from '../../store/pipelines';
import type { Run, SandboxStore } from '../../store/store';
import { TECHNOLOGY_LABELS } from '../../ids';
import { conflict, found } from '../../graphql/refusals';
import {
  type ById,
  resolveFields,
  type ResolverContext,
  type Subject,
} from '../../graphql/resolvers';
import { type StatusRecord } from '../../runs/timeline';
import { isEnded } from '../../runs/status';
import { jobNodesBefore } from '../../runs/graph';
import type { ExecutionVariable } from '../../runs/script';

type TriggerType = 'MANUAL_JOB' | 'CRON_JOB' | 'MANUAL_PIPELINE' | 'CRON_PIPELINE' | 'MANUAL_APP';

/** Returns the origin of a run: a login if a user started it by hand. */
function triggerOfRun({ cause, author, pipelineRunId }: Run, { store }: ResolverContext) {
  const pipelineRun = store.pipelines.runTable.find(pipelineRunId ?? '');
  if (pipelineRun) return triggerOfPipelineRun(pipelineRun);
  if (cause === 'SCHEDULED') return anonymous('CRON_JOB');
  return authored(cause === 'PIPELINE' ? 'MANUAL_PIPELINE' : 'MANUAL_JOB', author);
}

export function triggerOfPipelineRun({ cause, author }: StoredPipelineRun) {
  return cause === 'SCHEDULED' ? anonymous('CRON_PIPELINE') : authored('MANUAL_PIPELINE', author);
}

/** Who stopped a run; null where nobody did. */
export function stopTrigger(type: TriggerType, run: Pick<Run, 'stoppedAt' | 'stopAuthor'>) {
  return run.stoppedAt === null ? null : authored(type, run.stopAuthor);
}

function authored(triggerType: TriggerType, author: string | null) {
  return { __typename: 'AuthoredTrigger', triggerType, author };
}

function anonymous(triggerType: TriggerType) {
  return { __typename: 'AnonymousTrigger', triggerType };
}

/** The image that a version of a job runs in: its own, or that of its technology. */
function effectiveDockerImage(store: SandboxStore, jobId: string, number: number): string {
  const details = store.jobVersion(jobId, number)?.details;
  if (details?.dockerInfo) return details.dockerInfo.image;
  const technology = TECHNOLOGY_LABELS[store.job(jobId)?.technologyId ?? ''] ?? 'generic';
  return `platform/${technology.toLowerCase()}:${details?.runtimeVersion ?? 'latest'}`;
}

/** Runs of jobs (the platform's JobInstance). */
export const run: Subject = {
  Query: {
    jobInstance: ({ id }: ById, { store }) => found(store.run(id), 'Job instance', id),
  },
  Mutation: {
    runJob: ({ jobId }: { jobId: string }, { store, user }) =>
      found(store.startRun(jobId, { author: user }), 'Job', jobId),
    stopJobInstance: ({ jobInstanceId: id }: { jobInstanceId: string }, { store, user }) => {
      const { status } = found(store.run(id), 'Job instance', id);
      if (isEnded(status)) throw conflict(`Job instance ${id} has already ended: ${status}`);
      return store.stopRun(id, user);
    },
    // Only runs of the job that have ended are deleted, and none that belongs to a pipeline's run.
    deleteJobInstances: (
      { jobId, jobInstanceIds }: { jobId: string; jobInstanceIds?: string[] | null },
      { store },
    ) => {
      const job = store.jobTable.get(jobId);
      return (jobInstanceIds ?? []).map((id) => {
        const run = store.run(id);
        const isFree = run?.jobId === job.id && run.pipelineRunId === null && isEnded(run.status);
        return { id, success: isFree && store.deleteRun(id) };
      });
    },
  },
  JobInstance: resolveFields<Run>({
    statusDetails: ({ details }) => details,
    history: historyOf,
    // Never null: a run that waits says when it was asked for.
    startTime: ({ startedAt, requestedAt }) => startedAt ?? requestedAt,
    endTime: ({ endedAt }) => endedAt,
    version: ({ jobId, versionNumber }, { store }) => store.jobVersion(jobId, versionNumber),
    runTrigger: triggerOfRun,
    stopTrigger: (run) => stopTrigger('MANUAL_JOB', run),
    pipelineInstanceId: ({ pipelineRunId }) => pipelineRunId,
    pipelineInstance: ({ pipelineRunId }, { store }) =>
      pipelineRunId === null ? null : store.pipelines.run(pipelineRunId),
    jobNodeId: ({ nodeId }) => nodeId,
    jobAlias: ({ jobId }, { store }) => store.job(jobId)?.alias,
    effectiveDockerImage: ({ jobId, versionNumber }, { store }) =>
      effectiveDockerImage(store, jobId, versionNumber),
    executionVariablesInput: variablesFromJobs,
    executionGlobalVariablesInput: ({ script }) => script.environment ?? [],
    executionVariablesOutput: outputVariables,
  }),
  ExecutionVariable: resolveFields<ExecutionVariable>({
    // A password is never read.
    value: ({ value, isPassword }) => (isPassword ? null : value),
  }),
};

/** Variables that a run has set; none before its end, or if it was stopped. */
function outputVariables({ script, status, startedAt }: Run): ExecutionVariable[] {
  const hasSet = isEnded(status) && status !== 'KILLED' && startedAt !== null;
  return hasSet ? (script.outputVariables ?? []) : [];
}

/** Variables that the jobs before it in its pipeline have set, if the pipeline passes variables on. */
function variablesFromJobs({ pipelineRunId, nodeId }: Run, { store }: ResolverContext) {
  const pipelineRun = store.pipelines.runTable.find(pipelineRunId ?? '');
  const pipeline = pipelineRun && store.pipelines.find(pipelineRun.pipelineId);
  if (!pipelineRun || !pipeline?.settings.hasExecutionVariablesEnabled) return [];
  const version = store.pipelines.version(pipeline.id, pipelineRun.versionNumber);
  if (!version) return [];
  const before = jobNodesBefore(version.details.graph, nodeId ?? '');
  return store.runsOfPipelineRun(pipelineRun.id).flatMap((run) => {
    const isDirectParent = before.get(run.nodeId ?? '');
    const executionVariables = outputVariables(run);
    if (isDirectParent === undefined || executionVariables.length === 0) return [];
    return {
      isDirectParent,
      executionVariables,
      isGlobalVariables: false,
    };
  });
}

/** The states of a run, oldest first. */
export function historyOf(run: StatusRecord & { statuses: StatusRecord[] }) {
  return { currentStatus: statusOf(run), statuses: run.statuses.map(statusOf) };
}

export function statusOf({ status, details, recordedAt }: StatusRecord) {
  return { status, details, reason: reasonOf(status, details), recordAt: recordedAt };
}

/** The platform's own words for why a run failed, by what its details say. */
const REASONS: [RegExp, string][] = [
  [/out of memory/, 'OUT_OF_MEMORY'],
  [/pull the image/, 'IMAGE_PULL_ERROR'],
  [/name of the image/, 'INVALID_IMAGE_NAME'],
  [/evicted/, 'EVICTED'],
];

function reasonOf(status: string, details: string | null): string | null {
  if (status !== 'FAILED' && status !== 'ERROR') return null;
  return REASONS.find(([words]) => words.test(details ?? ''))?.[1] ?? 'GENERIC_ERROR';
}
