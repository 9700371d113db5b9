import type { RootName } from '../graphql/schema/rootFields';

/** Names in the platforms' schemas that differ between runs of jobs and runs of pipelines. */
export interface RunKind {
  noun: 'job' | 'pipeline';
  parentIdField: 'jobId' | 'pipelineId';
  parentNameField: 'jobName' | 'pipelineName';
  runQuery: string;
  /** The query for the parent of runs: a job or pipeline, whose field `instances` lists its runs. */
  parentQuery: RootName;
  startMutation: string;
  stopMutation: string;
}

export const JOB_RUNS: RunKind = {
  noun: 'job',
  parentIdField: 'jobId',
  parentNameField: 'jobName',
  runQuery: 'jobInstance',
  parentQuery: 'job',
  startMutation: 'runJob',
  stopMutation: 'stopJobInstance',
};

export const PIPELINE_RUNS: RunKind = {
  noun: 'pipeline',
  parentIdField: 'pipelineId',
  parentNameField: 'pipelineName',
  runQuery: 'pipelineInstance',
  // On old platforms, a pipeline was a sequence of jobs. Later platforms keep the query `pipeline` for those.
  parentQuery: ['graphPipeline', 'pipeline'],
  startMutation: 'runPipeline',
  stopMutation: 'stopPipelineInstance',
};
