import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';

/** Tables of the sandbox's database. What is only read as a whole is kept as JSON in one column. */
const TABLES = `
  CREATE TABLE IF NOT EXISTS project (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    description TEXT,
    creator TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    initializing_seconds REAL NOT NULL,
    settings TEXT NOT NULL
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
    script TEXT NOT NULL,
    settings TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS job_by_project ON job(project_id);
  CREATE TABLE IF NOT EXISTS version (
    owner_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    creator TEXT NOT NULL,
    details TEXT NOT NULL,
    PRIMARY KEY (owner_id, number)
  );
  CREATE TABLE IF NOT EXISTS pipeline (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES project(id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    alias TEXT NOT NULL,
    description TEXT,
    creator TEXT NOT NULL,
    version_number INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    settings TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS pipeline_run (
    id TEXT PRIMARY KEY,
    pipeline_id TEXT NOT NULL REFERENCES pipeline(id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    version_number INTEGER NOT NULL,
    requested_at INTEGER NOT NULL,
    stopped_at INTEGER,
    cause TEXT NOT NULL,
    author TEXT,
    stop_author TEXT,
    UNIQUE (pipeline_id, number)
  );
  CREATE TABLE IF NOT EXISTS run (
    id TEXT PRIMARY KEY,
    job_id TEXT NOT NULL REFERENCES job(id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    version_number INTEGER NOT NULL,
    requested_at INTEGER NOT NULL,
    stopped_at INTEGER,
    script TEXT NOT NULL,
    cause TEXT NOT NULL,
    author TEXT,
    stop_author TEXT,
    node_id TEXT,
    pipeline_run_id TEXT REFERENCES pipeline_run(id) ON DELETE CASCADE,
    UNIQUE (job_id, number)
  );
  CREATE INDEX IF NOT EXISTS run_by_time ON run(requested_at);
  CREATE INDEX IF NOT EXISTS run_by_pipeline_run ON run(pipeline_run_id);
  CREATE TABLE IF NOT EXISTS app (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES project(id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    alias TEXT NOT NULL,
    description TEXT,
    creator TEXT NOT NULL,
    technology_id TEXT NOT NULL,
    version_number INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    script TEXT NOT NULL,
    settings TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS app_execution (
    id TEXT PRIMARY KEY,
    app_id TEXT NOT NULL REFERENCES app(id) ON DELETE CASCADE,
    cause TEXT NOT NULL,
    version_number INTEGER NOT NULL,
    requested_at INTEGER NOT NULL,
    stopped_at INTEGER,
    script TEXT NOT NULL,
    author TEXT,
    stop_author TEXT
  );
  CREATE INDEX IF NOT EXISTS app_execution_by_app ON app_execution(app_id);
  CREATE TABLE IF NOT EXISTS environment_variable (
    id TEXT PRIMARY KEY,
    scope TEXT NOT NULL,
    -- '' for the scope GLOBAL
    entity_id TEXT NOT NULL,
    name TEXT NOT NULL,
    value TEXT,
    description TEXT,
    is_password INTEGER NOT NULL,
    UNIQUE (scope, entity_id, name)
  );
  CREATE TABLE IF NOT EXISTS docker_credentials (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES project(id) ON DELETE CASCADE,
    registry TEXT,
    username TEXT NOT NULL,
    password TEXT NOT NULL,
    updated_at INTEGER NOT NULL
  );
  -- Uploaded packages of jobs, each content once.
  CREATE TABLE IF NOT EXISTS package (
    sha256 TEXT PRIMARY KEY,
    content BLOB NOT NULL
  );
  CREATE TABLE IF NOT EXISTS volume (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES project(id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    size TEXT NOT NULL,
    description TEXT,
    creator TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    original_volume_id TEXT
  );
  CREATE TABLE IF NOT EXISTS repository (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    read_only INTEGER NOT NULL,
    creator TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    modified_at INTEGER NOT NULL,
    source TEXT NOT NULL,
    synchro_mode TEXT NOT NULL,
    technologies TEXT NOT NULL,
    editor TEXT
  );
  CREATE TABLE IF NOT EXISTS synchronization (
    id TEXT PRIMARY KEY,
    repository_id TEXT NOT NULL REFERENCES repository(id) ON DELETE CASCADE,
    report TEXT NOT NULL,
    -- What there was before, for the way back; null where there is none.
    previous TEXT
  );
  -- Moments that the sandbox remembers, epoch milliseconds.
  CREATE TABLE IF NOT EXISTS mark (
    name TEXT PRIMARY KEY,
    at INTEGER NOT NULL
  );
  CREATE TRIGGER IF NOT EXISTS job_deleted AFTER DELETE ON job BEGIN
    DELETE FROM version WHERE owner_id = old.id;
    DELETE FROM environment_variable WHERE entity_id = old.id;
  END;
  CREATE TRIGGER IF NOT EXISTS pipeline_deleted AFTER DELETE ON pipeline BEGIN
    DELETE FROM version WHERE owner_id = old.id;
    DELETE FROM environment_variable WHERE entity_id = old.id;
  END;
  CREATE TRIGGER IF NOT EXISTS app_deleted AFTER DELETE ON app BEGIN
    DELETE FROM version WHERE owner_id = old.id;
    DELETE FROM environment_variable WHERE entity_id = old.id;
  END;
  CREATE TRIGGER IF NOT EXISTS project_deleted AFTER DELETE ON project BEGIN
    DELETE FROM environment_variable WHERE entity_id = old.id;
  END;
`;

