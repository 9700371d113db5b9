import type { PlatformClient } from '../../../platform/client';
import type { INodeProperties } from 'n8n-workflow';
import { readJobId, readIdentifier } from '../../../platform/common/input/identifiers';
import { jobLocator, pipelineLocator, buildProjectFilter } from '../../shared/locators/locators';
import type { ItemCall } from '../../shared/operation/operation';
import type { OutputFields } from '../../shared/operation/output';
import { job, jobRun, jobVersion, pipeline, pipelineRun } from '../outputs';
import type { Runs } from '../../../platform/runs/runs';
import { JOB_RUNS, type RunKind, PIPELINE_RUNS } from '../../../platform/runs/kinds';

/** Describes jobs or pipelines, and their runs, for the operations on them. */
export interface Runnable {
  noun: string;
  kind: RunKind;
  runs(client: PlatformClient): Runs;
  /** The last field is the locator of the job or pipeline. */
  picker: readonly [...INodeProperties[], INodeProperties];
  readParentId(call: ItemCall<PlatformClient>): string;
  simplified: readonly string[];
  output: OutputFields;
  /** The output of operations that read the job, if they return more fields than `output`. */
  readOutput?: OutputFields;
  listOutput: OutputFields;
  versionOutput?: OutputFields;
  runOutputs: Record<keyof typeof jobRun, OutputFields>;
}

export const SIMPLIFIED_RUN = [
  'jobName',
  'pipelineName',
  'id',
  'number',
  'status',
  'succeeded',
  'statusReason',
  'jobId',
  'pipelineId',
  'startTime',
  'durationSeconds',
  'url',
  'lastLogLines',
  'logError',
  'variables',
  'inputVariables',
  'variablesLeftOut',
  'variablesError',
  'timedOut',
  'skipped',
];

const SIMPLIFIED_PARENT = [
  'name',
  'id',
  'alias',
  'projectName',
  'projectId',
  'isScheduled',
  'cronScheduling',
  'lastRun',
  'url',
  'action',
];

export const JOB: Runnable = {
  noun: 'job',
  kind: JOB_RUNS,
  runs: ({ jobRuns }) => jobRuns,
  picker: [buildProjectFilter('jobs'), jobLocator],
  readParentId: ({ parameters }) => readJobId(parameters.locator('jobId')),
  simplified: [...SIMPLIFIED_PARENT, 'technology'],
  output: job.whole,
  readOutput: job.withRun,
  listOutput: job.listOutput,
  versionOutput: jobVersion,
  runOutputs: jobRun,
};

export const PIPELINE: Runnable = {
  noun: 'pipeline',
  kind: PIPELINE_RUNS,
  runs: ({ pipelineRuns }) => pipelineRuns,
  picker: [buildProjectFilter('pipelines'), pipelineLocator],
  readParentId: ({ parameters }) => readIdentifier(parameters.locator('pipelineId'), 'pipeline'),
  simplified: SIMPLIFIED_PARENT,
  output: pipeline.whole,
  listOutput: pipeline.listOutput,
  runOutputs: pipelineRun,
};
