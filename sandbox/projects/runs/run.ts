import type { StoredPipelineRun } from '../../store/pipelines';
import type { Run, SandboxStore } from '../../store/store';
import { conflict, requireFound } from '../../graphql/refusals';
import {
  type ById,
  resolveFields,
  type ResolverContext,
  type Resolvers,
} from '../../graphql/resolvers';
import { type StatusRecord } from '../../runs/timeline';
import { isEnded } from '../../runs/status';
import { findJobNodesBefore } from '../../runs/graph';
import type { ExecutionVariable } from '../../runs/script';

type TriggerType = 'MANUAL_JOB' | 'CRON_JOB' | 'MANUAL_PIPELINE' | 'CRON_PIPELINE' | 'MANUAL_APP';

/** Returns the trigger of a run, with the author if a user started it. */
function buildRunTrigger({ cause, author, pipelineRunId }: Run, { store }: ResolverContext) {
  const pipelineRun = store.pipelines.runTable.find(pipelineRunId ?? '');
  if (pipelineRun) return buildPipelineRunTrigger(pipelineRun);
  if (cause === 'SCHEDULED') return buildAnonymousTrigger('CRON_JOB');
  return buildAuthoredTrigger(cause === 'PIPELINE' ? 'MANUAL_PIPELINE' : 'MANUAL_JOB', author);
}

export function buildPipelineRunTrigger({ cause, author }: StoredPipelineRun) {
  return cause === 'SCHEDULED'
    ? buildAnonymousTrigger('CRON_PIPELINE')
    : buildAuthoredTrigger('MANUAL_PIPELINE', author);
}

/** Returns the trigger of a stop, with its author; null if nobody stopped the run. */
export function buildStopTrigger(type: TriggerType, run: Pick<Run, 'stoppedAt' | 'stopAuthor'>) {
  return run.stoppedAt === null ? null : buildAuthoredTrigger(type, run.stopAuthor);
}

function buildAuthoredTrigger(triggerType: TriggerType, author: string | null) {
  return { __typename: 'AuthoredTrigger', triggerType, author };
}

function buildAnonymousTrigger(triggerType: TriggerType) {
  return { __typename: 'AnonymousTrigger', triggerType };
}

/** Returns the Docker image of a job version, otherwise the image of its technology. */
function findDockerImage(store: SandboxStore, jobId: string, versionNumber: number): string {
  const details = store.jobVersion(jobId, versionNumber)?.details;
  if (details?.dockerInfo) return details.dockerInfo.image;
  const technology = store.catalog.technology(store.job(jobId)?.technologyId ?? '');
  return `platform/${technology?.technologyId ?? 'generic'}:${details?.runtimeVersion ?? 'latest'}`;
}

