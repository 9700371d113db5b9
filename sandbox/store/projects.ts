import { randomUUID } from 'node:crypto';
import type { Database, Row } from './database';

export interface AuthorizedGroup {
  name: string;
  role: 'ROLE_PROJECT_MANAGER' | 'ROLE_PROJECT_EDITOR' | 'ROLE_PROJECT_VIEWER';
}

export interface Project {
  id: string;
  name: string;
  description: string | null;
  creator: string;
  /** Epoch milliseconds. */
  createdAt: number;
  /** Seconds from the creation until the project is READY. */
  initializingSeconds: number;
  authorizedGroups: AuthorizedGroup[];
  /** Which technologies jobs may have; null: nobody said. */
  technologiesByCategory: { jobCategory: string; technologies: { id: string }[] }[] | null;
  appTechnologies: { id: string }[] | null;
}

export type NewProject = Partial<Project>;

export type ProjectChanges = Partial<Pick<Project, 'name' | 'description' | keyof ProjectSettings>>;

type ProjectSettings = Pick<
  Project,
  'authorizedGroups' | 'technologiesByCategory' | 'appTechnologies'
>;

export class ProjectStore {
  constructor(private readonly database: Database) {}

  add(project: NewProject, now: number): Project {
    const row: Project = {
      id: (project.id ?? randomUUID()).toLowerCase(),
      name: project.name ?? 'Project',
      description: project.description ?? null,
      creator: project.creator ?? 'sandbox',
      createdAt: project.createdAt ?? now,
      initializingSeconds: project.initializingSeconds ?? 0,
      authorizedGroups: project.authorizedGroups ?? [],
      technologiesByCategory: project.technologiesByCategory ?? null,
      appTechnologies: project.appTechnologies ?? null,
    };
    this.database.insert('project', {
      id: row.id,
      name: row.name,
      description: row.description,
      creator: row.creator,
      created_at: row.createdAt,
      initializing_seconds: row.initializingSeconds,
      settings: settingsText(row),
    });
    return row;
  }

  all(): Project[] {
    return this.database.all('SELECT * FROM project ORDER BY rowid').map(fromRow);
  }

  find(id: string): Project | undefined {
    const row = this.database.one('SELECT * FROM project WHERE id = ?', id.toLowerCase());
    return row && fromRow(row);
  }

  findByName(name: string): Project | undefined {
    const row = this.database.one('SELECT * FROM project WHERE name = ?', name);
    return row && fromRow(row);
  }

  edit(id: string, changes: ProjectChanges): Project | undefined {
    const before = this.find(id);
    if (!before) return undefined;
    const after = { ...before, ...changes };
    this.database.update('project', id, {
      name: after.name,
      description: after.description,
      settings: settingsText(after),
    });
    return after;
  }

  /** Deletes the project and everything in it. False where there is no such project. */
  delete(id: string): boolean {
    return this.database.delete('project', id);
  }
}

function settingsText({
  authorizedGroups,
  technologiesByCategory,
  appTechnologies,
}: ProjectSettings): string {
  return JSON.stringify({ authorizedGroups, technologiesByCategory, appTechnologies });
}

function fromRow(row: Row): Project {
  const settings = JSON.parse(String(row.settings)) as Partial<ProjectSettings>;
  return {
    id: String(row.id),
    name: String(row.name),
    description: row.description === null ? null : String(row.description),
    creator: String(row.creator),
    createdAt: Number(row.created_at),
    initializingSeconds: Number(row.initializing_seconds),
    authorizedGroups: settings.authorizedGroups ?? [],
    technologiesByCategory: settings.technologiesByCategory ?? null,
    appTechnologies: settings.appTechnologies ?? null,
  };
}
