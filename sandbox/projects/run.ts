import { found } from '../graphql/errors';
import type { SchemaPart } from '../graphql/part';
import { RUN_STATUSES } from '../runs/status';
import type { StatusRecord } from '../runs/timeline';
import type { Run } from '../store/store';

/** Runs of jobs (the platform's JobInstance). */
export const runPart: SchemaPart = {
  typeDefs: /* GraphQL */ `
    enum InstanceStatus {
      ${RUN_STATUSES.join('\n')}
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

    type JobInstanceVersion {
      number: Int!
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
      version: JobInstanceVersion!
    }

    type Query {
      jobInstance(id: UUID!): JobInstance
    }

    type Mutation {
      runJob(jobId: UUID!): JobInstance!
      "A run that has ended stays as it is"
      stopJobInstance(jobInstanceId: UUID!): JobInstance!
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
    },
    JobInstance: {
      statusDetails: ({ details }: Run) => details,
      history: (run: Run) => ({
        currentStatus: recordOf(run),
        statuses: run.statuses.map(recordOf),
      }),
      startTime: ({ startedAt }: Run) => startedAt,
      endTime: ({ endedAt }: Run) => endedAt,
      version: ({ versionNumber }: Run) => ({ number: versionNumber }),
    },
  },
};

function recordOf({ status, details, recordedAt }: StatusRecord) {
  return { status, details, recordAt: recordedAt };
}
