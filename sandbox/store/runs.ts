import { randomUUID } from 'node:crypto';
import type { RunScript } from '../runs/script';
import type { RunFacts } from '../runs/timeline';
import type { Database } from './database';

/** What is stored of a run (a JobInstance). Times are epoch milliseconds. */
export interface StoredRun extends RunFacts {
  id: string;
  jobId: string;
  /** Counts from 1 within the job. */
  number: number;
  versionNumber: number;
}

export type NewRun = Omit<StoredRun, 'id' | 'stoppedAt'> & { id?: string };

export interface Page {
  limit?: number | null;
  skip?: number | null;
}

type RunRow = Record<string, string | number | null>;

export class RunStore {
  constructor(private readonly database: Database) {}

  add(run: NewRun): StoredRun {
    const stored: StoredRun = { ...run, id: run.id ?? randomUUID(), stoppedAt: null };
    this.database
      .prepare(
        `INSERT INTO run (id, job_id, number, version_number, requested_at, stopped_at, script)
         VALUES (?, ?, ?, ?, ?, NULL, ?)`,
      )
      .run(
        stored.id,
        stored.jobId,
        stored.number,
        stored.versionNumber,
        stored.requestedAt,
        JSON.stringify(stored.script),
      );
    return stored;
  }

  nextNumber(jobId: string): number {
    const row = this.database
      .prepare('SELECT coalesce(max(number), 0) + 1 AS next FROM run WHERE job_id = ?')
      .get(jobId);
    return Number(row?.next);
  }

  find(id: string): StoredRun | undefined {
    const row = this.database.prepare('SELECT * FROM run WHERE id = ?').get(id.toLowerCase());
    return row && fromRow(row as RunRow);
  }

  /** The runs of a job, newest first. */
  ofJob(jobId: string, { limit, skip }: Page = {}): StoredRun[] {
    return this.database
      .prepare('SELECT * FROM run WHERE job_id = ? ORDER BY number DESC LIMIT ? OFFSET ?')
      .all(jobId.toLowerCase(), limit ?? -1, skip ?? 0)
      .map((row) => fromRow(row as RunRow));
  }

  countOfJob(jobId: string): number {
    const row = this.database
      .prepare('SELECT count(*) AS runs FROM run WHERE job_id = ?')
      .get(jobId);
    return Number(row?.runs);
  }

  /** Every run, newest first. */
  all(limit?: number): StoredRun[] {
    return this.database
      .prepare('SELECT * FROM run ORDER BY requested_at DESC, rowid DESC LIMIT ?')
      .all(limit ?? -1)
      .map((row) => fromRow(row as RunRow));
  }

  setStopped(id: string, at: number): void {
    this.database.prepare('UPDATE run SET stopped_at = ? WHERE id = ?').run(at, id.toLowerCase());
  }
}

function fromRow(row: RunRow): StoredRun {
  return {
    id: String(row.id),
    jobId: String(row.job_id),
    number: Number(row.number),
    versionNumber: Number(row.version_number),
    requestedAt: Number(row.requested_at),
    stoppedAt: row.stopped_at === null ? null : Number(row.stopped_at),
    script: JSON.parse(String(row.script)) as RunScript,
  };
}
