import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  changed,
  type Definitions,
  definitionsIn,
  definitionsOf,
} from '../definitions/definitions';

/** What platforms of about 2023 do not have yet. */
const NOT_IN_MIDDLE = [
  'EnvVarScope.APP',
  'Query.appEnvironmentVariables',
  'Query.graphPipelineByName',
  'Query.graphPipelineByAlias',
  'Query.appHistoryStatuses',
  'Query.countAppHistoryStatuses',
  'Query.appStats',
  'Query.volume',
  'Query.jobVersion',
  'Query.appVersion',
  'Query.pipelineVersion',
  'Query.evaluateConditionExpression',
  'Query.projectReports',
  'Mutation.duplicateJob',
  'Mutation.duplicatePipeline',
  'Mutation.installApp',
  'Mutation.moveJob',
  'Mutation.movePipeline',
  'Mutation.moveVolume',
  'Mutation.duplicateVolume',
  'Mutation.setMajorAppVersion',
  'Mutation.setMajorJobVersion',
  'Mutation.setMajorPipelineVersion',
  'Job.originalJobId',
  'JobInstance.jobNodeId',
  'JobInstance.jobAlias',
  'JobInstance.effectiveDockerImage',
  'JobInstance.deletableState',
  'PipelineInstance.nodeStatuses',
  'PipelineInstance.deletableState',
  'JobVersion.isMajor',
  'AppVersion.isMajor',
  'PipelineVersion.isMajor',
];

/** What platforms of about 2021 do not have yet: no apps, no graphs, variables of three scopes. */
const NOT_IN_EARLY = [
  ...NOT_IN_MIDDLE,
  'EnvVarScope.PIPELINE',
  'Query.pipelineEnvironmentVariables',
  'Query.filteredLogs',
  'Query.countFilteredLogs',
  'Query.conditionPipelineFilteredLogs',
  'Query.conditionPipelineByNodeIdFilteredLogs',
  'Query.conditionPipelineCountFilteredLogs',
  'Query.conditionInstance',
  'Query.graphPipeline',
  'Query.app',
  'Query.appLogs',
  'Query.countAppLogs',
  'Query.appTechnologies',
  'Query.countApps',
  'Mutation.createApp',
  'Mutation.editApp',
  'Mutation.addAppVersion',
  'Mutation.rollbackAppVersion',
  'Mutation.runApp',
  'Mutation.stopApp',
  'Mutation.restartApp',
  'Mutation.deleteApp',
  'Mutation.createGraphPipeline',
  'Mutation.addGraphPipelineVersion',
  'Mutation.deleteJobInstances',
  'Mutation.deleteJobInstancesBySelector',
  'Mutation.deleteJobInstancesByDate',
  'Mutation.deleteJobVersions',
  'Mutation.deletePipelineInstances',
  'Mutation.deletePipelineInstancesByStatusSelector',
  'Mutation.deletePipelineInstancesByDateSelector',
  'Mutation.deletePipelineVersions',
  'Mutation.createVolume',
  'Mutation.editVolume',
  'Mutation.deleteVolume',
  'Mutation.unlinkVolume',
  'Mutation.replaceEnvironmentVariablesByRawForScope',
  'PlatformCounts.apps',
  'Project.apps',
  'Project.volumes',
  'Project.appTechnologies',
  'ProjectInput.appTechnologies',
  'ProjectEditionInput.appTechnologies',
  'Job.graphPipelines',
  'Job.resources',
  'Job.doesUseGPU',
  'Job.isDeletable',
  'Job.deletableState',
  'JobInput.resources',
  'JobInput.doesUseGPU',
  'JobEditionInput.resources',
  'JobEditionInput.doesUseGPU',
  'JobInstance.history',
  'JobInstance.runTrigger',
  'JobInstance.stopTrigger',
  'JobInstance.pipelineInstance',
  'JobInstance.executionVariablesInput',
  'JobInstance.executionGlobalVariablesInput',
  'JobInstance.executionVariablesOutput',
  'JobInstance.executionVariablesByKey',
  'JobVersion.sourceUrl',
  'JobVersion.deletableState',
  'JobVersionInput.sourceUrl',
  'DockerCredentials.apps',
  'EnvironmentVariable.isValid',
  'EnvironmentVariable.invalidReasons',
  'Pipeline.hasExecutionVariablesEnabled',
  'Pipeline.project',
  'Pipeline.isLegacyPipeline',
  'Pipeline.movableState',
  'PipelineEditionInput.hasExecutionVariablesEnabled',
  'PipelineInput.sourceUrl',
  'PipelineInstance.conditionsInstance',
  'PipelineInstance.initialExecutionVariables',
  'PipelineInstance.runWithExecutionVariables',
  'PipelineInstance.runTrigger',
  'PipelineInstance.stopTrigger',
  'PipelineVersion.graph',
  'PipelineVersion.sourceUrl',
  'PipelineVersion.deletableState',
];

/** From the interface alone to a platform of today; oldest first. */
export const GENERATIONS = ['documented', 'early', 'middle', 'recent'] as const;

export type Generation = (typeof GENERATIONS)[number];

/** The types that the Projects module of a generation has. */
export function definitionsOfGeneration(generation: Generation): Definitions {
  if (generation === 'documented') return definitionsOf(textOf('documented'));
  const recent = definitionsIn(join(__dirname, '../projects/schema'));
  if (generation === 'recent') return recent;
  const without = generation === 'early' ? NOT_IN_EARLY : NOT_IN_MIDDLE;
  return changed(recent, { without, instead: textOf(generation) });
}

function textOf(generation: Generation): string {
  return readFileSync(join(__dirname, `${generation}.graphql`), 'utf8');
}
