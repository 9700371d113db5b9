import { randomUUID } from 'node:crypto';
import type { RunFacts } from '../runs/timeline';
import type { Database } from './database';
import { identifier, json, plain, RunTable } from './table';

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
    super(database, 'run', 'job_id', {
      id: identifier,
      jobId: plain,
      number: plain,
      versionNumber: plain,
      requestedAt: plain,
      stoppedAt: plain,
      script: json,
      cause: plain,
      author: plain,
      stopAuthor: plain,
      pipelineRunId: plain,
      nodeId: plain,
    });
  }

  add(run: NewRun): StoredRun {
    const { id, cause, author, pipelineRunId, nodeId } = run;
    return this.insert({
      ...run,
      id: id ?? randomUUID(),
      stoppedAt: null,
      cause: cause ?? 'MANUAL',
      author: author ?? null,
      stopAuthor: null,
      pipelineRunId: pipelineRunId ?? null,
      nodeId: nodeId ?? null,
    });
  }

  /** The runs that are part of a pipeline's run. */
  ofPipelineRun(pipelineRunId: string): StoredRun[] {
    return this.all('WHERE pipeline_run_id = ? ORDER BY rowid', pipelineRunId);
  }

  /** Every run, newest first. */
  newest(limit?: number): StoredRun[] {
    return this.all('ORDER BY requested_at DESC, rowid DESC LIMIT ?', limit ?? -1);
  }
}
