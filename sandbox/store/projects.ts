import type { Database } from './database';
import { SettingsTable } from './table';

export interface AuthorizedGroup {
  name: string;
  role: 'ROLE_PROJECT_MANAGER' | 'ROLE_PROJECT_EDITOR' | 'ROLE_PROJECT_VIEWER';
}

interface ProjectSettings {
  authorizedGroups: AuthorizedGroup[];
  /** Which technologies jobs may have; null: nobody said. */
  technologiesByCategory: { jobCategory: string; technologies: { id: string }[] }[] | null;
  appTechnologies: { id: string }[] | null;
}

const PROJECT_SETTINGS: ProjectSettings = {
  authorizedGroups: [],
  technologiesByCategory: null,
  appTechnologies: null,
};

export interface Project {
  id: string;
  name: string;
  description: string | null;
  creator: string;
  /** Epoch milliseconds. */
  createdAt: number;
  /** Seconds from the creation until the project is READY. */
  initializingSeconds: number;
  settings: ProjectSettings;
}

export type NewProject = Partial<Omit<Project, 'settings'>> & {
  settings?: Partial<ProjectSettings>;
};

export class ProjectStore extends SettingsTable<Project> {
  constructor(database: Database) {
    super(database, 'project');
  }

  add({ settings, ...project }: NewProject & { createdAt: number }): Project {
    return this.insert({
      name: 'Project',
      description: null,
      creator: 'sandbox',
      initializingSeconds: 0,
      ...project,
      settings: { ...PROJECT_SETTINGS, ...settings },
    });
  }

  findByName(name: string): Project | undefined {
    return this.where(`data ->> 'name' = ?`, name)[0];
  }
}
