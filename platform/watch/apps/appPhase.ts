export type AppEventName = 'appStarted' | 'appStopped' | 'appFailed' | 'appRecovered';

/** A status that an app had, from its history. */
export interface AppStatusRecord {
  status: string;
  reason?: string;
  executionId?: string;
  /** By the platform's clock, epoch milliseconds. */
  atMs: number;
}

/** State of an app at one point of its history. */
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
  // It ended by itself, and the platform starts it again.
  ['RECOVERING', 'failed'],
]);

/**
 * Returns what the next status of an app means. The same status of the same execution is no event, nor is another failure of an
 * execution that has failed.
 */
export function nextPhase(
  before: AppPhase,
  { status, executionId }: Pick<AppStatusRecord, 'status' | 'executionId'>,
): { phase: AppPhase; events: AppEventName[] } {
  // The platform has lost sight of it.
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
