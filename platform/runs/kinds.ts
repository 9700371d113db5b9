import type { RootName } from '../graphql/schema/rootFields';

/** The names that platforms' schemas have for runs of jobs or of pipelines. */
export interface RunKind {
  noun: 'job' | 'pipeline';
  parentId: 'jobId' | 'pipelineId';
  parentName: 'jobName' | 'pipelineName';
  runQuery: string;
  /** Its field `instances` lists the runs. */
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
  // Pipelines were first rows of jobs, and later platforms keep the query `pipeline` for those.
  parentQuery: ['graphPipeline', 'pipeline'],
  startMutation: 'runPipeline',
  stopMutation: 'stopPipelineInstance',
};
