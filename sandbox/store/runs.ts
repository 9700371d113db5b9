import type { RunScript } from '../runs/script';
import type { RunFacts } from '../runs/timeline';
import type { Database } from './database';
import { RunTable } from './table';

export type RunCause = 'MANUAL' | 'SCHEDULED' | 'PIPELINE';

/** A run of a job (JobInstance in the platform's schema). Times are epoch milliseconds. */
export interface StoredRun extends RunFacts {
  id: string;
  jobId: string;
  /** Counts from 1 within the job. */
  number: number;
  versionNumber: number;
  cause: RunCause;
  /** Login of the user; null if a schedule started the run. */
  author: string | null;
  stopAuthor: string | null;
  pipelineRunId: string | null;
  nodeId: string | null;
}

type Optional = 'cause' | 'author' | 'stoppedAt' | 'stopAuthor' | 'pipelineRunId' | 'nodeId';

export type JobRunTable = RunTable<StoredRun, Optional>;

export const createRunTable = (database: Database): JobRunTable =>
  new RunTable<StoredRun, Optional>(database, 'run', {
    noun: 'Job instance',
    owner: 'jobId',
    partOf: 'pipelineRunId',
    defaults: {
      cause: 'MANUAL',
      author: null,
      stoppedAt: null,
      stopAuthor: null,
      pipelineRunId: null,
      nodeId: null,
    },
  });

export type RunToAdd = Partial<
  Pick<StoredRun, 'id' | 'requestedAt' | 'cause' | 'author' | 'pipelineRunId' | 'nodeId'>
> & {
  /** Differences from the job's script. */
  script?: Partial<RunScript>;
};
