import { found } from '../graphql/refusals';
import { isEnded, type RunStatus } from '../runs/status';
import type { Database } from './database';
import { type New, Table } from './table';

export interface Version<Details> {
  id: string;
  ownerId: string;
  /** Counts from 1. */
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
  creator: string;
  /** The current version. */
  versionNumber: number;
  /** Epoch milliseconds. */
  createdAt: number;
  settings: object;
}

type Usual = 'name' | 'alias' | 'description' | 'creator' | 'versionNumber' | 'createdAt';

/** A thing to add, with its first version. */
export type NewVersioned<T extends Versioned, Details, More extends keyof T> = New<
  T,
  Usual | 'settings' | More
> & { version?: Partial<Details> };

class VersionTable<Details> extends Table<Version<Details>> {
  numbered(ownerId: string, number: number): Version<Details> | undefined {
    return this.where(`owner = ? AND data ->> 'number' = ?`, ownerId.toLowerCase(), number)[0];
  }
}

/** Jobs, pipelines or apps. */
export class VersionedTable<
  T extends Versioned,
  Details extends object,
  More extends keyof T = never,
> extends Table<T, Usual | 'settings' | More> {
  private readonly versionTable: VersionTable<Partial<Details>>;

  constructor(
    database: Database,
    noun: string,
    protected readonly clock: () => number,
    readonly usually: Pick<T, 'settings' | More>,
    private readonly defaults: Details,
  ) {
    const others = { description: null, creator: 'sandbox', versionNumber: 1 };
    super(database, noun.toLowerCase(), {
      noun,
      owner: 'projectId',
      usual: { ...others, ...usually } as unknown as Pick<T, Usual | 'settings' | More>,
    });
    this.versionTable = new VersionTable(database, 'version', { owner: 'ownerId' });
  }

  /** Whatever its case: two that differ in nothing else would be mixed up. */
  findByAlias(projectId: string, alias: string): T | undefined {
    const condition = `owner = ? AND lower(data ->> 'alias') = lower(?)`;
    return this.where(condition, projectId.toLowerCase(), alias)[0];
  }

  /** Without an alias it gets one made of its name. */
  override add({ version = {}, ...thing }: NewVersioned<T, Details, More>): T {
    const { name = this.noun, createdAt = this.clock(), projectId } = thing as Partial<Versioned>;
    const { alias = this.freeAlias(projectId ?? '', name) } = thing as Partial<Versioned>;
    return this.database.together(() => {
      const added = super.add({ ...thing, name, createdAt, alias } as never);
      const { id: ownerId, versionNumber: number, creator } = added;
      this.versionTable.add({ ownerId, number, createdAt, creator, details: version });
      return added;
    });
  }

  /** The version becomes the current one. */
  addVersion(id: string, details: Partial<Details>, creator: string): Version<Details> | undefined {
    const ownerId = this.find(id)?.id;
    if (ownerId === undefined) return undefined;
    return this.database.together(() => {
      const number = (this.versionTable.latest(ownerId, { limit: 1 })[0]?.number ?? 0) + 1;
      const createdAt = this.clock();
      this.versionTable.add({ ownerId, number, createdAt, creator, details });
      this.makeCurrent(ownerId, number);
      return this.version(ownerId, number);
    });
  }

  private makeCurrent(id: string, versionNumber: number): T | undefined {
    return this.edit(id, { versionNumber } as never);
  }

  /** @throws notFound */
  rollBack(id: string, number: number): T | undefined {
    return this.makeCurrent(this.getVersion(id, number).ownerId, number);
  }

  /** @throws notFound */
  getVersion(id: string, number: number): Version<Details> {
    const version = this.version(this.get(id).id, number);
    return found(version, `${this.noun} version`, String(number));
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

  current({ id, versionNumber }: Pick<T, 'id' | 'versionNumber'>): Details | undefined {
    return this.version(id, versionNumber)?.details;
  }

  /** Keeps and reports the current version, and those of runs that have not ended or are parts of a pipeline's run. */
  deleteVersions(
    id: string,
    numbers: readonly number[],
    runs: ReadonlyArray<{
      versionNumber: number;
      status: RunStatus;
      pipelineRunId?: string | null;
    }>,
  ) {
    const { id: ownerId, versionNumber } = this.get(id);
    const needed = runs.filter(({ status, pipelineRunId }) => !isEnded(status) || pipelineRunId);
    const kept = new Set([versionNumber, ...needed.map((run) => run.versionNumber)]);
    return numbers.map((number) => {
      const versionId = this.versionTable.numbered(ownerId, number)?.id;
      const isFree = versionId !== undefined && !kept.has(number);
      return { number, success: isFree && this.versionTable.delete(versionId) };
    });
  }

  protected replaceCurrent({ id, versionNumber }: T, details: Details): void {
    const { id: versionId } = this.version(id, versionNumber) ?? {};
    if (versionId !== undefined) this.versionTable.edit(versionId, { details });
  }

  private withDefaults(version: Version<Partial<Details>>): Version<Details> {
    return { ...version, details: { ...this.defaults, ...version.details } };
  }

  /** Adds a number to the name if it is taken. */
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
