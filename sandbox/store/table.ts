import { randomUUID } from 'node:crypto';
import { requireFound } from '../graphql/refusals';
import type { Database, Row, Value } from './database';

export interface Page {
  limit?: number | null;
  skip?: number | null;
}

/** Properties whose parts can be changed one by one. */
type PartlyChangeable = 'settings' | 'script';
type Changes<T, Key extends keyof T> = {
  [K in Key]?: K extends PartlyChangeable ? Partial<T[K]> : T[K];
};

/** An entity to add. Default values complete the optional properties, also within settings and script. */
export type New<T, Optional extends keyof T> = Omit<T, Optional | 'id'> &
  Changes<T, Optional> & { id?: string };

interface TableOptions<T, Optional extends keyof T> {
  /** Name of an entity in error messages. */
  noun?: string;
  /** Property with the ID of the owner. An entity is deleted together with its owner. */
  owner?: keyof T & string;
  /** Property with the ID of another entity that this one is part of. It is also deleted together with that entity. */
  partOf?: keyof T & string;
  defaults?: Pick<T, Optional>;
}

/** Stores the entities of one kind. IDs ignore case. */
export class Table<T extends { id: string }, Optional extends keyof T = never> {
  readonly noun: string;

  constructor(
    protected readonly database: Database,
    protected readonly kind: string,
    private readonly options: TableOptions<T, Optional> = {},
  ) {
    this.noun = options.noun ?? kind;
  }

  add(entity: New<T, Optional>): T {
    const { id = randomUUID() } = entity;
    const [owner, partOf, data] = this.toRow(
      mergeChanges({ ...this.options.defaults, id } as T, entity),
    );
    const row = { id: id.toLowerCase(), kind: this.kind, owner, part_of: partOf, data };
    this.database.change('INSERT INTO entity VALUES (?, ?, ?, ?, ?)', ...Object.values(row));
    return this.fromRow(row);
  }

  find(id: string): T | undefined {
    return this.where('id = ?', id.toLowerCase())[0];
  }

  /** @throws notFound */
  get(id: string): T {
    return requireFound(this.find(id), this.noun, id);
  }

  /** Lists the entities of an owner, or all entities, oldest first. */
  list(ownerId?: string): T[] {
    return this.where('(?2 IS NULL OR owner = ?2) ORDER BY rowid', ownerId?.toLowerCase() ?? null);
  }

  /** Lists the entities of an owner, newest first. */
  latest(ownerId: string, { limit, skip }: Page = {}): T[] {
    const condition = 'owner = ? ORDER BY rowid DESC LIMIT ? OFFSET ?';
    return this.where(condition, ownerId.toLowerCase(), limit ?? -1, skip ?? 0);
  }

  /** Lists the entities that are part of another entity, oldest first. */
  listPartsOf(id: string): T[] {
    return this.where('part_of = ? ORDER BY rowid', id.toLowerCase());
  }

  count(ownerId: string): number {
    const sql = 'SELECT count(*) AS entities FROM entity WHERE owner = ? AND kind = ?';
    return Number(this.database.all(sql, ownerId.toLowerCase(), this.kind)[0]?.entities);
  }

  edit(id: string, changes: Changes<T, keyof T>): T | undefined {
    const before = this.find(id);
    return before && this.replace(mergeChanges(before, changes));
  }

  replace(entity: T): T {
    const row = this.toRow(entity);
    const sql = 'UPDATE entity SET owner = ?, part_of = ?, data = ? WHERE id = ?';
    this.database.change(sql, ...row, entity.id.toLowerCase());
    return entity;
  }

  /** Deletes an entity, the entities that it owns and its parts. Returns false if it does not exist. */
  delete(id: string): boolean {
    const sql = 'DELETE FROM entity WHERE id = ? AND kind = ?';
    return this.database.change(sql, id.toLowerCase(), this.kind) > 0;
  }

  /** @param condition SQL condition on the columns and on `data ->> 'property'`, which may end with ORDER BY */
  protected where(condition: string, ...values: Value[]): T[] {
    return this.database
      .all(`SELECT * FROM entity WHERE kind = ?1 AND ${condition}`, this.kind, ...values)
      .map((row) => this.fromRow(row));
  }

  private toRow(entity: T): [owner: Value, partOf: Value, data: string] {
    const { owner, partOf } = this.options;
    const [ownerId, partOfId] = [owner, partOf].map((property) => {
      const id = property && entity[property];
      return typeof id === 'string' ? id.toLowerCase() : null;
    });
    const data = Object.entries(entity)
      .filter(([property]) => ![owner, partOf, 'id'].includes(property))
      .map(([property, value]) => [property, (value as unknown) ?? null]);
    return [ownerId ?? null, partOfId ?? null, JSON.stringify(Object.fromEntries(data))];
  }

  private fromRow({ id, owner, part_of: partOf, data }: Row): T {
    return {
      id,
      ...(this.options.owner && { [this.options.owner]: owner }),
      ...(this.options.partOf && { [this.options.partOf]: partOf }),
      ...(JSON.parse(String(data)) as object),
    } as unknown as T;
  }
}

function mergeChanges<T extends object>(entity: T, changes: object): T {
  const result = { ...entity, ...changes } as T & Partial<Record<PartlyChangeable, object>>;
  for (const part of ['settings', 'script'] as const) {
    const before = (entity as typeof result)[part];
    if (before) Object.assign(result, { [part]: { ...before, ...result[part] } });
  }
  return result;
}

/** Stores runs, which are numbered by owner. */
export class RunTable<
  T extends { id: string; number: number },
  Optional extends keyof T,
> extends Table<T, Optional> {
  nextNumber(ownerId: string): number {
    const sql = `SELECT data ->> 'number' AS number FROM entity
      WHERE owner = ? AND kind = ? ORDER BY rowid DESC LIMIT 1`;
    return Number(this.database.all(sql, ownerId.toLowerCase(), this.kind)[0]?.number ?? 0) + 1;
  }

  /** Deletes scheduled runs of an owner, except for its latest `kept` runs. */
  deleteScheduled(ownerId: string, kept: number): void {
    this.database.change(
      `DELETE FROM entity WHERE owner = ? AND kind = ? AND data ->> 'cause' = 'SCHEDULED'
       AND data ->> 'number' < ?`,
      ownerId,
      this.kind,
      this.nextNumber(ownerId) - kept,
    );
  }
}
