import type { Database } from './database';
import { type New, Table } from './table';

export interface AuthorizedGroup {
  name: string;
  role: 'ROLE_PROJECT_MANAGER' | 'ROLE_PROJECT_EDITOR' | 'ROLE_PROJECT_VIEWER';
}

interface ProjectSettings {
  authorizedGroups: AuthorizedGroup[];
  /** Technologies that jobs may use; null if unrestricted. */
  technologiesByCategory: { jobCategory: string; technologies: { id: string }[] }[] | null;
  appTechnologies: { id: string }[] | null;
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
  settings: ProjectSettings;
}

type Optional = 'name' | 'description' | 'creator' | 'initializingSeconds' | 'settings';

export type NewProject = Partial<New<Project, Optional>>;

export const createProjectTable = (database: Database) =>
  new Table<Project, Optional>(database, 'project', {
    noun: 'Project',
    defaults: {
      name: 'Project',
      description: null,
      creator: 'sandbox',
      initializingSeconds: 0,
      settings: { authorizedGroups: [], technologiesByCategory: null, appTechnologies: null },
    },
  });
