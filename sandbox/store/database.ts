import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';

const TABLES = `
  CREATE TABLE IF NOT EXISTS entity (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    owner TEXT REFERENCES entity(id) ON DELETE CASCADE ON UPDATE CASCADE,
    -- For the run of a job: the pipeline run that it is part of.
    part_of TEXT REFERENCES entity(id) ON DELETE CASCADE ON UPDATE CASCADE,
    data TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS entity_by_kind ON entity(kind);
  CREATE INDEX IF NOT EXISTS entity_by_owner ON entity(owner, kind);
  CREATE INDEX IF NOT EXISTS entity_by_alias ON entity(owner, kind, lower(data ->> 'alias'));
  CREATE INDEX IF NOT EXISTS entity_by_part ON entity(part_of);
  -- Uploaded packages of jobs. Equal packages are stored once.
  CREATE TABLE IF NOT EXISTS package (
    sha256 TEXT PRIMARY KEY,
    content BLOB NOT NULL
  );
  -- Configuration files. A path is written as '/folder/file'.
  CREATE TABLE IF NOT EXISTS conf_file (
    path TEXT PRIMARY KEY,
    content BLOB NOT NULL,
    modified_at REAL NOT NULL
  );
`;

/** Must be raised with each change of the tables or of the data in them. */
const TABLES_VERSION = 5;

export class PackageStore {
  constructor(private readonly database: Database) {}

  /** Stores a package. @returns SHA-256 of the package */
  add(content: Uint8Array): string {
    const sha256 = createHash('sha256').update(content).digest('hex');
    this.database.change('INSERT OR IGNORE INTO package VALUES (?, ?)', sha256, content);
    return sha256;
  }

  find(sha256: string): Uint8Array | undefined {
    const [row] = this.database.all('SELECT content FROM package WHERE sha256 = ?', sha256);
    return row?.content instanceof Uint8Array ? row.content : undefined;
  }
}

export type Value = string | number | null | Uint8Array;
export type Row = Record<string, Value>;

export class Database {
  private readonly connection: DatabaseSync;
  private readonly statements = new Map<string, StatementSync>();
  private isInTransaction = false;

  constructor(location: string) {
    const isFile = location !== ':memory:';
    if (isFile) mkdirSync(dirname(location), { recursive: true });
    this.connection = new DatabaseSync(location);
    // The check comes before the first change, so that the database of another program is not changed.
    const [tables] = this.all('SELECT count(*) AS count FROM sqlite_master');
    const [version] = this.all('PRAGMA user_version');
    if (tables?.count !== 0 && version?.user_version !== TABLES_VERSION) {
      throw new Error(
        `${location} was not created by this version of the sandbox. Choose another file, or delete this one.`,
      );
    }
    if (isFile) this.connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    this.connection.exec(
      `PRAGMA foreign_keys = ON; ${TABLES} PRAGMA user_version = ${TABLES_VERSION};`,
    );
  }

  all(sql: string, ...values: Value[]): Row[] {
    return this.prepare(sql).all(...values) as Row[];
  }

  /** Runs a statement that changes rows. @returns number of changed rows */
  change(sql: string, ...values: Value[]): number {
    return Number(this.prepare(sql).run(...values).changes);
  }

  /** Runs the work as one transaction, or as part of the current one. */
  inTransaction<T>(work: () => T): T {
    if (this.isInTransaction) return work();
    this.connection.exec('BEGIN');
    this.isInTransaction = true;
    try {
      const result = work();
      this.connection.exec('COMMIT');
      return result;
    } catch (error) {
      this.connection.exec('ROLLBACK');
      throw error;
    } finally {
      this.isInTransaction = false;
    }
  }

  close(): void {
    this.connection.close();
  }

  private prepare(sql: string): StatementSync {
    let statement = this.statements.get(sql);
    if (!statement) {
      statement = this.connection.prepare(sql);
      this.statements.set(sql, statement);
    }
    return statement;
  }
}
