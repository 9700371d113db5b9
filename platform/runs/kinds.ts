import type { RootName } from '../graphql/schema/rootFields';

/** Jobs or pipelines, with the names that their runs have in the schemas of platforms. */
export interface RunKind {
  noun: 'job' | 'pipeline';
  /** Field of a run, and of our output, that names what it is a run of. */
  parentId: 'jobId' | 'pipelineId';
  /** Field of our output, and of some platforms' runs, with the name of the job or pipeline. */
  parentName: 'jobName' | 'pipelineName';
  /** Query of one run by its identifier. */
  runQuery: string;
  /** Query of one job or pipeline by its identifier; its field `instances` lists the runs. */
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
  // Pipelines were rows of jobs first; later platforms keep that query for them.
  parentQuery: ['graphPipeline', 'pipeline'],
  startMutation: 'runPipeline',
  stopMutation: 'stopPipelineInstance',
};
