export type AppEventName = 'appStarted' | 'appStopped' | 'appFailed' | 'appRecovered';

export interface AppStatusRecord {
  status: string;
  reason?: string;
  executionId?: string;
  /** By the platform's clock, epoch milliseconds. */
  atMs: number;
}

/** The state of an app at one point of its history. */
export interface AppPhase {
  state: 'started' | 'stopped' | 'failed' | 'changing';
  executionId?: string;
  /** ID of the execution that failed since the last start, empty if it is unknown; undefined if none failed. */
  failedExecutionId?: string;
}

export const NEVER_RAN: AppPhase = { state: 'stopped' };

const STATES: ReadonlyMap<string, AppPhase['state']> = new Map([
  ['STARTED', 'started'],
  ['STOPPED', 'stopped'],
  ['FAILED', 'failed'],
  // The app ended by itself, and the platform restarts it.
  ['RECOVERING', 'failed'],
]);

/**
 * Applies the next status of an app and returns the events. A repeated status and a second failure of the same execution cause no
 * event.
 */
export function applyStatus(
  before: AppPhase,
  { status, executionId }: Pick<AppStatusRecord, 'status' | 'executionId'>,
): { phase: AppPhase; events: AppEventName[] } {
  // The platform does not track the app at this time.
  if (status === 'UNKNOWN') return { phase: before, events: [] };
  const state = STATES.get(status) ?? 'changing';
  const { failedExecutionId } = before;
  const isSame =
    before.state === state &&
    (executionId === undefined ||
      before.executionId === undefined ||
      executionId === before.executionId);
  const phase = { state, executionId: executionId ?? before.executionId, failedExecutionId };
  if (state === 'failed') {
    const execution = executionId ?? '';
    if (failedExecutionId === execution) return { phase, events: [] };
    return { phase: { ...phase, failedExecutionId: execution }, events: ['appFailed'] };
  }
  if (isSame || state === 'changing') return { phase, events: [] };
  if (state === 'stopped') return { phase, events: ['appStopped'] };
  const events: AppEventName[] = failedExecutionId === undefined ? [] : ['appRecovered'];
  return { phase: { ...phase, failedExecutionId: undefined }, events: ['appStarted', ...events] };
}
