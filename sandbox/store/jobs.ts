import { randomUUID } from 'node:crypto';
import type { JobScript } from '../runs/script';
import type { Database } from './database';

export interface Job {
  id: string;
  projectId: string;
  name: string;
  alias: string;
  description: string | null;
  category: string;
  technologyId: string;
  versionNumber: number;
  /** Epoch milliseconds. */
  createdAt: number;
  script: JobScript;
}

export interface JobFilter {
  projectId?: string;
  category?: string | null;
  technologyId?: string | null;
}

export type NewJob = Partial<Omit<Job, 'projectId' | 'script'>> & {
  projectId: string;
  technologyId: string;
  createdAt: number;
  script: JobScript;
};

type JobRow = Record<string, string | number | null>;

const COLUMNS =
  'id, project_id, name, alias, description, category, technology_id, version_number, created_at, script';

export class JobStore {
  constructor(private readonly database: Database) {}

  add(job: NewJob): Job {
    const name = job.name ?? 'Job';
    const row: Job = {
      id: job.id ?? randomUUID(),
      projectId: job.projectId,
      name,
      alias: job.alias ?? aliasOf(name),
      description: job.description ?? null,
      category: job.category ?? 'Processing',
      technologyId: job.technologyId,
      versionNumber: job.versionNumber ?? 1,
      createdAt: job.createdAt,
      script: job.script,
    };
    this.database
      .prepare(`INSERT INTO job (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
      .run(
        row.id,
        row.projectId,
        row.name,
        row.alias,
        row.description,
        row.category,
        row.technologyId,
        row.versionNumber,
        row.createdAt,
        JSON.stringify(row.script),
      );
    return row;
  }

  find(id: string): Job | undefined {
    const row = this.database.prepare('SELECT * FROM job WHERE id = ?').get(id.toLowerCase());
    return row && fromRow(row as JobRow);
  }

  /** The jobs that fit every given part of the filter, in the order they were made. */
  list({ projectId, category, technologyId }: JobFilter = {}): Job[] {
    const wanted = [
      projectId?.toLowerCase() ?? null,
      category ?? null,
      technologyId?.toLowerCase() ?? null,
    ];
    return this.database
      .prepare(
        `SELECT * FROM job WHERE (?1 IS NULL OR project_id = ?1)
         AND (?2 IS NULL OR category = ?2) AND (?3 IS NULL OR technology_id = ?3) ORDER BY rowid`,
      )
      .all(...wanted)
      .map((row) => fromRow(row as JobRow));
  }

  count(projectId: string): number {
    const row = this.database
      .prepare('SELECT count(*) AS jobs FROM job WHERE project_id = ?')
      .get(projectId);
    return Number(row?.jobs);
  }

  setScript(id: string, script: JobScript): void {
    this.database
      .prepare('UPDATE job SET script = ? WHERE id = ?')
      .run(JSON.stringify(script), id.toLowerCase());
  }

  /** Deletes the job and its runs. False where there is no such job. */
  delete(id: string): boolean {
    const { changes } = this.database.prepare('DELETE FROM job WHERE id = ?').run(id.toLowerCase());
    return changes > 0;
  }
}

function aliasOf(name: string): string {
  return name.trim().replace(/\W+/g, '_');
}

function fromRow(row: JobRow): Job {
  return {
    id: String(row.id),
    projectId: String(row.project_id),
    name: String(row.name),
    alias: String(row.alias),
    description: row.description === null ? null : String(row.description),
    category: String(row.category),
    technologyId: String(row.technology_id),
    versionNumber: Number(row.version_number),
    createdAt: Number(row.created_at),
    script: JSON.parse(String(row.script)) as JobScript,
  };
}
