import { randomUUID } from 'node:crypto';
import type { Database } from './database';

export interface Project {
  id: string;
  name: string;
  description: string | null;
  creator: string;
}

export type NewProject = Partial<Project>;

export class ProjectStore {
  constructor(private readonly database: Database) {}

  add(project: NewProject = {}): Project {
    const row: Project = {
      id: project.id ?? randomUUID(),
      name: project.name ?? 'Project',
      description: project.description ?? null,
      creator: project.creator ?? 'sandbox',
    };
    this.database
      .prepare('INSERT INTO project (id, name, description, creator) VALUES (?, ?, ?, ?)')
      .run(row.id, row.name, row.description, row.creator);
    return row;
  }

  all(): Project[] {
    return this.database
      .prepare('SELECT * FROM project ORDER BY rowid')
      .all() as unknown as Project[];
  }

  find(id: string): Project | undefined {
    return this.database
      .prepare('SELECT * FROM project WHERE id = ?')
      .get(id.toLowerCase()) as unknown as Project | undefined;
  }
}
