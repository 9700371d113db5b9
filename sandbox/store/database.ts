import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';

const TABLES = `
  CREATE TABLE IF NOT EXISTS project (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    description TEXT,
    creator TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS job (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES project(id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    alias TEXT NOT NULL,
    description TEXT,
    category TEXT NOT NULL,
    technology_id TEXT NOT NULL,
    version_number INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    script TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS job_by_project ON job(project_id);
  CREATE TABLE IF NOT EXISTS run (
    id TEXT PRIMARY KEY,
    job_id TEXT NOT NULL REFERENCES job(id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    version_number INTEGER NOT NULL,
    requested_at INTEGER NOT NULL,
    stopped_at INTEGER,
    script TEXT NOT NULL,
    UNIQUE (job_id, number)
  );
  CREATE INDEX IF NOT EXISTS run_by_time ON run(requested_at);
`;

/** The sandbox's database; made where there is none. `:memory:` keeps nothing. */
export class Database {
  private readonly connection: DatabaseSync;
  private readonly statements = new Map<string, StatementSync>();

  constructor(location: string) {
    const inFile = location !== ':memory:';
    if (inFile) mkdirSync(dirname(location), { recursive: true });
    this.connection = new DatabaseSync(location);
    if (inFile) this.connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    this.connection.exec('PRAGMA foreign_keys = ON;');
    this.connection.exec(TABLES);
  }

  /** A statement, compiled once. */
  prepare(sql: string): StatementSync {
    let statement = this.statements.get(sql);
    if (!statement) {
      statement = this.connection.prepare(sql);
      this.statements.set(sql, statement);
    }
    return statement;
  }

  /** Runs the work as one change: all of it or nothing is kept. */
  together(work: () => void): void {
    this.connection.exec('BEGIN');
    try {
      work();
      this.connection.exec('COMMIT');
    } catch (error) {
      this.connection.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    this.connection.close();
  }
}
