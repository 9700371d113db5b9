import type { Database, Row, Value } from './database';

/** How a property is kept in its column. */
export interface Column {
  write(value: unknown): Value;
  read(value: Value): unknown;
}

export const plain: Column = { write: (value) => (value ?? null) as Value, read: (value) => value };

/** Identifiers are the same in capital letters. */
export const identifier: Column = {
  write: (value) => (typeof value === 'string' ? value.toLowerCase() : null),
  read: (value) => value,
};

export const flag: Column = { write: (value) => (value ? 1 : 0), read: (value) => value === 1 };

export const json: Column = {
  write: (value) => JSON.stringify(value),
  read: (value) => JSON.parse(String(value)) as unknown,
};

export interface Page {
  limit?: number | null;
  skip?: number | null;
}

/** A table of things with an id; the column of `projectId` is `project_id`. Unknown ids give undefined, never an error. */
export class Table<T extends { id: string }> {
  constructor(
    protected readonly database: Database,
    protected readonly name: string,
    private readonly columns: Record<keyof T & string, Column>,
  ) {}

  /** @returns the thing as it is kept */
  protected insert(thing: T): T {
    const row = this.toRow(thing);
    this.database.insert(this.name, row);
    return this.fromRow(row);
  }

  find(id: string): T | undefined {
    const row = this.database.one(`SELECT * FROM ${this.name} WHERE id = ?`, id.toLowerCase());
    return row && this.fromRow(row);
  }

  /** @param condition what follows SELECT, as `WHERE name = ?`, with its values */
  all(condition: string, ...values: Value[]): T[] {
    return this.database
      .all(`SELECT * FROM ${this.name} ${condition}`, ...values)
      .map((row) => this.fromRow(row));
  }

  /** Those of a project, or of every project, in the order they were made. */
  list(projectId?: string): T[] {
    const condition = 'WHERE (?1 IS NULL OR project_id = ?1) ORDER BY rowid';
    return this.all(condition, projectId?.toLowerCase() ?? null);
  }

  edit(id: string, changes: Partial<T>): T | undefined {
    if (Object.keys(changes).length > 0) this.database.update(this.name, id, this.toRow(changes));
    return this.find(id);
  }

  replace(thing: T): T {
    this.database.update(this.name, thing.id, this.toRow(thing));
    return thing;
  }

  /** False where there is no such thing. */
  delete(id: string): boolean {
    return this.database.delete(this.name, id);
  }

  private toRow(thing: Partial<T>): Row {
    const given = Object.entries(this.columns) as [keyof T & string, Column][];
    return Object.fromEntries(
      given
        .filter(([property]) => property in thing)
        .map(([property, column]) => [columnOf(property), column.write(thing[property])]),
    );
  }

  private fromRow(row: Row): T {
    const columns = Object.entries(this.columns) as [string, Column][];
    return Object.fromEntries(
      columns.map(([property, column]) => [property, column.read(row[columnOf(property)] ?? null)]),
    ) as T;
  }
}

/** Things with settings, which can be edited one by one. */
export class SettingsTable<T extends { id: string; settings: object }> extends Table<T> {
  override edit(
    id: string,
    { settings, ...changes }: Partial<Omit<T, 'settings'>> & { settings?: Partial<T['settings']> },
  ): T | undefined {
    const before = this.find(id);
    if (!before) return undefined;
    return super.edit(id, {
      ...changes,
      settings: { ...before.settings, ...settings },
    } as unknown as Partial<T>);
  }
}

function columnOf(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Runs of one kind: each is numbered within what it is a run of. */
export class RunTable<
  T extends { id: string; number: number; requestedAt: number; stoppedAt: number | null },
> extends Table<T> {
  constructor(
    database: Database,
    name: string,
    /** The column of what they are runs of. */
    private readonly owner: string,
    columns: Record<keyof T & string, Column>,
  ) {
    super(database, name, columns);
  }

  /** Newest first. */
  of(ownerId: string, { limit, skip }: Page = {}): T[] {
    return this.all(
      `WHERE ${this.owner} = ? ORDER BY number DESC LIMIT ? OFFSET ?`,
      ownerId.toLowerCase(),
      limit ?? -1,
      skip ?? 0,
    );
  }

  start(run: T): T {
    return this.insert(run);
  }

  nextNumber(ownerId: string): number {
    return this.database.nextNumber(this.name, this.owner, ownerId);
  }

  count(ownerId: string): number {
    return this.database.count(this.name, this.owner, ownerId);
  }

  /** Deletes runs that a schedule started, but not those of the latest `kept`. */
  deleteScheduled(ownerId: string, kept: number): void {
    const { name, owner } = this;
    this.database.change(
      `DELETE FROM ${name} WHERE ${owner} = ?1 AND cause = 'SCHEDULED'
       AND number <= (SELECT max(number) FROM ${name} WHERE ${owner} = ?1) - ?2`,
      ownerId,
      kept,
    );
  }
}
