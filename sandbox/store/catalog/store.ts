import { randomUUID } from 'node:crypto';
import type { Database, Row } from '../database';
import type { Repository, Synchronization, Technology } from './technology';

/** What a synchronization can be turned back to. */
type Content = Pick<Repository, 'source' | 'technologies'>;

type NewRepository = Omit<Repository, 'id' | 'createdAt' | 'modifiedAt'> &
  Partial<Pick<Repository, 'id' | 'createdAt'>>;

/** The repositories of the catalog with their technologies. Unknown ids give undefined, never an error. */
export class CatalogStore {
  constructor(
    private readonly database: Database,
    readonly clock: () => number,
  ) {}

  add(repository: NewRepository): Repository {
    const id = repository.id ?? randomUUID();
    const createdAt = repository.createdAt ?? this.clock();
    const row = { ...repository, id, createdAt, modifiedAt: createdAt };
    this.database.insert('repository', { id, ...toRow(row), created_at: createdAt });
    return row;
  }

  /** In the order they were made. */
  repositories(): Repository[] {
    return this.database.all('SELECT * FROM repository ORDER BY rowid').map(fromRow);
  }

  repository(id: string): Repository | undefined {
    const row = this.database.one('SELECT * FROM repository WHERE id = ?', id.toLowerCase());
    return row && fromRow(row);
  }

  technologies(): Technology[] {
    return this.repositories().flatMap(({ technologies }) => technologies);
  }

  technology(id: string): Technology | undefined {
    return this.technologies().find((technology) => technology.id === id.toLowerCase());
  }

  replace(repository: Repository): Repository {
    const changed = { ...repository, modifiedAt: this.clock() };
    this.database.update('repository', repository.id, toRow(changed));
    return changed;
  }

  /** False where there is no such repository. */
  delete(id: string): boolean {
    return this.database.delete('repository', id);
  }

  /** Keeps what a synchronization did and, where it changed something, what there was before. */
  addSynchronization(report: Synchronization, previous: Repository | null): void {
    const content: Content | null = previous && {
      source: previous.source,
      technologies: previous.technologies,
    };
    this.database.insert('synchronization', {
      id: report.id,
      repository_id: report.repositoryId,
      report: JSON.stringify(report),
      previous: content && JSON.stringify(content),
    });
  }

  /** Newest first. */
  synchronizations(repositoryId: string): Synchronization[] {
    return this.rowsOf(repositoryId).map(
      ({ report }) => JSON.parse(String(report)) as Synchronization,
    );
  }

  /** The last synchronization that can be turned back, and what there was before it. */
  lastReversible(repositoryId: string): { report: Synchronization; previous: Content } | undefined {
    const row = this.rowsOf(repositoryId).find(({ previous }) => previous !== null);
    return (
      row && {
        report: JSON.parse(String(row.report)) as Synchronization,
        previous: JSON.parse(String(row.previous)) as Content,
      }
    );
  }

  /** Marks a synchronization as turned back: it cannot be turned back again. */
  setReverted(report: Synchronization): void {
    this.database.update('synchronization', report.id, {
      report: JSON.stringify(report),
      previous: null,
    });
  }

  private rowsOf(repositoryId: string): Row[] {
    return this.database.all(
      'SELECT * FROM synchronization WHERE repository_id = ? ORDER BY rowid DESC',
      repositoryId,
    );
  }
}

function toRow(repository: Omit<Repository, 'id' | 'createdAt'>): Row {
  return {
    name: repository.name,
    read_only: repository.readOnly ? 1 : 0,
    creator: repository.creator,
    modified_at: repository.modifiedAt,
    source: JSON.stringify(repository.source),
    editor: repository.editor,
    synchro_mode: JSON.stringify(repository.synchroMode),
    technologies: JSON.stringify(repository.technologies),
  };
}

function fromRow(row: Row): Repository {
  return {
    id: String(row.id),
    name: String(row.name),
    readOnly: row.read_only === 1,
    creator: String(row.creator),
    editor: String(row.editor ?? row.creator),
    createdAt: Number(row.created_at),
    modifiedAt: Number(row.modified_at),
    source: JSON.parse(String(row.source)) as Repository['source'],
    synchroMode: JSON.parse(String(row.synchro_mode)) as Repository['synchroMode'],
    technologies: JSON.parse(String(row.technologies)) as Technology[],
  };
}
