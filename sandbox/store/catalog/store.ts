import { randomUUID } from 'node:crypto';
import type { Database } from '../database';
import { type Column, flag, json, plain, Table } from '../table';
import type { Repository, Synchronization, Technology } from './technology';

/** What a synchronization can be turned back to. */
type Content = Pick<Repository, 'source' | 'technologies'>;

type NewRepository = Omit<Repository, 'id' | 'createdAt' | 'modifiedAt'> &
  Partial<Pick<Repository, 'id' | 'createdAt'>>;

interface StoredSynchronization {
  id: string;
  repositoryId: string;
  report: Synchronization;
  /** What there was before, for the way back; null where there is none. */
  previous: Content | null;
}

const nullableJson: Column = {
  write: (value) => (value === null ? null : JSON.stringify(value)),
  read: (value) => (value === null ? null : (JSON.parse(String(value)) as unknown)),
};

class SynchronizationTable extends Table<StoredSynchronization> {
  constructor(database: Database) {
    super(database, 'synchronization', {
      id: plain,
      repositoryId: plain,
      report: json,
      previous: nullableJson,
    });
  }

  add(synchronization: StoredSynchronization): void {
    this.insert(synchronization);
  }

  /** Newest first. */
  of(repositoryId: string): StoredSynchronization[] {
    return this.all('WHERE repository_id = ? ORDER BY rowid DESC', repositoryId);
  }
}

/** The repositories of the catalog with their technologies. Unknown ids give undefined, never an error. */
export class CatalogStore extends Table<Repository> {
  private readonly synchronizationTable: SynchronizationTable;

  constructor(
    database: Database,
    readonly clock: () => number,
  ) {
    super(database, 'repository', {
      id: plain,
      name: plain,
      readOnly: flag,
      creator: plain,
      editor: plain,
      createdAt: plain,
      modifiedAt: plain,
      source: json,
      synchroMode: json,
      technologies: json,
    });
    this.synchronizationTable = new SynchronizationTable(database);
  }

  add(repository: NewRepository): Repository {
    const { id = randomUUID(), createdAt = this.clock() } = repository;
    return this.insert({ ...repository, id, createdAt, modifiedAt: createdAt });
  }

  /** In the order they were made. */
  repositories(): Repository[] {
    return this.all('ORDER BY rowid');
  }

  repository(id: string): Repository | undefined {
    return this.find(id);
  }

  technologies(): Technology[] {
    return this.repositories().flatMap(({ technologies }) => technologies);
  }

  technology(id: string): Technology | undefined {
    return this.technologies().find((technology) => technology.id === id.toLowerCase());
  }

  override replace(repository: Repository): Repository {
    return super.replace({ ...repository, modifiedAt: this.clock() });
  }

  /** Keeps what a synchronization did and, where it changed something, what there was before. */
  addSynchronization(report: Synchronization, before: Repository | null): void {
    const { id, repositoryId } = report;
    const previous = before && { source: before.source, technologies: before.technologies };
    this.synchronizationTable.add({ id, repositoryId, report, previous });
  }

  /** Newest first. */
  synchronizations(repositoryId: string): Synchronization[] {
    return this.synchronizationTable.of(repositoryId).map(({ report }) => report);
  }

  /** The last synchronization that can be turned back, and what there was before it. */
  lastReversible(repositoryId: string): { report: Synchronization; previous: Content } | undefined {
    for (const { report, previous } of this.synchronizationTable.of(repositoryId)) {
      if (previous) return { report, previous };
    }
    return undefined;
  }

  /** Marks a synchronization as turned back: it cannot be turned back again. */
  setReverted(report: Synchronization): void {
    this.synchronizationTable.edit(report.id, { report, previous: null });
  }
}
