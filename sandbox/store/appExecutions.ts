import {
  appHistory,
  type AppCause,
  type AppRecord,
  type AppScript,
  type ExecutionFacts,
} from '../runs/appTimeline';
import { pageOf, writtenLines, type LogPage, type LogRecord } from '../runs/logs';
import { AppStore, type App, type AppChanges, type AppVersionDetails, type NewApp } from './apps';
import type { Database } from './database';
import { VersionStore, type Version, type VersionFilter } from './versions';

type AppToAdd = Omit<NewApp, 'createdAt'> & {
  createdAt?: number;
  version?: Partial<AppVersionDetails>;
};

export interface AppHistory {
  current: AppRecord;
  /** Oldest first. */
  records: AppRecord[];
}

const NO_DETAILS: AppVersionDetails = {
  releaseNote: null,
  dockerInfo: null,
  runtimeContextId: null,
  ports: [],
  volumesWithPath: [],
};

/** Apps, their versions and their executions. Unknown ids give undefined, never an error. */
export class Apps {
  private readonly store: AppStore;
  private readonly versionStore: VersionStore<AppVersionDetails>;

  constructor(
    private readonly database: Database,
    private readonly clock: () => number,
    private readonly user: string,
  ) {
    this.store = new AppStore(database);
    this.versionStore = new VersionStore(database);
  }

  /** In the order they were made; of every project where none is given. */
  list(projectId?: string): App[] {
    return this.store.list(projectId);
  }

  find(id: string): App | undefined {
    return this.store.find(id);
  }

  add({ version = {}, ...app }: AppToAdd): App {
    return this.database.together(() => {
      const createdAt = app.createdAt ?? this.clock();
      const added = this.store.add({ ...app, createdAt });
      const { id, creator } = added;
      this.versionStore.add(id, { number: 1, createdAt, creator, details: version });
      return added;
    });
  }

  edit(id: string, changes: AppChanges): App | undefined {
    return this.store.edit(id, changes);
  }

  /** Changes what later executions of an app go through. */
  setScript(id: string, script: Partial<AppScript>): void {
    const app = this.find(id);
    if (app) this.store.edit(id, { script: { ...app.script, ...script } });
  }

  /** Deletes the app and its executions. False where there is no such app. */
  delete(id: string): boolean {
    return this.store.delete(id);
  }

  /** A new version, not yet the current one. */
  addVersion(app: App, details: Partial<AppVersionDetails>, creator: string): number {
    const number = this.versionStore.nextNumber(app.id);
    this.versionStore.add(app.id, { number, createdAt: this.clock(), creator, details });
    return number;
  }

  versions({ id, versionNumber }: App, { limit, onlyCurrent }: VersionFilter = {}) {
    if (!onlyCurrent) return this.versionStore.of(id, limit).map(complete);
    const current = this.versionStore.find(id, versionNumber);
    return current ? [complete(current)] : [];
  }

  version(appId: string, number: number): Version<AppVersionDetails> | undefined {
    const version = this.versionStore.find(appId, number);
    return version && complete(version);
  }

  /** Begins an execution; the one before it ends. */
  begin(
    id: string,
    cause: AppCause,
    requestedAt: number = this.clock(),
    author = this.user,
  ): App | undefined {
    const app = this.find(id);
    if (!app) return undefined;
    return this.database.together(() => {
      const last = this.store.executionsOf(app.id).at(-1);
      if (last && last.stoppedAt === null)
        this.store.setExecutionStopped(last.id, requestedAt, author);
      this.store.addExecution(app, cause, requestedAt, author);
      return app;
    });
  }

  /** Asks an app to stop. One that does not run, or is stopping, stays as it is. */
  stop(id: string, author = this.user): App | undefined {
    const app = this.find(id);
    const last = app && this.store.executionsOf(app.id).at(-1);
    if (last && last.stoppedAt === null && this.history(app).current.status !== 'FAILED') {
      this.store.setExecutionStopped(last.id, this.clock(), author);
    }
    return app;
  }

  /** Oldest first. */
  executions(app: App): ExecutionFacts[] {
    return this.store.executionsOf(app.id);
  }

  history(app: App): AppHistory {
    const records = appHistory(app.createdAt, this.store.executionsOf(app.id), this.clock());
    return { records, current: records.at(-1) ?? records[0] };
  }

  /** Undefined where the app has no such execution. */
  log(app: App, executionId: string, page: LogPage): LogRecord[] | undefined {
    const executions = this.store.executionsOf(app.id);
    const index = executions.findIndex(({ id }) => id === executionId.toLowerCase());
    const execution = executions[index];
    if (!execution) return undefined;
    const { requestedAt, stoppedAt, script } = execution;
    const lines = writtenLines(
      {
        logLines: script.logLines,
        startedAt: requestedAt,
        endedAt: stoppedAt ?? executions[index + 1]?.requestedAt ?? null,
        durationSeconds: null,
      },
      this.clock(),
    );
    return pageOf(lines, page);
  }
}

function complete({
  details,
  ...version
}: Version<Partial<AppVersionDetails>>): Version<AppVersionDetails> {
  return { ...version, details: { ...NO_DETAILS, ...details } };
}
