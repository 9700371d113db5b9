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
  constructor(private readonly database: Database) {}

  add(ownerId: string, version: Version<Partial<Details>>): void {
    this.database.insert('version', {
      owner_id: ownerId,
      number: version.number,
      created_at: version.createdAt,
      creator: version.creator,
      details: JSON.stringify(version.details),
    });
  }

  nextNumber(ownerId: string): number {
    const row = this.database.one(
      'SELECT coalesce(max(number), 0) + 1 AS next FROM version WHERE owner_id = ?',
      ownerId,
    );
    return Number(row?.next);
  }

  find(ownerId: string, number: number): Version<Partial<Details>> | undefined {
    const row = this.database.one(
      'SELECT * FROM version WHERE owner_id = ? AND number = ?',
      ownerId.toLowerCase(),
      number,
    );
    return row && fromRow<Partial<Details>>(row);
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
  of(ownerId: string, limit?: number | null): Version<Partial<Details>>[] {
    return this.database
      .all(
        'SELECT * FROM version WHERE owner_id = ? ORDER BY number DESC LIMIT ?',
        ownerId.toLowerCase(),
        limit ?? -1,
      )
      .map((row) => fromRow<Partial<Details>>(row));
  }
}

function fromRow<Details>(row: Row): Version<Details> {
  return {
    number: Number(row.number),
    createdAt: Number(row.created_at),
    creator: String(row.creator),
    details: JSON.parse(String(row.details)) as Details,
  };
}
