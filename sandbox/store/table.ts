import { randomUUID } from 'node:crypto';
import { found } from '../graphql/refusals';
import type { Database, Row, Value } from './database';

export interface Page {
  limit?: number | null;
  skip?: number | null;
}

type Piecewise = 'settings' | 'script';
type Given<T, Key extends keyof T> = {
  [K in Key]?: K extends Piecewise ? Partial<T[K]> : T[K];
};

/** Usual values replace those that are left out, also within settings and script. */
export type New<T, Usual extends keyof T> = Omit<T, Usual | 'id'> &
  Given<T, Usual> & { id?: string };

interface Form<T, Usual extends keyof T> {
  /** In errors. */
  noun?: string;
  /** The property with the ID of an entity. They are deleted together. */
  owner?: keyof T & string;
  partOf?: keyof T & string;
  usual?: Pick<T, Usual>;
}

/** The things of one kind. IDs ignore case; an unknown one returns undefined. */
export class Table<T extends { id: string }, Usual extends keyof T = never> {
  readonly noun: string;

  constructor(
    protected readonly database: Database,
    protected readonly kind: string,
    private readonly form: Form<T, Usual> = {},
  ) {
    this.noun = form.noun ?? kind;
  }

  add(thing: New<T, Usual>): T {
    const { id = randomUUID() } = thing;
    const [owner, partOf, data] = this.toRow(merge({ ...this.form.usual, id } as T, thing));
    const row = { id: id.toLowerCase(), kind: this.kind, owner, part_of: partOf, data };
    this.database.change('INSERT INTO thing VALUES (?, ?, ?, ?, ?)', ...Object.values(row));
    return this.fromRow(row);
  }

  find(id: string): T | undefined {
    return this.where('id = ?', id.toLowerCase())[0];
  }

  /** @throws notFound */
  get(id: string): T {
    return found(this.find(id), this.noun, id);
  }

  /** Without an owner, it lists all things. Oldest first. */
  list(ownerId?: string): T[] {
    return this.where('(?2 IS NULL OR owner = ?2) ORDER BY rowid', ownerId?.toLowerCase() ?? null);
  }

  /** Newest first. */
  latest(ownerId: string, { limit, skip }: Page = {}): T[] {
    const condition = 'owner = ? ORDER BY rowid DESC LIMIT ? OFFSET ?';
    return this.where(condition, ownerId.toLowerCase(), limit ?? -1, skip ?? 0);
  }

  parts(id: string): T[] {
    return this.where('part_of = ? ORDER BY rowid', id.toLowerCase());
  }

  count(ownerId: string): number {
    const sql = 'SELECT count(*) AS things FROM thing WHERE owner = ? AND kind = ?';
    return Number(this.database.all(sql, ownerId.toLowerCase(), this.kind)[0]?.things);
  }

  edit(id: string, changes: Given<T, keyof T>): T | undefined {
    const before = this.find(id);
    return before && this.replace(merge(before, changes));
  }

  replace(thing: T): T {
    const row = this.toRow(thing);
    const sql = 'UPDATE thing SET owner = ?, part_of = ?, data = ? WHERE id = ?';
    this.database.change(sql, ...row, thing.id.toLowerCase());
    return thing;
  }

  /** Deletes a thing with all that it owns. Returns false if it does not exist. */
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
    const { owner, partOf } = this.form;
    const [ownerId, partOfId] = [owner, partOf].map((property) => {
      const id = property && thing[property];
      return typeof id === 'string' ? id.toLowerCase() : null;
    });
    const data = Object.entries(thing)
      .filter(([property]) => ![owner, partOf, 'id'].includes(property))
      .map(([property, value]) => [property, (value as unknown) ?? null]);
    return [ownerId ?? null, partOfId ?? null, JSON.stringify(Object.fromEntries(data))];
  }

  private fromRow({ id, owner, part_of: partOf, data }: Row): T {
    return {
      id,
      ...(this.form.owner && { [this.form.owner]: owner }),
      ...(this.form.partOf && { [this.form.partOf]: partOf }),
      ...(JSON.parse(String(data)) as object),
    } as unknown as T;
  }
}

function merge<T extends object>(thing: T, changes: object): T {
  const result = { ...thing, ...changes } as T & Partial<Record<Piecewise, object>>;
  for (const part of ['settings', 'script'] as const) {
    const before = (thing as typeof result)[part];
    if (before) Object.assign(result, { [part]: { ...before, ...result[part] } });
  }
  return result;
}

/** Runs are numbered by owner. */
export class RunTable<
  T extends { id: string; number: number },
  Usual extends keyof T,
> extends Table<T, Usual> {
  nextNumber(ownerId: string): number {
    const sql = `SELECT data ->> 'number' AS number FROM thing
      WHERE owner = ? AND kind = ? ORDER BY rowid DESC LIMIT 1`;
    return Number(this.database.all(sql, ownerId.toLowerCase(), this.kind)[0]?.number ?? 0) + 1;
  }

  /** Keeps the latest runs. */
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
