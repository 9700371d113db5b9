import { randomUUID } from 'node:crypto';
import {
  APP_SCRIPT_DEFAULTS,
  type AppCause,
  type AppScript,
  type ExecutionFacts,
} from '../runs/appTimeline';
import { type Alerting, freeAlias, type Resource } from './jobs';
import { type Database, type Row, textOrNull } from './database';

/** What an operator sets on an app, beside its name. */
export interface AppSettings {
  alerting: Alerting | null;
  resources: { cpu?: Resource | null; memory?: Resource | null; gpu?: Resource | null } | null;
}

const APP_SETTINGS: AppSettings = { alerting: null, resources: null };

export interface App {
  id: string;
  projectId: string;
  name: string;
  alias: string;
  description: string | null;
  creator: string;
  technologyId: string;
  /** The current version. */
  versionNumber: number;
  /** Epoch milliseconds. */
  createdAt: number;
  script: AppScript;
  settings: AppSettings;
}

export interface Port {
  number: number;
  name: string | null;
  isRewriteUrl: boolean;
  basePathVariableName: string | null;
  scope: 'PROJECT' | 'PUBLIC' | null;
}

export interface AppVersionDetails {
  releaseNote: string | null;
  dockerInfo: { image: string; dockerCredentialsId: string | null } | null;
  runtimeContextId: string | null;
  ports: Port[];
  volumesWithPath: { path: string; volumeId: string }[];
}

export type NewApp = Partial<Omit<App, 'versionNumber' | 'script' | 'settings'>> & {
  projectId: string;
  technologyId: string;
  createdAt: number;
  script?: Partial<AppScript>;
  settings?: Partial<AppSettings>;
};

export interface AppChanges extends Partial<
  Pick<App, 'name' | 'description' | 'versionNumber' | 'script'>
> {
  settings?: Partial<AppSettings>;
}

export class AppStore {
  constructor(private readonly database: Database) {}

  add(app: NewApp): App {
    const name = app.name ?? 'App';
    const projectId = app.projectId.toLowerCase();
    const isTaken = (alias: string) => this.list(projectId).some((other) => other.alias === alias);
    const row: App = {
      id: (app.id ?? randomUUID()).toLowerCase(),
      projectId,
      name,
      alias: app.alias ?? freeAlias(name, isTaken),
      description: app.description ?? null,
      creator: app.creator ?? 'sandbox',
      technologyId: app.technologyId.toLowerCase(),
      versionNumber: 1,
      createdAt: app.createdAt,
      script: { ...APP_SCRIPT_DEFAULTS, ...app.script },
      settings: { ...APP_SETTINGS, ...app.settings },
    };
    this.database.insert('app', {
      id: row.id,
      project_id: row.projectId,
      name: row.name,
      alias: row.alias,
      description: row.description,
      creator: row.creator,
      technology_id: row.technologyId,
      version_number: row.versionNumber,
      created_at: row.createdAt,
      script: JSON.stringify(row.script),
      settings: JSON.stringify(row.settings),
    });
    return row;
  }

  find(id: string): App | undefined {
    const row = this.database.one('SELECT * FROM app WHERE id = ?', id.toLowerCase());
    return row && fromRow(row);
  }

  /** In the order they were made. */
  list(projectId?: string): App[] {
    return this.database
      .all(
        'SELECT * FROM app WHERE (?1 IS NULL OR project_id = ?1) ORDER BY rowid',
        projectId?.toLowerCase() ?? null,
      )
      .map(fromRow);
  }

  edit(id: string, changes: AppChanges): App | undefined {
    const before = this.find(id);
    if (!before) return undefined;
    const after = { ...before, ...changes, settings: { ...before.settings, ...changes.settings } };
    this.database.update('app', id, {
      name: after.name,
      description: after.description,
      version_number: after.versionNumber,
      script: JSON.stringify(after.script),
      settings: JSON.stringify(after.settings),
    });
    return after;
  }

  delete(id: string): boolean {
    return this.database.delete('app', id);
  }

  addExecution(app: App, cause: AppCause, requestedAt: number, author: string): string {
    const id = randomUUID();
    this.database.insert('app_execution', {
      id,
      app_id: app.id,
      cause,
      version_number: app.versionNumber,
      requested_at: requestedAt,
      stopped_at: null,
      script: JSON.stringify(app.script),
      author,
    });
    return id;
  }

  /** Oldest first. */
  executionsOf(appId: string): ExecutionFacts[] {
    return this.database
      .all('SELECT * FROM app_execution WHERE app_id = ? ORDER BY rowid', appId)
      .map((row) => ({
        id: String(row.id),
        cause: String(row.cause) as AppCause,
        versionNumber: Number(row.version_number),
        requestedAt: Number(row.requested_at),
        stoppedAt: row.stopped_at === null ? null : Number(row.stopped_at),
        script: JSON.parse(String(row.script)) as AppScript,
        author: textOrNull(row.author),
        stopAuthor: textOrNull(row.stop_author),
      }));
  }

  setExecutionStopped(id: string, at: number, author: string): void {
    this.database.update('app_execution', id, { stopped_at: at, stop_author: author });
  }
}

function fromRow(row: Row): App {
  return {
    id: String(row.id),
    projectId: String(row.project_id),
    name: String(row.name),
    alias: String(row.alias),
    description: row.description === null ? null : String(row.description),
    creator: String(row.creator),
    technologyId: String(row.technology_id),
    versionNumber: Number(row.version_number),
    createdAt: Number(row.created_at),
    script: JSON.parse(String(row.script)) as AppScript,
    settings: { ...APP_SETTINGS, ...(JSON.parse(String(row.settings)) as Partial<AppSettings>) },
  };
}
