import type { Database } from '../database';
import { type New, Table } from '../table';
import type { Repository, Synchronization, Technology } from './technology';

type Content = Pick<Repository, 'source' | 'technologies'>;

interface StoredSynchronization {
  id: string;
  repositoryId: string;
  report: Synchronization;
  /** Content before the synchronization; null if the synchronization cannot be reverted. */
  previous: Content | null;
}

export class CatalogStore extends Table<Repository, 'createdAt' | 'modifiedAt'> {
  private readonly synchronizationTable: Table<StoredSynchronization>;

  constructor(
    database: Database,
    readonly clock: () => number,
  ) {
    super(database, 'repository', { noun: 'Repository' });
    this.synchronizationTable = new Table(database, 'synchronization', { owner: 'repositoryId' });
  }

  override add(repository: New<Repository, 'createdAt' | 'modifiedAt'>): Repository {
    const { createdAt = this.clock() } = repository;
    return super.add({ ...repository, createdAt, modifiedAt: createdAt });
  }

  technologies(): Technology[] {
    return this.list().flatMap(({ technologies }) => technologies);
  }

  technology(id: string): Technology | undefined {
    return this.technologies().find((technology) => technology.id === id.toLowerCase());
  }

  override replace(repository: Repository): Repository {
    return super.replace({ ...repository, modifiedAt: this.clock() });
  }

  addSynchronization(report: Synchronization, before: Repository): void {
    const { id, repositoryId } = report;
    const previous = { source: before.source, technologies: before.technologies };
    this.synchronizationTable.add({ id, repositoryId, report, previous });
  }

  /** Returns the synchronizations of a repository, newest first. */
  synchronizations(repositoryId: string): Synchronization[] {
    return this.synchronizationTable.latest(repositoryId).map(({ report }) => report);
  }

  lastReversible(repositoryId: string): { report: Synchronization; previous: Content } | undefined {
    for (const { report, previous } of this.synchronizationTable.latest(repositoryId)) {
      if (previous) return { report, previous };
    }
    return undefined;
  }

  /** Stores the report of a synchronization that was reverted, with its `revert`. It cannot be reverted again. */
  setReverted(report: Synchronization): void {
    this.synchronizationTable.edit(report.id, { report, previous: null });
  }
}