/** Resolves runs of jobs (JobInstance in the platform's schema). */
export const run: Resolvers = {
  Query: {
    jobInstance: ({ id }: ById, { store }) => requireFound(store.run(id), 'Job instance', id),
  },
  Mutation: {
    runJob: ({ jobId }: { jobId: string }, { store, user }) =>
      requireFound(store.startRun(jobId, { author: user }), 'Job', jobId),
    stopJobInstance: ({ jobInstanceId: id }: { jobInstanceId: string }, { store, user }) => {
      const { status } = requireFound(store.run(id), 'Job instance', id);
      if (isEnded(status)) throw conflict(`Job instance ${id} has already ended: ${status}`);
      return store.stopRun(id, user);
    },
    // A run is not deleted if it has not ended, is part of a pipeline run or belongs to another job.
    deleteJobInstances: (
      { jobId, jobInstanceIds }: { jobId: string; jobInstanceIds?: string[] | null },
      { store },
    ) => {
      const job = store.jobTable.get(jobId);
      return (jobInstanceIds ?? []).map((id) => {
        const run = store.run(id);
        const isDeletable =
          run?.jobId === job.id && run.pipelineRunId === null && isEnded(run.status);
        return { id, success: isDeletable && store.deleteRun(id) };
      });
    },
  },
  JobInstance: resolveFields<Run>({
    statusDetails: ({ details }) => details,
    history: buildHistory,
    // The field cannot be null, so a waiting run has the time of its request.
    startTime: ({ startedAt, requestedAt }) => startedAt ?? requestedAt,
    endTime: ({ endedAt }) => endedAt,
    version: ({ jobId, versionNumber }, { store }) => store.jobVersion(jobId, versionNumber),
    runTrigger: buildRunTrigger,
    stopTrigger: (run) => buildStopTrigger('MANUAL_JOB', run),
    pipelineInstanceId: ({ pipelineRunId }) => pipelineRunId,
    pipelineInstance: ({ pipelineRunId }, { store }) =>
      pipelineRunId === null ? null : store.pipelines.run(pipelineRunId),
    jobNodeId: ({ nodeId }) => nodeId,
    jobAlias: ({ jobId }, { store }) => store.job(jobId)?.alias,
    effectiveDockerImage: ({ jobId, versionNumber }, { store }) =>
      findDockerImage(store, jobId, versionNumber),
    executionVariablesInput: listInputVariables,
    executionGlobalVariablesInput: ({ script }) => script.environment ?? [],
    executionVariablesOutput: listOutputVariables,
  }),
  ExecutionVariable: resolveFields<ExecutionVariable>({
    // Clients cannot read passwords.
    value: ({ value, isPassword }) => (isPassword ? null : value),
  }),
};

/** Returns the variables that a run has set. A run that did not start, was stopped or has not ended has none. */
function listOutputVariables({ script, status, startedAt }: Run): ExecutionVariable[] {
  const hasOutput = isEnded(status) && status !== 'KILLED' && startedAt !== null;
  return hasOutput ? (script.outputVariables ?? []) : [];
}

/** Returns the variables from earlier jobs of the pipeline; none if the pipeline has variables disabled. */
function listInputVariables({ pipelineRunId, nodeId }: Run, { store }: ResolverContext) {
  const pipelineRun = store.pipelines.runTable.find(pipelineRunId ?? '');
  const pipeline = pipelineRun && store.pipelines.find(pipelineRun.pipelineId);
  if (!pipelineRun || !pipeline?.settings.hasExecutionVariablesEnabled) return [];
  const version = store.pipelines.version(pipeline.id, pipelineRun.versionNumber);
  if (!version) return [];
  const before = findJobNodesBefore(version.details.graph, nodeId ?? '');
  return store.runsOfPipelineRun(pipelineRun.id).flatMap((run) => {
    const isDirectParent = before.get(run.nodeId ?? '');
    const executionVariables = listOutputVariables(run);
    if (isDirectParent === undefined || executionVariables.length === 0) return [];
    return {
      isDirectParent,
      executionVariables,
      isGlobalVariables: false,
    };
  });
}

/** Returns the current status of a run and all its statuses, oldest first. */
export function buildHistory(run: StatusRecord & { statuses: StatusRecord[] }) {
  return { currentStatus: buildStatus(run), statuses: run.statuses.map(buildStatus) };
}

export function buildStatus({ status, details, recordedAt }: StatusRecord) {
  return { status, details, reason: findReason(status, details), recordAt: recordedAt };
}

/** The platform's reason for a failed run, by a pattern in the details of its status. */
const REASONS: [details: RegExp, reason: string][] = [
  [/out of memory/, 'OUT_OF_MEMORY'],
  [/pull the image/, 'IMAGE_PULL_ERROR'],
  [/name of the image/, 'INVALID_IMAGE_NAME'],
  [/evicted/, 'EVICTED'],
];

function findReason(status: string, details: string | null): string | null {
  if (status !== 'FAILED' && status !== 'ERROR') return null;
  return REASONS.find(([pattern]) => pattern.test(details ?? ''))?.[1] ?? 'GENERIC_ERROR';
}
