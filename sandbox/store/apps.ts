import {
  type AppCause,
  computeAppHistory,
  type AppRecord,
  AppScript,
  type ExecutionFacts,
} from '../runs/appTimeline';
import { type LogPage, type LogRecord, takeLogPage, listWrittenLines } from '../runs/logs';
import type { Database } from './database';
import type { Alerting, DockerInfo, Resources } from './jobs';
import { Table } from './table';
import { type Versioned, VersionedTable } from './versions';

class AppSettings {
  alerting: Alerting | null = null;
  resources: Resources | null = null;
}

export interface App extends Versioned {
  technologyId: string;
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

export class AppVersionDetails {
  releaseNote: string | null = null;
  dockerInfo: DockerInfo | null = null;
  runtimeContextId: string | null = null;
  ports: Port[] = [];
  volumesWithPath: { path: string; volumeId: string }[] = [];
}

export interface AppHistory {
  current: AppRecord;
  /** All statuses until now, oldest first. */
  records: AppRecord[];
}

type Execution = ExecutionFacts & { appId: string };

export class Apps extends VersionedTable<App, AppVersionDetails, 'script'> {
  private readonly executionTable: Table<Execution>;

  constructor(
    database: Database,
    clock: () => number,
    private readonly user: string,
  ) {
    const ownDefaults = { script: new AppScript(), settings: new AppSettings() };
    super(database, 'App', clock, ownDefaults, new AppVersionDetails());
    this.executionTable = new Table(database, 'execution', { owner: 'appId' });
  }

  /** Changes the script of later executions. */
  setScript(id: string, script: Partial<AppScript>): void {
    this.edit(id, { script });
  }

  unlinkVolume(app: App, volumeId: string): void {
    const details = this.details(app) ?? new AppVersionDetails();
    const remaining = details.volumesWithPath.filter((volume) => volume.volumeId !== volumeId);
    this.replaceCurrentDetails(app, { ...details, volumesWithPath: remaining });
  }

  /** Begins an execution and ends the previous one. */
  begin(
    id: string,
    cause: AppCause,
    requestedAt: number = this.clock(),
    author = this.user,
  ): App | undefined {
    const app = this.find(id);
    if (!app) return undefined;
    return this.database.inTransaction(() => {
      const last = this.executionTable.list(app.id).at(-1);
      if (last && last.stoppedAt === null) {
        this.executionTable.edit(last.id, { stoppedAt: requestedAt, stopAuthor: author });
      }
      this.executionTable.add({
        appId: app.id,
        cause,
        versionNumber: app.versionNumber,
        requestedAt,
        stoppedAt: null,
        script: app.script,
        author,
        stopAuthor: null,
      });
      return app;
    });
  }

  /** Stops an app. Nothing changes if the app is not running or is already stopping. */
  stop(id: string, author = this.user): App | undefined {
    const app = this.find(id);
    const last = app && this.executionTable.list(app.id).at(-1);
    if (last && last.stoppedAt === null && this.history(app).current.status !== 'FAILED') {
      this.executionTable.edit(last.id, { stoppedAt: this.clock(), stopAuthor: author });
    }
    return app;
  }

  /** Returns the executions, oldest first. */
  executions(app: App): ExecutionFacts[] {
    return this.executionTable.list(app.id);
  }

  findByExecution(id: string): App | undefined {
    return this.find(this.executionTable.find(id)?.appId ?? '');
  }

  history(app: App): AppHistory {
    const records = computeAppHistory(
      app.createdAt,
      this.executionTable.list(app.id),
      this.clock(),
    );
    return { records, current: records.at(-1) ?? records[0] };
  }

  /** Returns undefined if the execution does not belong to the app. */
  log(app: App, executionId: string, page: LogPage): LogRecord[] | undefined {
    const executions = this.executionTable.list(app.id);
    const index = executions.findIndex(({ id }) => id === executionId.toLowerCase());
    const execution = executions[index];
    if (!execution) return undefined;
    const { requestedAt, stoppedAt, script } = execution;
    const lines = listWrittenLines(
      {
        logLines: script.logLines,
        startedAt: requestedAt,
        endedAt: stoppedAt ?? executions[index + 1]?.requestedAt ?? null,
        durationSeconds: null,
      },
      this.clock(),
    );
    return takeLogPage(lines, page);
  }
}
