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
  state: 'started' | 'stopped' | 'failed' | 'moving';
  executionId?: string;
  /** The execution that failed, empty if unknown; undefined unless the app has failed since its last start. */
  failedIn?: string;
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
 * Applies the next status of an app. The same status of the same execution is no event, nor is a second failure of the same
 * execution.
 */
export function nextPhase(
  before: AppPhase,
  { status, executionId }: Pick<AppStatusRecord, 'status' | 'executionId'>,
): { phase: AppPhase; events: AppEventName[] } {
  // The platform does not track the app at the moment.
  if (status === 'UNKNOWN') return { phase: before, events: [] };
  const state = STATES.get(status) ?? 'moving';
  const { failedIn } = before;
  const isSame =
    before.state === state &&
    (executionId === undefined ||
      before.executionId === undefined ||
      executionId === before.executionId);
  const phase = { state, executionId: executionId ?? before.executionId, failedIn };
  if (state === 'failed') {
    const execution = executionId ?? '';
    if (failedIn === execution) return { phase, events: [] };
    return { phase: { ...phase, failedIn: execution }, events: ['appFailed'] };
  }
  if (isSame || state === 'moving') return { phase, events: [] };
  if (state === 'stopped') return { phase, events: ['appStopped'] };
  const events: AppEventName[] = failedIn === undefined ? [] : ['appRecovered'];
  return { phase: { ...phase, failedIn: undefined }, events: ['appStarted', ...events] };
}
