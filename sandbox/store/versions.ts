import { requireFound } from '../graphql/refusals';
import { isEnded, type RunStatus } from '../runs/status';
import type { Database } from './database';
import { type New, Table } from './table';

export interface Version<Details> {
  id: string;
  ownerId: string;
  /** Number of the version, starting at 1. */
  number: number;
  /** Epoch milliseconds. */
  createdAt: number;
  creator: string;
  details: Details;
}

export interface VersionFilter {
  onlyCurrent?: boolean | null;
}

export interface Versioned {
  id: string;
  projectId: string;
  name: string;
  alias: string;
  description: string | null;
  creator: string;
  /** Number of the current version. */
  versionNumber: number;
  /** Epoch milliseconds. */
  createdAt: number;
  settings: object;
}

type CommonOptional = 'name' | 'alias' | 'description' | 'creator' | 'versionNumber' | 'createdAt';

/** A job, pipeline or app to add, with its first version. */
export type NewVersioned<T extends Versioned, Details, OwnOptional extends keyof T> = New<
  T,
  CommonOptional | 'settings' | OwnOptional
> & { version?: Partial<Details> };

class VersionTable<Details> extends Table<Version<Details>> {
  findByNumber(ownerId: string, number: number): Version<Details> | undefined {
    return this.where(`owner = ? AND data ->> 'number' = ?`, ownerId.toLowerCase(), number)[0];
  }
}

/** Stores jobs, pipelines or apps with their versions. */
export class VersionedTable<
  T extends Versioned,
  Details extends object,
  OwnOptional extends keyof T = never,
> extends Table<T, CommonOptional | 'settings' | OwnOptional> {
  private readonly versionTable: VersionTable<Partial<Details>>;

  constructor(
    database: Database,
    noun: string,
    protected readonly clock: () => number,
    readonly ownDefaults: Pick<T, 'settings' | OwnOptional>,
    private readonly defaultDetails: Details,
  ) {
    const commonDefaults = { description: null, creator: 'sandbox', versionNumber: 1 };
    super(database, noun.toLowerCase(), {
      noun,
      owner: 'projectId',
      defaults: { ...commonDefaults, ...ownDefaults } as unknown as Pick<
        T,
        CommonOptional | 'settings' | OwnOptional
      >,
    });
    this.versionTable = new VersionTable(database, 'version', { owner: 'ownerId' });
  }

  /** Ignores case, so that users do not mix up two aliases. */
  findByAlias(projectId: string, alias: string): T | undefined {
    const condition = `owner = ? AND lower(data ->> 'alias') = lower(?)`;
    return this.where(condition, projectId.toLowerCase(), alias)[0];
  }

  /** Adds an entity and its first version. Without an alias, the entity gets an alias derived from its name. */
  override add({ version = {}, ...entity }: NewVersioned<T, Details, OwnOptional>): T {
    const { name = this.noun, createdAt = this.clock(), projectId } = entity as Partial<Versioned>;
    const { alias = this.findFreeAlias(projectId ?? '', name) } = entity as Partial<Versioned>;
    return this.database.inTransaction(() => {
      const added = super.add({ ...entity, name, createdAt, alias } as never);
      const { id: ownerId, versionNumber: number, creator } = added;
      this.versionTable.add({ ownerId, number, createdAt, creator, details: version });
      return added;
    });
  }

  /** Adds a version and makes it the current one. */
  addVersion(id: string, details: Partial<Details>, creator: string): Version<Details> | undefined {
    const ownerId = this.find(id)?.id;
    if (ownerId === undefined) return undefined;
    return this.database.inTransaction(() => {
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

  /** Makes an existing version the current one. @throws notFound */
  rollBack(id: string, number: number): T | undefined {
    const version = this.version(this.get(id).id, number);
    const { ownerId } = requireFound(version, `${this.noun} version`, String(number));
    return this.makeCurrent(ownerId, number);
  }

  version(ownerId: string, number: number): Version<Details> | undefined {
    const version = this.versionTable.findByNumber(ownerId, number);
    return version && this.withDefaults(version);
  }

  /** Returns the versions, newest first. */
  versions(
    { id, versionNumber }: Pick<T, 'id' | 'versionNumber'>,
    { onlyCurrent }: VersionFilter = {},
  ): Version<Details>[] {
    if (onlyCurrent)
      return [this.version(id, versionNumber)].filter((version) => version !== undefined);
    return this.versionTable.latest(id).map((version) => this.withDefaults(version));
  }

  /** Returns the details of the current version. */
  details({ id, versionNumber }: Pick<T, 'id' | 'versionNumber'>): Details | undefined {
    return this.version(id, versionNumber)?.details;
  }

  /**
   * Deletes versions and returns for each number whether it was deleted. The current version is kept, and so are the versions of
   * runs that have not ended or are part of a pipeline run.
   */
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
      const versionId = this.versionTable.findByNumber(ownerId, number)?.id;
      const isDeletable = versionId !== undefined && !kept.has(number);
      return { number, success: isDeletable && this.versionTable.delete(versionId) };
    });
  }

  protected replaceCurrentDetails({ id, versionNumber }: T, details: Details): void {
    const { id: versionId } = this.version(id, versionNumber) ?? {};
    if (versionId !== undefined) this.versionTable.edit(versionId, { details });
  }

  private withDefaults(version: Version<Partial<Details>>): Version<Details> {
    return { ...version, details: { ...this.defaultDetails, ...version.details } };
  }

  /** Derives an alias from a name. If the alias is taken, a number is appended. */
  private findFreeAlias(projectId: string, name: string): string {
    const alias = name.trim().replace(/\W+/g, '_');
    const sql = `SELECT lower(data ->> 'alias') AS alias
      FROM entity INDEXED BY entity_by_alias WHERE owner = ? AND kind = ?`;
    const rows = this.database.all(sql, projectId.toLowerCase(), this.kind);
    const taken = new Set(rows.map((row) => row.alias));
    let free = alias;
    for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${alias}_${number}`;
    return free;
  }
}
