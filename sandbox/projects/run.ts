import { found } from '../graphql/errors';
import type { SchemaPart } from '../graphql/part';
import { isEnded, RUN_STATUSES } from '../runs/status';
import type { StatusRecord } from '../runs/timeline';
import { RUN_CAUSES } from '../store/runs';
import type { Run } from '../store/store';

/** Runs of jobs (the platform's JobInstance). */
export const runPart: SchemaPart = {
  typeDefs: /* GraphQL */ `
    enum InstanceStatus {
      ${RUN_STATUSES.join('\n')}
    }

    enum RunTrigger {
      ${RUN_CAUSES.join('\n')}
    }

    type InstanceStatusRecord {
      status: InstanceStatus!
      details: String
      recordAt: DateTime!
    }

    type InstanceHistory {
      currentStatus: InstanceStatusRecord!
      "Oldest first"
      statuses: [InstanceStatusRecord!]!
    }

    type JobInstance {
      id: UUID!
      number: Int!
      status: InstanceStatus! @deprecated(reason: "Use history.currentStatus.status")
      statusDetails: String
      history: InstanceHistory!
      startTime: DateTime
      endTime: DateTime
      jobId: UUID!
      version: JobVersion!
      runTrigger: RunTrigger!
      "Null where no pipeline started it"
      pipelineInstanceId: UUID
    }

    type DeletionResult {
      id: UUID!
      success: Boolean!
    }

    type Query {
      jobInstance(id: UUID!): JobInstance
    }

    type Mutation {
      runJob(jobId: UUID!): JobInstance!
      "A run that has ended stays as it is"
      stopJobInstance(jobInstanceId: UUID!): JobInstance!
      "Only runs of the job that have ended are deleted"
      deleteJobInstances(jobId: UUID!, jobInstanceIds: [UUID!]): [DeletionResult!]!
    }
  `,
  resolvers: {
    Query: {
      jobInstance: (_root, { id }: { id: string }, { store }) =>
        found(store.run(id), 'Job instance', id),
    },
    Mutation: {
      runJob: (_root, { jobId }: { jobId: string }, { store }) =>
        found(store.startRun(jobId), 'Job', jobId),
      stopJobInstance: (_root, { jobInstanceId }: { jobInstanceId: string }, { store }) =>
        found(store.stopRun(jobInstanceId), 'Job instance', jobInstanceId),
      deleteJobInstances: (
        _root,
        { jobId, jobInstanceIds }: { jobId: string; jobInstanceIds?: string[] | null },
        { store },
      ) => {
        const job = found(store.job(jobId), 'Job', jobId);
        return (jobInstanceIds ?? []).map((id) => {
          const run = store.run(id);
          const success = run?.jobId === job.id && isEnded(run.status) && store.deleteRun(id);
          return { id, success };
        });
      },
    },
    JobInstance: {
      statusDetails: ({ details }: Run) => details,
      history: (run: Run) => ({
        currentStatus: recordOf(run),
        statuses: run.statuses.map(recordOf),
      }),
      startTime: ({ startedAt }: Run) => startedAt,
      endTime: ({ endedAt }: Run) => endedAt,
      version: ({ jobId, versionNumber }: Run, _args: unknown, { store }) => {
        const version = store.jobVersion(jobId, versionNumber);
        return version && { ...version, jobId };
      },
      runTrigger: ({ cause }: Run) => cause,
      pipelineInstanceId: ({ pipelineRunId }: Run) => pipelineRunId,
    },
  },
};

function recordOf({ status, details, recordedAt }: StatusRecord) {
  return { status, details, recordAt: recordedAt };
}
