import { buildSchema } from 'graphql';

/** The runs of one recent generation of platforms, with the names and types that introspection of it gives. */
export const RECENT = buildSchema(/* GraphQL */ `
  scalar UUID
  scalar DateTime
  enum InstanceStatus {
    AWAITING
    REQUESTED
    UNKNOWN
    QUEUED
    RUNNING
    KILLING
    KILLED
    SUCCEEDED
    FAILED
    ERROR
    SKIPPED
  }
  enum StatusReason {
    OUT_OF_MEMORY
    GENERIC_ERROR
  }
  enum TriggerType {
    MANUAL_JOB
    CRON_JOB
    CRON_PIPELINE
    MANUAL_PIPELINE
  }
  enum LogStream {
    ENVVARS_STDOUT
    ENVVARS_STDERR
    ORCHESTRATION_STDOUT
    ORCHESTRATION_STDERR
    STDERR
    STDOUT
  }
  interface Trigger {
    triggerType: TriggerType!
  }
  type AuthoredTrigger implements Trigger {
    author: String
    triggerType: TriggerType!
  }
  type AnonymousTrigger implements Trigger {
    triggerType: TriggerType!
  }
  type InstanceStatusDetails {
    status: InstanceStatus!
    details: String
    reason: StatusReason
    recordAt: DateTime!
  }
  type InstanceHistory {
    statuses: [InstanceStatusDetails]!
    currentStatus: InstanceStatusDetails!
  }
  type JobVersion {
    number: Int!
  }
  type PipelineVersion {
    number: Int!
  }
  type JobInstance {
    id: UUID!
    number: Int!
    status: InstanceStatus! @deprecated(reason: "Use history")
    statusDetails: String @deprecated(reason: "Use history")
    history: InstanceHistory
    version: JobVersion!
    startTime: DateTime!
    endTime: DateTime
    pipelineInstanceId: UUID
    jobId: UUID!
    jobNodeId: UUID
    jobAlias: String
    runTrigger: Trigger
    stopTrigger: AuthoredTrigger
  }
  type ConditionInstance {
    id: UUID
    conditionNodeId: UUID!
    isSuccess: Boolean
    startTime: DateTime
    endTime: DateTime
    history: InstanceHistory!
  }
  type NodeStatus {
    nodeId: UUID!
    status: InstanceStatus!
  }
  type PipelineInstance {
    id: UUID!
    number: Int!
    status: InstanceStatus!
    statusDetails: InstanceStatusDetails
    jobsInstance(limit: Int, skip: Int): [JobInstance!]!
    conditionsInstance: [ConditionInstance]
    nodeStatuses: [NodeStatus!]!
    version: PipelineVersion!
    startTime: DateTime!
    endTime: DateTime
    pipelineId: UUID
    pipelineName: String
    runTrigger: Trigger
    stopTrigger: AuthoredTrigger
  }
  type Project {
    id: UUID!
    name: String!
  }
  type Job {
    id: UUID!
    project: Project!
    name: String!
    instances(limit: Int, skip: Int, lastExecution: Boolean): [JobInstance!]
  }
  type Pipeline {
    id: UUID!
    name: String!
    project: Project!
    instances(limit: Int, skip: Int, lastExecution: Boolean): [PipelineInstance!]
  }
  type Logs {
    count: Int
    content: [Log!]
  }
  type Log {
    index: Int
    value: String!
    stream: LogStream!
  }
  type Query {
    job(id: UUID!): Job
    jobInstance(id: UUID!): JobInstance
    graphPipeline(id: UUID!): Pipeline
    pipelineInstance(id: UUID!): PipelineInstance
    logs(jobInstanceID: UUID!, limit: Int, skip: Int, stream: LogStream): Logs
      @deprecated(reason: "Use filteredLogs")
    countLogs(jobInstanceID: UUID!, stream: LogStream): Int
      @deprecated(reason: "Use countFilteredLogs")
    filteredLogs(jobInstanceID: UUID!, limit: Int, skip: Int, streams: [LogStream]!): Logs
    countFilteredLogs(jobInstanceID: UUID!, streams: [LogStream]!): Int
  }
  type Mutation {
    runJob(jobId: UUID!): JobInstance!
    runPipeline(pipelineId: UUID!): PipelineInstance!
    stopJobInstance(jobInstanceId: UUID!): JobInstance!
    stopPipelineInstance(pipelineInstanceId: UUID!): PipelineInstance!
  }
`);

/** Those of the oldest generation that is met: the status stands on the run, and logs come stream by stream. */
export const EARLY = buildSchema(/* GraphQL */ `
  scalar UUID
  scalar DateTime
  enum InstanceStatus {
    QUEUED
    RUNNING
    KILLED
    SUCCEEDED
    FAILED
  }
  enum TriggerType {
    MANUAL_JOB
    CRON_JOB
  }
  enum LogStream {
    ENVVARS_STDOUT
    ENVVARS_STDERR
    STDERR
    STDOUT
  }
  interface Trigger {
    triggerType: TriggerType!
  }
  type AuthoredTrigger implements Trigger {
    author: String
    triggerType: TriggerType!
  }
  type JobInstance {
    id: UUID!
    number: Int!
    status: InstanceStatus!
    statusDetails: String
    startTime: DateTime!
    endTime: DateTime
    jobId: UUID!
    runTrigger: Trigger
  }
  type Job {
    id: UUID!
    name: String!
    instances(limit: Int, skip: Int): [JobInstance!]
  }
  type Logs {
    count: Int
    content: [Log!]
  }
  type Log {
    index: Int
    value: String!
    stream: LogStream!
  }
  type Query {
    job(id: UUID!): Job
    jobInstance(id: UUID!): JobInstance
    logs(jobInstanceID: UUID!, stream: LogStream): Logs
  }
  type Mutation {
    runJob(jobId: UUID!): JobInstance!
    stopJobInstance(jobInstanceId: UUID!): JobInstance!
  }
`);

export const GENERATIONS = { RECENT, EARLY };

/** The identifiers of runs and whatever else: told apart by their last digits. */
export const uuid = (number: number) =>
  `60000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const JOB_ID = uuid(900_001);
export const PIPELINE_ID = uuid(900_002);

/** A run of a job with every field of both generations; graphql picks what is asked for. */
export function jobInstance(number: number, more: Record<string, unknown> = {}) {
  const { status = 'SUCCEEDED', statusDetails = null, reason = null, ...others } = more;
  const current = { status, details: statusDetails, reason, recordAt: '2026-01-02T03:04:11Z' };
  return {
    id: uuid(number),
    number,
    status,
    statusDetails,
    history: { statuses: [current], currentStatus: current },
    version: { number: 3 },
    startTime: '2026-01-02T03:04:05Z',
    endTime: '2026-01-02T03:04:11Z',
    pipelineInstanceId: null,
    jobId: JOB_ID,
    jobNodeId: null,
    jobAlias: 'import_weather',
    runTrigger: { __typename: 'AuthoredTrigger', triggerType: 'MANUAL_JOB', author: 'ann' },
    stopTrigger: null,
    ...others,
  };
}

/** The job of these runs, newest first, paged as platforms do. */
export function jobWith(runs: unknown[]) {
  return {
    id: JOB_ID,
    name: 'Import weather',
    project: { id: uuid(900_003), name: 'Weather' },
    instances: ({ limit = runs.length, skip = 0 }: { limit?: number; skip?: number }) =>
      runs.slice(skip, skip + limit),
  };
}
