import type { RootName } from '../graphql/schema/rootFields';

/** Names in the platforms' schemas that differ between runs of jobs and runs of pipelines. */
export interface RunKind {
  noun: 'job' | 'pipeline';
  parentId: 'jobId' | 'pipelineId';
  parentName: 'jobName' | 'pipelineName';
  runQuery: string;
  /** The query for a job or pipeline, whose field `instances` lists its runs. */
  parentQuery: RootName;
  startMutation: string;
  stopMutation: string;
}

export const JOB_RUNS: RunKind = {
  noun: 'job',
  parentId: 'jobId',
  parentName: 'jobName',
  runQuery: 'jobInstance',
  parentQuery: 'job',
  startMutation: 'runJob',
  stopMutation: 'stopJobInstance',
};

export const PIPELINE_RUNS: RunKind = {
  noun: 'pipeline',
  parentId: 'pipelineId',
  parentName: 'pipelineName',
  runQuery: 'pipelineInstance',
  // On old platforms, a pipeline was a row of jobs. Later platforms keep the query `pipeline` for those.
  parentQuery: ['graphPipeline', 'pipeline'],
  startMutation: 'runPipeline',
  stopMutation: 'stopPipelineInstance',
};
