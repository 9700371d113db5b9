import type { RunFacts } from '../runs/timeline';
import type { Database } from './database';
import { RunTable } from './table';

/** What started a run. */
export type RunCause = 'MANUAL' | 'SCHEDULED' | 'PIPELINE';

/** What is stored of a run (a JobInstance). Times are epoch milliseconds. */
export interface StoredRun extends RunFacts {
  id: string;
  jobId: string;
  /** Counts from 1 within the job. */
  number: number;
  versionNumber: number;
  cause: RunCause;
  /** Login of who started it by hand; null: nobody did. */
  author: string | null;
  /** Login of who stopped it. */
  stopAuthor: string | null;
  /** The run of a pipeline that it is part of, and its node there. */
  pipelineRunId: string | null;
  nodeId: string | null;
}

type GivenLater = 'id' | 'cause' | 'author' | 'pipelineRunId' | 'nodeId';

export type NewRun = Omit<StoredRun, 'stoppedAt' | 'stopAuthor' | GivenLater> &
  Partial<Pick<StoredRun, GivenLater>>;

export class RunStore extends RunTable<StoredRun> {
  constructor(database: Database) {
    super(database, 'run', 'jobId', 'pipelineRunId');
  }

  add(run: NewRun): StoredRun {
    return this.insert({
      cause: 'MANUAL',
      author: null,
      pipelineRunId: null,
      nodeId: null,
      ...run,
      stoppedAt: null,
      stopAuthor: null,
    });
  }

  /** The runs that are part of a pipeline's run. */
  ofPipelineRun(pipelineRunId: string): StoredRun[] {
    return this.where('part_of = ? ORDER BY rowid', pipelineRunId.toLowerCase());
  }
}
