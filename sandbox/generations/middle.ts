import type { SchemaChanges } from '../graphql/definitions';

/** Fields and values that platforms of mid-2022 do not have. */
const NEWER_NAMES = `
  Query.platform Query.volume Project.jobs

  Mutation.duplicateJob Mutation.duplicatePipeline Mutation.duplicateVolume
  Mutation.moveJob Mutation.movePipeline Mutation.moveVolume
  Job.originalJobId Volume.originalVolumeId Volume.isLocked
  Volume.migrationStatus Volume.duplicationStatus Volume.expansionStatus

  Mutation.deleteJobInstances Mutation.deletePipelineInstances
  Mutation.deleteJobVersions Mutation.deletePipelineVersions

  Query.pipelineEnvironmentVariables Query.appEnvironmentVariables
  EnvVarScope.PIPELINE EnvVarScope.APP

  Query.evaluateConditionExpression ConditionNode.condition ConditionNodeInput.condition
  ConditionInstance.history PipelineInstance.nodeStatuses

  Query.graphPipelineByAlias Pipeline.alias PipelineInput.alias
  GraphPipelineInput.alias PipelineEditionInput.alias
  Job.scheduleTimezone JobInput.scheduleTimezone JobEditionInput.scheduleTimezone
  JobVersion.sourceUrl JobVersionInput.sourceUrl PipelineVersion.sourceUrl
  PipelineInput.sourceUrl GraphPipelineInput.sourceUrl

  JobInstance.history JobInstance.jobNodeId JobInstance.jobAlias
  JobInstance.effectiveDockerImage

  Query.appStats AppHistory.currentStatusReason AppHistory.author AppHistory.triggerType
  StatusRetrieve.reason RunAction.triggerType RestartAction.triggerType
  UpgradeAction.triggerType RollbackAction.triggerType StopAction.triggerType
`;

/**
 * Differences between a platform of mid-2022 and one of today, according to public clients and schemas of 2022. In addition,
 * the older platform returns null for an unknown ID, and its schema has no deprecations.
 */
export const MIDDLE_CHANGES: SchemaChanges = {
  without: NEWER_NAMES.trim().split(/\s+/),
  instead: `
    type Mutation {
      addPipelineVersion(pipelineId: UUID!, jobsId: [UUID!]!, releaseNote: String): PipelineVersion!
      addGraphPipelineVersion(
        pipelineId: UUID!
        graph: PipelineGraphInput!
        releaseNote: String
      ): PipelineVersion!
    }
    type PipelineInstance { statusDetails: String }
    # The list is flat, and the oldest event comes first.
    type AppHistory { events: [StatusHistory!]! }
    type RunAction { author: String! }
    type RestartAction { author: String! }
    type UpgradeAction { author: String! }
    type RollbackAction { author: String! }
    type StopAction { author: String! }
    type AuthoredTrigger { author: String! }
  `,
};
