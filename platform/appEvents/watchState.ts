import { isObject } from '../text/values';
import type { AppPhase } from './event';

/** What a trigger watches: the apps of a project, or of all projects; all of them or those that were chosen. */
export interface AppWatch {
  /** Undefined for all projects. */
  projectId: string | undefined;
  /** Empty for all. */
  ids: readonly string[];
}

/** The same for two watches of the same things. */
export function appWatchKey({ projectId, ids }: AppWatch): string {
  return ['app', projectId ?? 'all', ...[...new Set(ids)].sort()].join(' ');
}

/** What a trigger knows of one app. */
export interface AppWatchState {
  phase: AppPhase;
  /** The time of the latest record that was seen, epoch milliseconds, and how many of that time were. */
  lastMs: number;
  lastCount: number;
}

/** What a trigger knows from one poll to the next. Everything that happened before it was made is accounted for. */
export interface AppsState {
  /** What it was made for, see `appWatchKey`. */
  watched: string;
  /** The time of the latest record of all, by the platform's clock, epoch milliseconds. */
  latestMs: number;
  apps: ReadonlyMap<string, AppWatchState>;
  /** What was chosen and is not on the platform. */
  missing: readonly string[];
}

type StoredApp = [
  state: AppPhase['state'],
  lastMs: number,
  lastCount: number,
  executionId: string,
  /** 0: it has not failed; 1: the execution itself has. */
  failedIn: string | 0 | 1,
];

export function storedApps({ watched, latestMs, apps, missing }: AppsState) {
  return {
    watched,
    latestMs,
    apps: Object.fromEntries([...apps].map(([id, app]) => [id, storedApp(app)])),
    ...(missing.length > 0 && { missing: [...missing] }),
  };
}

function storedApp({ phase, lastMs, lastCount }: AppWatchState): StoredApp {
  const { state, executionId = '', failedIn } = phase;
  const failed = failedIn === executionId ? 1 : (failedIn ?? 0);
  return [state, lastMs, lastCount, executionId, failed];
}

/** Reads what was stored; undefined for nothing and for what is no state, as that of runs. */
export function readAppsState(stored: unknown): AppsState | undefined {
  const { watched, latestMs, apps, missing } = Object(stored) as Record<string, unknown>;
  if (typeof watched !== 'string' || !isCount(latestMs) || !isObject(apps)) return undefined;
  const read = Object.entries(apps).map(([id, entry]) => [id, readApp(entry)] as const);
  if (read.some(([, app]) => app === undefined)) return undefined;
  return {
    watched,
    latestMs,
    apps: new Map(read as Array<[string, AppWatchState]>),
    missing: Array.isArray(missing) ? missing.filter((id) => typeof id === 'string') : [],
  };
}

const STATES: ReadonlyArray<AppPhase['state']> = ['started', 'stopped', 'failed', 'moving'];

function readApp(entry: unknown): AppWatchState | undefined {
  if (!Array.isArray(entry)) return undefined;
  const [stored, lastMs, lastCount, execution, failed] = entry as unknown[];
  const state = STATES.find((one) => one === stored);
  if (!state || typeof execution !== 'string') return undefined;
  if (!isCount(lastMs) || !isCount(lastCount)) return undefined;
  const failedIn = failed === 1 ? execution : failed;
  const phase = {
    state,
    executionId: execution === '' ? undefined : execution,
    failedIn: typeof failedIn === 'string' ? failedIn : undefined,
  };
  return { phase, lastMs, lastCount };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
