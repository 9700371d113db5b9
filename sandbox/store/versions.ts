import type { Database, Row } from './database';

/** A version of a job, a pipeline or an app; numbers count from 1. */
export interface Version<Details> {
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

/** The versions of one kind of thing; the thing itself holds the number of the current one. */
export class VersionStore<Details extends object> {
  constructor(
    private readonly database: Database,
    /** Details that a version may lack. */
    private readonly defaults: Details,
  ) {}

  add(ownerId: string, version: Version<Partial<Details>>): Version<Details> {
    this.database.insert('version', {
      owner_id: ownerId,
      number: version.number,
      created_at: version.createdAt,
      creator: version.creator,
      details: JSON.stringify(version.details),
    });
    return { ...version, details: { ...this.defaults, ...version.details } };
  }

  nextNumber(ownerId: string): number {
    return this.database.nextNumber('version', 'owner_id', ownerId);
  }

  find(ownerId: string, number: number): Version<Details> | undefined {
    const row = this.database.one(
      'SELECT * FROM version WHERE owner_id = ? AND number = ?',
      ownerId.toLowerCase(),
      number,
    );
    return row && this.fromRow(row);
  }

  replace(ownerId: string, number: number, details: Details): void {
    this.database.change(
      'UPDATE version SET details = ? WHERE owner_id = ? AND number = ?',
      JSON.stringify(details),
      ownerId,
      number,
    );
  }

  /** False where there is no such version. */
  delete(ownerId: string, number: number): boolean {
    return (
      this.database.change(
        'DELETE FROM version WHERE owner_id = ? AND number = ?',
        ownerId.toLowerCase(),
        number,
      ) > 0
    );
  }

  /** Newest first. */
  of(
    { id, versionNumber }: { id: string; versionNumber: number },
    { limit, onlyCurrent }: VersionFilter = {},
  ): Version<Details>[] {
    if (onlyCurrent) return [this.find(id, versionNumber)].filter((one) => one !== undefined);
    return this.database
      .all('SELECT * FROM version WHERE owner_id = ? ORDER BY number DESC LIMIT ?', id, limit ?? -1)
      .map((row) => this.fromRow(row));
  }

  private fromRow(row: Row): Version<Details> {
    return {
      number: Number(row.number),
      createdAt: Number(row.created_at),
      creator: String(row.creator),
      details: { ...this.defaults, ...(JSON.parse(String(row.details)) as Partial<Details>) },
    };
  }
}
