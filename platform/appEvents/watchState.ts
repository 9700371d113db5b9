import { isObject, textOf } from '../text/values';
import { APP_EVENTS, type AppEventName, type AppPhase } from './event';

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
  /** A status without a record in the history, as it was at the last poll. */
  unrecorded?: string;
  ahead?: AppEventsAhead;
}

/** What was emitted of an app before its history had it: the records, when they come, are no events again. */
export interface AppEventsAhead {
  events: ReadonlyArray<{ event: AppEventName; executionId?: string }>;
  /** The phase that the records lead to; undefined if the phase is that already. */
  recorded?: AppPhase;
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

type StoredPhase = [
  state: AppPhase['state'],
  executionId: string,
  /** 0: it has not failed; 1: the execution itself has. */
  failedIn: string | 0 | 1,
];

type StoredApp = [
  state: AppPhase['state'],
  lastMs: number,
  lastCount: number,
  executionId: string,
  failedIn: StoredPhase[2],
  unrecorded?: string | null,
  ahead?: Array<[event: AppEventName, executionId: string]>,
  recorded?: StoredPhase,
];

export function storedApps({ watched, latestMs, apps, missing }: AppsState) {
  return {
    watched,
    latestMs,
    apps: Object.fromEntries([...apps].map(([id, app]) => [id, storedApp(app)])),
    ...(missing.length > 0 && { missing: [...missing] }),
  };
}

function storedApp({ phase, lastMs, lastCount, unrecorded, ahead }: AppWatchState): StoredApp {
  const [state, execution, failed] = storedPhase(phase);
  const known = [state, lastMs, lastCount, execution, failed] as const;
  if (!ahead) return unrecorded === undefined ? [...known] : [...known, unrecorded];
  const events = ahead.events.map(({ event, executionId = '' }): [AppEventName, string] => [
    event,
    executionId,
  ]);
  const stored = [...known, unrecorded ?? null, events] as const;
  return ahead.recorded ? [...stored, storedPhase(ahead.recorded)] : [...stored];
}

function storedPhase({ state, executionId = '', failedIn }: AppPhase): StoredPhase {
  return [state, executionId, failedIn === executionId ? 1 : (failedIn ?? 0)];
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

const STATES: readonly unknown[] = ['started', 'stopped', 'failed', 'moving'];

function readApp(entry: unknown): AppWatchState | undefined {
  if (!Array.isArray(entry)) return undefined;
  const [state, lastMs, lastCount, execution, failed, unrecorded, ...others] = entry as unknown[];
  const phase = readPhase([state, execution, failed]);
  if (!phase || !isCount(lastMs) || !isCount(lastCount)) return undefined;
  const ahead = readAhead(others);
  return {
    phase,
    lastMs,
    lastCount,
    ...(typeof unrecorded === 'string' && { unrecorded }),
    ...(ahead && { ahead }),
  };
}

function readPhase(stored: unknown): AppPhase | undefined {
  if (!Array.isArray(stored)) return undefined;
  const [state, execution, failed] = stored as unknown[];
  if (!STATES.includes(state) || typeof execution !== 'string') return undefined;
  const failedIn = failed === 1 ? execution : failed;
  return {
    state: state as AppPhase['state'],
    executionId: execution === '' ? undefined : execution,
    failedIn: typeof failedIn === 'string' ? failedIn : undefined,
  };
}

function readAhead([stored, recorded]: unknown[]): AppEventsAhead | undefined {
  if (!Array.isArray(stored)) return undefined;
  const events = stored.filter(Array.isArray).flatMap(([name, execution]: unknown[]) => {
    const event = APP_EVENTS.find((each) => each === name);
    return event ? [{ event, executionId: textOf(execution) }] : [];
  });
  return { events, recorded: readPhase(recorded) };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
