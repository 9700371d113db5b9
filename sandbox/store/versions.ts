import type { Database, Row } from './database';
import { type Column, SettingsTable } from './table';

/** A version of a job, a pipeline or an app; numbers count from 1. */
export interface Version<Details> {
  /** What it is a version of. */
  ownerId: string;
  number: number;
  /** Epoch milliseconds. */
  createdAt: number;
  creator: string;
  details: Details;
}

export interface VersionFilter {
  limit?: number | null;
  onlyCurrent?: boolean | null;
}

export interface Versioned {
  id: string;
  projectId: string;
  name: string;
  alias: string;
  description: string | null;
  /** The current version. */
  versionNumber: number;
  /** Epoch milliseconds. */
  createdAt: number;
  settings: object;
}

/** Things of a project that have versions. Unknown ids give undefined, never an error. */
export class VersionedTable<T extends Versioned, Details extends object> extends SettingsTable<T> {
  constructor(
    database: Database,
    /** What one of them is called, as `Job`. */
    readonly noun: string,
    columns: Record<keyof T & string, Column>,
    protected readonly clock: () => number,
    /** Details that a version may lack. */
    private readonly defaults: Details,
  ) {
    super(database, noun.toLowerCase(), columns);
  }

  /** Whatever its case: two that differ in nothing else would be mixed up. */
  findByAlias(projectId: string, alias: string): T | undefined {
    const condition = 'WHERE project_id = ? AND alias = ? COLLATE NOCASE';
    return this.all(condition, projectId.toLowerCase(), alias)[0];
  }

  /** Adds a thing with its first version. Without an alias it gets one made of its name. */
  protected addFirst(
    thing: Omit<T, 'alias'> & { alias?: string },
    details: Partial<Details>,
    creator: string,
  ): T {
    const { projectId, name, alias = this.freeAlias(projectId, name) } = thing;
    return this.database.together(() => {
      const added = this.insert({ ...thing, alias } as unknown as T);
      const { id: ownerId, versionNumber: number, createdAt } = added;
      this.insertVersion({ ownerId, number, createdAt, creator, details });
      return added;
    });
  }

  /** Adds a version; it becomes the current one. */
  addVersion(id: string, details: Partial<Details>, creator: string): Version<Details> | undefined {
    const ownerId = this.find(id)?.id;
    if (ownerId === undefined) return undefined;
    return this.database.together(() => {
      const number = this.database.nextNumber('version', 'owner_id', ownerId);
      this.insertVersion({ ownerId, number, createdAt: this.clock(), creator, details });
      this.makeCurrent(ownerId, number);
      return this.version(ownerId, number);
    });
  }

  makeCurrent(id: string, versionNumber: number): T | undefined {
    return this.edit(id, { versionNumber } as Partial<T>);
  }

  version(ownerId: string, number: number): Version<Details> | undefined {
    const row = this.database.one(
      'SELECT * FROM version WHERE owner_id = ? AND number = ?',
      ownerId.toLowerCase(),
      number,
    );
    return row && this.versionIn(row);
  }

  /** Newest first. */
  versions(
    { id, versionNumber }: Pick<T, 'id' | 'versionNumber'>,
    { limit, onlyCurrent }: VersionFilter = {},
  ): Version<Details>[] {
    if (onlyCurrent) return [this.version(id, versionNumber)].filter((one) => one !== undefined);
    return this.database
      .all('SELECT * FROM version WHERE owner_id = ? ORDER BY number DESC LIMIT ?', id, limit ?? -1)
      .map((row) => this.versionIn(row));
  }

  /** The details of the current version. */
  current({ id, versionNumber }: Pick<T, 'id' | 'versionNumber'>): Details | undefined {
    return this.version(id, versionNumber)?.details;
  }

  /** False where there is no such version. */
  deleteVersion(ownerId: string, number: number): boolean {
    return (
      this.database.change(
        'DELETE FROM version WHERE owner_id = ? AND number = ?',
        ownerId.toLowerCase(),
        number,
      ) > 0
    );
  }

  protected replaceCurrent({ id, versionNumber }: T, details: Details): void {
    this.database.change(
      'UPDATE version SET details = ? WHERE owner_id = ? AND number = ?',
      JSON.stringify(details),
      id,
      versionNumber,
    );
  }

  private insertVersion(version: Version<Partial<Details>>): void {
    this.database.insert('version', {
      owner_id: version.ownerId,
      number: version.number,
      created_at: version.createdAt,
      creator: version.creator,
      details: JSON.stringify(version.details),
    });
  }

  private versionIn(row: Row): Version<Details> {
    return {
      ownerId: String(row.owner_id),
      number: Number(row.number),
      createdAt: Number(row.created_at),
      creator: String(row.creator),
      details: { ...this.defaults, ...(JSON.parse(String(row.details)) as Partial<Details>) },
    };
  }

  /** Made of a name, with a number behind it where it is taken. */
  private freeAlias(projectId: string, name: string): string {
    const alias = name.trim().replace(/\W+/g, '_');
    const rows = this.database.all(
      `SELECT lower(alias) AS alias FROM ${this.name} WHERE project_id = ?`,
      projectId.toLowerCase(),
    );
    const taken = new Set(rows.map((row) => row.alias));
    let free = alias;
    for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${alias}_${number}`;
    return free;
  }
}
