import type { RunScript } from '../runs/script';
import type { RunFacts } from '../runs/timeline';
import type { Database } from './database';
import { RunTable } from './table';

export type RunCause = 'MANUAL' | 'SCHEDULED' | 'PIPELINE';

/** The platform's JobInstance. Times are epoch milliseconds. */
export interface StoredRun extends RunFacts {
  id: string;
  jobId: string;
  /** Counts from 1 within the job. */
  number: number;
  versionNumber: number;
  cause: RunCause;
  /** null: a schedule started it. */
  author: string | null;
  stopAuthor: string | null;
  pipelineRunId: string | null;
  nodeId: string | null;
}

type Usual = 'cause' | 'author' | 'stoppedAt' | 'stopAuthor' | 'pipelineRunId' | 'nodeId';

export type Runs = RunTable<StoredRun, Usual>;

export const runTable = (database: Database): Runs =>
  new RunTable<StoredRun, Usual>(database, 'run', {
    noun: 'Job instance',
    owner: 'jobId',
    partOf: 'pipelineRunId',
    usual: {
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