/** Of these tables: raised with each change of them. */
const VERSION = 1;

/** The bytes of uploaded packages, by their SHA-256: each content once. */
export class PackageStore {
  constructor(private readonly database: Database) {}

  /** Keeps a content and gives its SHA-256. */
  add(content: Uint8Array): string {
    const sha256 = createHash('sha256').update(content).digest('hex');
    this.database.change('INSERT OR IGNORE INTO package VALUES (?, ?)', sha256, content);
    return sha256;
  }

  find(sha256: string): Uint8Array | undefined {
    const row = this.database.one('SELECT content FROM package WHERE sha256 = ?', sha256);
    return row?.content instanceof Uint8Array ? row.content : undefined;
  }
}

export type Value = string | number | null | Uint8Array;
export type Row = Record<string, Value>;

/** The sandbox's database; made where there is none. `:memory:` keeps nothing. */
export class Database {
  private readonly connection: DatabaseSync;
  private readonly statements = new Map<string, StatementSync>();
  private isTogether = false;

  constructor(location: string) {
    const inFile = location !== ':memory:';
    if (inFile) mkdirSync(dirname(location), { recursive: true });
    this.connection = new DatabaseSync(location);
    // First: a file of something else stays as it is.
    const [tables] = this.all('SELECT count(*) AS count FROM sqlite_master');
    const [version] = this.all('PRAGMA user_version');
    if (tables?.count !== 0 && version?.user_version !== VERSION) {
      throw new Error(
        `${location} is from another version of the sandbox. Delete it, or name another file.`,
      );
    }
    if (inFile) this.connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    this.connection.exec('PRAGMA foreign_keys = ON;');
    this.connection.exec(TABLES);
    this.connection.exec(`PRAGMA user_version = ${VERSION};`);
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

  one(sql: string, ...values: Value[]): Row | undefined {
    return this.prepare(sql).get(...values) as Row | undefined;
  }

  all(sql: string, ...values: Value[]): Row[] {
    return this.prepare(sql).all(...values) as Row[];
  }

  /** Runs a change and gives the number of rows it touched. */
  change(sql: string, ...values: Value[]): number {
    return Number(this.prepare(sql).run(...values).changes);
  }

  insert(table: string, row: Row): void {
    const columns = Object.keys(row);
    const marks = columns.map(() => '?').join(', ');
    this.change(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${marks})`,
      ...Object.values(row),
    );
  }

  update(table: string, id: string, row: Row): void {
    const columns = Object.keys(row).map((column) => `${column} = ?`);
    this.change(
      `UPDATE ${table} SET ${columns.join(', ')} WHERE id = ?`,
      ...Object.values(row),
      id.toLowerCase(),
    );
  }

  /** False where there is no such row. */
  delete(table: string, id: string): boolean {
    return this.change(`DELETE FROM ${table} WHERE id = ?`, id.toLowerCase()) > 0;
  }

  /** The number of the next one in a table whose rows count from 1 within their owner. */
  nextNumber(table: string, owner: string, ownerId: string): number {
    const row = this.one(
      `SELECT coalesce(max(number), 0) + 1 AS next FROM ${table} WHERE ${owner} = ?`,
      ownerId,
    );
    return Number(row?.next);
  }

  count(table: string, owner: string, ownerId: string): number {
    const row = this.one(`SELECT count(*) AS rows FROM ${table} WHERE ${owner} = ?`, ownerId);
    return Number(row?.rows);
  }

  /** Runs the work as one change: all of it or nothing is kept. Within another one it is part of that. */
  together<T>(work: () => T): T {
    if (this.isTogether) return work();
    this.connection.exec('BEGIN');
    this.isTogether = true;
    try {
      const result = work();
      this.connection.exec('COMMIT');
      return result;
    } catch (error) {
      this.connection.exec('ROLLBACK');
      throw error;
    } finally {
      this.isTogether = false;
    }
  }

  close(): void {
    this.connection.close();
  }
}
