import type { StoredPipelineRun } from '../../store/pipelines';
import type { Run, SandboxStore } from '../../store/store';
import { TECHNOLOGY_LABELS } from '../../ids';
import { conflict, found, type ResolverContext, type Resolvers } from '../../graphql/resolvers';
import { isEnded, type StatusRecord } from '../../runs/timeline';
import { type ExecutionVariable, jobNodesBefore } from '../../runs/variables';

type TriggerType = 'MANUAL_JOB' | 'CRON_JOB' | 'MANUAL_PIPELINE' | 'CRON_PIPELINE' | 'MANUAL_APP';

/** What a run says started it: a login where somebody did it by hand. */
function triggerOfRun({ cause, author, pipelineRunId }: Run, store: SandboxStore) {
  const pipelineRun = pipelineRunId === null ? undefined : store.pipelines.storedRun(pipelineRunId);
  if (pipelineRun) return triggerOfPipelineRun(pipelineRun);
  if (cause === 'SCHEDULED') return anonymous('CRON_JOB');
  return authored(cause === 'PIPELINE' ? 'MANUAL_PIPELINE' : 'MANUAL_JOB', author);
}

export function triggerOfPipelineRun({ cause, author }: StoredPipelineRun) {
  return cause === 'SCHEDULED' ? anonymous('CRON_PIPELINE') : authored('MANUAL_PIPELINE', author);
}

/** Who stopped a run; null where nobody did. */
export function stopTrigger(type: TriggerType, author: string | null, stoppedAt: number | null) {
  return stoppedAt === null ? null : authored(type, author);
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
export const runResolvers: Resolvers = {
  Query: {
    jobInstance: (_root, { id }: { id: string }, { store }) =>
      found(store.run(id), 'Job instance', id),
  },
  Mutation: {
    runJob: (_root, { jobId }: { jobId: string }, { store, user }) =>
      found(store.startRun(jobId, { author: user }), 'Job', jobId),
    stopJobInstance: (_root, { jobInstanceId: id }: { jobInstanceId: string }, { store, user }) => {
      const { status } = found(store.run(id), 'Job instance', id);
      if (isEnded(status)) throw conflict(`Job instance ${id} has already ended: ${status}`);
      return store.stopRun(id, user);
    },
    // Only runs of the job that have ended are deleted, and none that belongs to a pipeline's run.
    deleteJobInstances: (
      _root,
      { jobId, jobInstanceIds }: { jobId: string; jobInstanceIds?: string[] | null },
      { store },
    ) => {
      const job = found(store.job(jobId), 'Job', jobId);
      return (jobInstanceIds ?? []).map((id) => {
        const run = store.run(id);
        const isFree = run?.jobId === job.id && run.pipelineRunId === null && isEnded(run.status);
        return { id, success: isFree && store.deleteRun(id) };
      });
    },
  },
  JobInstance: {
    statusDetails: ({ details }: Run) => details,
    history: (run: Run) => historyOf(run),
    // Never null: a run that waits says when it was asked for.
    startTime: ({ startedAt, requestedAt }: Run) => startedAt ?? requestedAt,
    endTime: ({ endedAt }: Run) => endedAt,
    version: ({ jobId, versionNumber }: Run, _args: unknown, { store }) =>
      store.jobVersion(jobId, versionNumber),
    runTrigger: (run: Run, _args: unknown, { store }) => triggerOfRun(run, store),
    stopTrigger: ({ stopAuthor, stoppedAt }: Run) =>
      stopTrigger('MANUAL_JOB', stopAuthor, stoppedAt),
    pipelineInstanceId: ({ pipelineRunId }: Run) => pipelineRunId,
    pipelineInstance: ({ pipelineRunId }: Run, _args: unknown, { store }) =>
      pipelineRunId === null ? null : store.pipelines.run(pipelineRunId),
    jobNodeId: ({ nodeId }: Run) => nodeId,
    jobAlias: ({ jobId }: Run, _args: unknown, { store }) => store.job(jobId)?.alias,
    effectiveDockerImage: ({ jobId, versionNumber }: Run, _args: unknown, { store }) =>
      effectiveDockerImage(store, jobId, versionNumber),
    deletableState: ({ status, pipelineRunId }: Run) => {
      const reasons = [
        ...(isEnded(status) ? [] : ['INSTANCE_NOT_TERMINATED']),
        ...(pipelineRunId === null ? [] : ['INSTANCE_LINKED_TO_PIPELINE']),
      ];
      return { deletable: reasons.length === 0, reasons };
    },
    executionVariablesInput: variablesFromJobs,
    executionGlobalVariablesInput: ({ script }: Run) => script.environment ?? [],
    executionVariablesOutput: outputVariables,
    executionVariablesByKey: () => [],
  },
  ExecutionVariable: {
    // A password is never read.
    value: ({ value, isPassword }: ExecutionVariable) => (isPassword ? null : value),
  },
};

/** What a run has set; nothing before its end, or if it was stopped. */
function outputVariables({ script, status, startedAt }: Run): ExecutionVariable[] {
  const hasSet = isEnded(status) && status !== 'KILLED' && startedAt !== null;
  return hasSet ? (script.outputVariables ?? []) : [];
}

/** What the jobs before it in its pipeline have set, if the pipeline passes variables on. */
function variablesFromJobs(
  { pipelineRunId, nodeId }: Run,
  _args: unknown,
  { store }: ResolverContext,
) {
  const pipelineRun = pipelineRunId === null ? undefined : store.pipelines.storedRun(pipelineRunId);
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
      parentJobInstanceId: run.id,
      parentJobId: run.jobId,
      parentJobAlias: store.job(run.jobId)?.alias,
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
