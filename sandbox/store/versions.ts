import type { Database } from './database';
import { SettingsTable, Table } from './table';

/** A version of a job, a pipeline or an app; numbers count from 1. */
export interface Version<Details> {
  id: string;
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

class VersionTable<Details> extends Table<Version<Details>> {
  numbered(ownerId: string, number: number): Version<Details> | undefined {
    return this.where(`owner = ? AND data ->> 'number' = ?`, ownerId.toLowerCase(), number)[0];
  }
}

/** Things of a project that have versions. */
export class VersionedTable<T extends Versioned, Details extends object> extends SettingsTable<T> {
  private readonly versionTable: VersionTable<Partial<Details>>;

  constructor(
    database: Database,
    /** What one of them is called, as `Job`. */
    readonly noun: string,
    protected readonly clock: () => number,
    /** Details that a version may lack. */
    private readonly defaults: Details,
  ) {
    super(database, noun.toLowerCase(), 'projectId');
    this.versionTable = new VersionTable(database, 'version', 'ownerId');
  }

  /** Whatever its case: two that differ in nothing else would be mixed up. */
  findByAlias(projectId: string, alias: string): T | undefined {
    const condition = `owner = ? AND lower(data ->> 'alias') = lower(?)`;
    return this.where(condition, projectId.toLowerCase(), alias)[0];
  }

  /** Adds a thing with its first version. Without an alias it gets one made of its name. */
  protected addFirst(
    thing: Omit<T, 'id' | 'alias' | 'versionNumber' | 'createdAt'> & Partial<T>,
    details: Partial<Details>,
    creator: string,
  ): T {
    const { projectId, name, alias = this.freeAlias(projectId, name) } = thing;
    const usual = { versionNumber: 1, createdAt: this.clock() };
    return this.database.together(() => {
      const added = this.insert({ ...usual, ...thing, alias } as unknown as T);
      const { id: ownerId, versionNumber: number, createdAt } = added;
      this.versionTable.insert({ ownerId, number, createdAt, creator, details });
      return added;
    });
  }

  /** Adds a version; it becomes the current one. */
  addVersion(id: string, details: Partial<Details>, creator: string): Version<Details> | undefined {
    const ownerId = this.find(id)?.id;
    if (ownerId === undefined) return undefined;
    return this.database.together(() => {
      const number = (this.versionTable.latest(ownerId, { limit: 1 })[0]?.number ?? 0) + 1;
      const createdAt = this.clock();
      this.versionTable.insert({ ownerId, number, createdAt, creator, details });
      this.makeCurrent(ownerId, number);
      return this.version(ownerId, number);
    });
  }

  makeCurrent(id: string, versionNumber: number): T | undefined {
    return this.edit(id, { versionNumber } as Partial<T>);
  }

  version(ownerId: string, number: number): Version<Details> | undefined {
    const version = this.versionTable.numbered(ownerId, number);
    return version && this.withDefaults(version);
  }

  /** Newest first. */
  versions(
    { id, versionNumber }: Pick<T, 'id' | 'versionNumber'>,
    { limit, onlyCurrent }: VersionFilter = {},
  ): Version<Details>[] {
    if (onlyCurrent) return [this.version(id, versionNumber)].filter((one) => one !== undefined);
    return this.versionTable.latest(id, { limit }).map((one) => this.withDefaults(one));
  }

  /** The details of the current version. */
  current({ id, versionNumber }: Pick<T, 'id' | 'versionNumber'>): Details | undefined {
    return this.version(id, versionNumber)?.details;
  }

  /** False where there is no such version. */
  deleteVersion(ownerId: string, number: number): boolean {
    return this.versionTable.delete(this.versionTable.numbered(ownerId, number)?.id ?? '');
  }

  protected replaceCurrent({ id, versionNumber }: T, details: Details): void {
    const { id: versionId } = this.version(id, versionNumber) ?? {};
    if (versionId !== undefined) this.versionTable.edit(versionId, { details });
  }

  private withDefaults(version: Version<Partial<Details>>): Version<Details> {
    return { ...version, details: { ...this.defaults, ...version.details } };
  }

  /** Made of a name, with a number behind it where it is taken. */
  private freeAlias(projectId: string, name: string): string {
    const alias = name.trim().replace(/\W+/g, '_');
    const sql = `SELECT lower(data ->> 'alias') AS alias
      FROM thing INDEXED BY thing_by_alias WHERE owner = ? AND kind = ?`;
    const rows = this.database.all(sql, projectId.toLowerCase(), this.kind);
    const taken = new Set(rows.map((row) => row.alias));
    let free = alias;
    for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${alias}_${number}`;
    return free;
  }
}
