import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { CATCH_UP, LATER_COLUMNS, TABLES } from './tables';

type Value = string | number | null | Uint8Array;
export type Row = Record<string, Value>;

export function textOrNull(value: Value | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}

/** The sandbox's database; made where there is none. `:memory:` keeps nothing. */
export class Database {
  private readonly connection: DatabaseSync;
  private readonly statements = new Map<string, StatementSync>();
  private isTogether = false;

  constructor(location: string) {
    const inFile = location !== ':memory:';
    if (inFile) mkdirSync(dirname(location), { recursive: true });
    this.connection = new DatabaseSync(location);
    if (inFile) this.connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    this.connection.exec('PRAGMA foreign_keys = ON;');
    this.connection.exec(TABLES);
    this.addLaterColumns();
    this.connection.exec(CATCH_UP);
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

  private addLaterColumns(): void {
    for (const [table, column, definition] of LATER_COLUMNS) {
      const columns = this.connection.prepare(`PRAGMA table_info(${table})`).all();
      if (columns.some(({ name }) => name === column)) continue;
      this.connection.exec(`ALTER TABLE ${table} ADD COLUMN ${column} ${definition}`);
    }
  }
}
