import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  changed,
  type Definitions,
  definitionsIn,
  definitionsOf,
  membersOf,
} from '../definitions/definitions';

/** What platforms of about 2023 do not have yet. */
const NOT_IN_MIDDLE = membersOf({
  EnvVarScope: 'APP',
  Query: `appEnvironmentVariables graphPipelineByName graphPipelineByAlias appHistoryStatuses
    countAppHistoryStatuses appStats volume jobVersion appVersion pipelineVersion
    evaluateConditionExpression projectReports`,
  Mutation: `duplicateJob duplicatePipeline installApp moveJob movePipeline moveVolume duplicateVolume
    setMajorAppVersion setMajorJobVersion setMajorPipelineVersion`,
  Job: 'originalJobId',
  JobInstance: 'jobNodeId jobAlias effectiveDockerImage deletableState',
  PipelineInstance: 'nodeStatuses deletableState',
  JobVersion: 'isMajor',
  AppVersion: 'isMajor',
  PipelineVersion: 'isMajor',
});

/** What platforms of about 2021 do not have yet: no apps, no graphs, variables of three scopes. */
const NOT_IN_EARLY = [
  ...NOT_IN_MIDDLE,
  ...membersOf({
    EnvVarScope: 'PIPELINE',
    Query: `pipelineEnvironmentVariables filteredLogs countFilteredLogs conditionPipelineFilteredLogs
      conditionPipelineByNodeIdFilteredLogs conditionPipelineCountFilteredLogs conditionInstance
      graphPipeline app appLogs countAppLogs appTechnologies countApps`,
    Mutation: `createApp editApp addAppVersion rollbackAppVersion runApp stopApp restartApp deleteApp
      createGraphPipeline addGraphPipelineVersion deleteJobInstances deleteJobInstancesBySelector
      deleteJobInstancesByDate deleteJobVersions deletePipelineInstances
      deletePipelineInstancesByStatusSelector deletePipelineInstancesByDateSelector
      deletePipelineVersions createVolume editVolume deleteVolume unlinkVolume
      replaceEnvironmentVariablesByRawForScope`,
    PlatformCounts: 'apps',
    Project: 'apps volumes appTechnologies',
    ProjectInput: 'appTechnologies',
    ProjectEditionInput: 'appTechnologies',
    Job: 'graphPipelines resources doesUseGPU isDeletable deletableState',
    JobInput: 'resources doesUseGPU',
    JobEditionInput: 'resources doesUseGPU',
    JobInstance: `history runTrigger stopTrigger pipelineInstance executionVariablesInput
      executionGlobalVariablesInput executionVariablesOutput executionVariablesByKey`,
    JobVersion: 'sourceUrl deletableState',
    JobVersionInput: 'sourceUrl',
    DockerCredentials: 'apps',
    EnvironmentVariable: 'isValid invalidReasons',
    Pipeline: 'hasExecutionVariablesEnabled project isLegacyPipeline movableState',
    PipelineEditionInput: 'hasExecutionVariablesEnabled',
    PipelineInput: 'sourceUrl',
    PipelineInstance: `conditionsInstance initialExecutionVariables runWithExecutionVariables
      runTrigger stopTrigger`,
    PipelineVersion: 'graph sourceUrl deletableState',
  }),
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
