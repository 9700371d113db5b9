import { randomUUID } from 'node:crypto';
import type { Database, Row, Value } from './database';

export interface Page {
  limit?: number | null;
  skip?: number | null;
}

/** The things of one kind. Identifiers are the same in capital letters; unknown ones give undefined, never an error. */
export class Table<T extends { id: string }> {
  constructor(
    protected readonly database: Database,
    protected readonly kind: string,
    /** The property that names what a thing goes with. */
    private readonly owner?: keyof T & string,
    private readonly partOf?: keyof T & string,
  ) {}

  /** @returns the thing as it is kept */
  insert(thing: Omit<T, 'id'> & { id?: string }): T {
    const { id = randomUUID() } = thing;
    const [owner, partOf, data] = this.toRow({ ...thing, id } as T);
    const row = { id: id.toLowerCase(), kind: this.kind, owner, part_of: partOf, data };
    this.database.change('INSERT INTO thing VALUES (?, ?, ?, ?, ?)', ...Object.values(row));
    return this.fromRow(row);
  }

  find(id: string): T | undefined {
    return this.where('id = ?', id.toLowerCase())[0];
  }

  /** Those of an owner, or all of them, in the order they were made. */
  list(ownerId?: string): T[] {
    return this.where('(?2 IS NULL OR owner = ?2) ORDER BY rowid', ownerId?.toLowerCase() ?? null);
  }

  /** Those of an owner, newest first. */
  latest(ownerId: string, { limit, skip }: Page = {}): T[] {
    return this.where(
      'owner = ? ORDER BY rowid DESC LIMIT ? OFFSET ?',
      ownerId.toLowerCase(),
      limit ?? -1,
      skip ?? 0,
    );
  }

  count(ownerId: string): number {
    const sql = 'SELECT count(*) AS things FROM thing WHERE owner = ? AND kind = ?';
    return Number(this.database.all(sql, ownerId.toLowerCase(), this.kind)[0]?.things);
  }

  edit(id: string, changes: Partial<T>): T | undefined {
    const before = this.find(id);
    return before && this.replace({ ...before, ...changes });
  }

  replace(thing: T): T {
    const row = this.toRow(thing);
    const sql = 'UPDATE thing SET owner = ?, part_of = ?, data = ? WHERE id = ?';
    this.database.change(sql, ...row, thing.id.toLowerCase());
    return thing;
  }

  /** Deletes a thing with all that goes with it. False where there is no such thing. */
  delete(id: string): boolean {
    const sql = 'DELETE FROM thing WHERE id = ? AND kind = ?';
    return this.database.change(sql, id.toLowerCase(), this.kind) > 0;
  }

  /** @param condition on the columns and on `data ->> 'property'`, with its values */
  protected where(condition: string, ...values: Value[]): T[] {
    return this.database
      .all(`SELECT * FROM thing WHERE kind = ?1 AND ${condition}`, this.kind, ...values)
      .map((row) => this.fromRow(row));
  }

  private toRow(thing: T): [owner: Value, partOf: Value, data: string] {
    const own = [this.owner, this.partOf].map((property) => {
      const id = property && thing[property];
      return typeof id === 'string' ? id.toLowerCase() : null;
    });
    const isData = (property: string) => ![this.owner, this.partOf, 'id'].includes(property);
    const data = Object.entries(thing)
      .filter(([property]) => isData(property))
      .map(([property, value]) => [property, (value as unknown) ?? null]);
    return [own[0] ?? null, own[1] ?? null, JSON.stringify(Object.fromEntries(data))];
  }

  private fromRow({ id, owner, part_of: partOf, data }: Row): T {
    return {
      id,
      ...(this.owner && { [this.owner]: owner }),
      ...(this.partOf && { [this.partOf]: partOf }),
      ...(JSON.parse(String(data)) as object),
    } as unknown as T;
  }
}

/** Things with settings, which can be edited one by one. */
export class SettingsTable<T extends { id: string; settings: object }> extends Table<T> {
  override edit(
    id: string,
    { settings, ...changes }: Partial<Omit<T, 'settings'>> & { settings?: Partial<T['settings']> },
  ): T | undefined {
    const before = this.find(id);
    return (
      before &&
      this.replace({ ...before, ...changes, settings: { ...before.settings, ...settings } })
    );
  }
}

/** Runs of one kind: each is numbered within what it is a run of. */
export class RunTable<T extends { id: string; number: number }> extends Table<T> {
  nextNumber(ownerId: string): number {
    return (this.latest(ownerId, { limit: 1 })[0]?.number ?? 0) + 1;
  }

  /** Deletes runs that a schedule started, but not those of the latest `kept`. */
  deleteScheduled(ownerId: string, kept: number): void {
    this.database.change(
      `DELETE FROM thing WHERE owner = ? AND kind = ? AND data ->> 'cause' = 'SCHEDULED'
       AND data ->> 'number' < ?`,
      ownerId,
      this.kind,
      this.nextNumber(ownerId) - kept,
    );
  }
}
