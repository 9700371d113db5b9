import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';

const TABLES = `
  CREATE TABLE IF NOT EXISTS thing (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    owner TEXT REFERENCES thing(id) ON DELETE CASCADE ON UPDATE CASCADE,
    -- The pipeline's run that the run of a job is part of.
    part_of TEXT REFERENCES thing(id) ON DELETE CASCADE ON UPDATE CASCADE,
    data TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS thing_by_kind ON thing(kind);
  CREATE INDEX IF NOT EXISTS thing_by_owner ON thing(owner, kind);
  CREATE INDEX IF NOT EXISTS thing_by_alias ON thing(owner, kind, lower(data ->> 'alias'));
  CREATE INDEX IF NOT EXISTS thing_by_part ON thing(part_of);
  -- Uploaded packages of jobs, each content once.
  CREATE TABLE IF NOT EXISTS package (
    sha256 TEXT PRIMARY KEY,
    content BLOB NOT NULL
  );
  -- Configuration files, each by its path as '/folder/file'.
  CREATE TABLE IF NOT EXISTS conf_file (
    path TEXT PRIMARY KEY,
    content BLOB NOT NULL,
    modified_at REAL NOT NULL
  );
`;

/** Raised with each change of the tables. */
const VERSION = 3;

export class PackageStore {
  constructor(private readonly database: Database) {}

  /** @returns the SHA-256 */
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
  private isTogether = false;

  constructor(location: string) {
    const inFile = location !== ':memory:';
    if (inFile) mkdirSync(dirname(location), { recursive: true });
    this.connection = new DatabaseSync(location);
    // Before the first change, so that a file of another program stays as it is.
    const [tables] = this.all('SELECT count(*) AS count FROM sqlite_master');
    const [version] = this.all('PRAGMA user_version');
    if (tables?.count !== 0 && version?.user_version !== VERSION) {
      throw new Error(
        `${location} is from another version of the sandbox. Delete it, or name another file.`,
      );
    }
    if (inFile) this.connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    this.connection.exec(`PRAGMA foreign_keys = ON; ${TABLES} PRAGMA user_version = ${VERSION};`);
  }

  all(sql: string, ...values: Value[]): Row[] {
    return this.prepare(sql).all(...values) as Row[];
  }

  /** @returns number of changed rows */
  change(sql: string, ...values: Value[]): number {
    return Number(this.prepare(sql).run(...values).changes);
  }

  /** Runs the work as one transaction, or as part of the current one. */
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

  private prepare(sql: string): StatementSync {
    let statement = this.statements.get(sql);
    if (!statement) {
      statement = this.connection.prepare(sql);
      this.statements.set(sql, statement);
    }
    return statement;
  }
}
