import { randomUUID } from 'node:crypto';
import type { RunScript } from '../runs/script';
import type { RunFacts } from '../runs/timeline';
import { type Database, type Row, textOrNull } from './database';

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

export interface Page {
  limit?: number | null;
  skip?: number | null;
}

export class RunStore {
  constructor(private readonly database: Database) {}

  add(run: NewRun): StoredRun {
    const stored: StoredRun = {
      ...run,
      id: (run.id ?? randomUUID()).toLowerCase(),
      stoppedAt: null,
      cause: run.cause ?? 'MANUAL',
      author: run.author ?? null,
      stopAuthor: null,
      pipelineRunId: run.pipelineRunId ?? null,
      nodeId: run.nodeId ?? null,
    };
    this.database.insert('run', {
      id: stored.id,
      job_id: stored.jobId,
      number: stored.number,
      version_number: stored.versionNumber,
      requested_at: stored.requestedAt,
      stopped_at: null,
      script: JSON.stringify(stored.script),
      cause: stored.cause,
      author: stored.author,
      pipeline_run_id: stored.pipelineRunId,
      node_id: stored.nodeId,
    });
    return stored;
  }

  nextNumber(jobId: string): number {
    const row = this.database.one(
      'SELECT coalesce(max(number), 0) + 1 AS next FROM run WHERE job_id = ?',
      jobId,
    );
    return Number(row?.next);
  }

  find(id: string): StoredRun | undefined {
    const row = this.database.one('SELECT * FROM run WHERE id = ?', id.toLowerCase());
    return row && fromRow(row);
  }

  /** The runs of a job, newest first. */
  ofJob(jobId: string, { limit, skip }: Page = {}): StoredRun[] {
    return this.database
      .all(
        'SELECT * FROM run WHERE job_id = ? ORDER BY number DESC LIMIT ? OFFSET ?',
        jobId.toLowerCase(),
        limit ?? -1,
        skip ?? 0,
      )
      .map(fromRow);
  }

  /** The runs that are part of a pipeline's run. */
  ofPipelineRun(pipelineRunId: string): StoredRun[] {
    return this.database
      .all('SELECT * FROM run WHERE pipeline_run_id = ? ORDER BY rowid', pipelineRunId)
      .map(fromRow);
  }

  countOfJob(jobId: string): number {
    const row = this.database.one('SELECT count(*) AS runs FROM run WHERE job_id = ?', jobId);
    return Number(row?.runs);
  }

  /** Every run, newest first. */
  all(limit?: number): StoredRun[] {
    return this.database
      .all('SELECT * FROM run ORDER BY requested_at DESC, rowid DESC LIMIT ?', limit ?? -1)
      .map(fromRow);
  }

  setStopped(id: string, at: number, author: string): void {
    this.database.update('run', id, { stopped_at: at, stop_author: author });
  }

  deleteScheduled(jobId: string, kept: number): void {
    this.database.change(
      `DELETE FROM run WHERE job_id = ?1 AND cause = 'SCHEDULED'
       AND number <= (SELECT max(number) FROM run WHERE job_id = ?1) - ?2`,
      jobId,
      kept,
    );
  }

  delete(id: string): boolean {
    return this.database.delete('run', id);
  }
}

function fromRow(row: Row): StoredRun {
  return {
    id: String(row.id),
    jobId: String(row.job_id),
    number: Number(row.number),
    versionNumber: Number(row.version_number),
    requestedAt: Number(row.requested_at),
    stoppedAt: row.stopped_at === null ? null : Number(row.stopped_at),
    script: JSON.parse(String(row.script)) as RunScript,
    cause: String(row.cause) as RunCause,
    author: textOrNull(row.author),
    stopAuthor: textOrNull(row.stop_author),
    pipelineRunId: textOrNull(row.pipeline_run_id),
    nodeId: textOrNull(row.node_id),
  };
}
