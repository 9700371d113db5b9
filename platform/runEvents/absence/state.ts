/**
 * What is known of a job or pipeline whose absence is watched. Times are epoch milliseconds of whole seconds, 0 for none. It
 * is made of what the platform's runs tell, and of what was reported: who goes on from an older one reports nothing twice.
 */
export interface AbsenceState {
  /** Tells one schedule from another; empty for none; one that cannot be read begins with `!`. */
  schedule: string;
  /** What was due until then is settled: it was reported, or was due before this was watched. */
  dueAfterMs: number;
  /** The same for deadlines; an age counts from here where there is no later success. */
  deadlineAfterMs: number;
  /** When the latest run began. */
  lastBegunMs: number;
  /** When the latest success ended. */
  lastSuccessMs: number;
  /** Whether it was reported that the latest success is too old. */
  isAgeReported: boolean;
  /** Failures, misses and deadlines since the latest success … */
  failures: number;
  /** … and when the first of them was. */
  failingSinceMs: number;
  /** Numbers of runs under way of which it was reported that they take too long. */
  longRuns: readonly number[];
}

/** That of what is watched from a moment on: nothing is known, and nothing before counts. */
export function absenceStateSince(ms: number): AbsenceState {
  return {
    schedule: '',
    dueAfterMs: ms,
    deadlineAfterMs: ms,
    lastBegunMs: 0,
    lastSuccessMs: 0,
    isAgeReported: false,
    failures: 0,
    failingSinceMs: 0,
    longRuns: [],
  };
}

export function wholeSeconds(ms: number): number {
  return Math.floor(ms / 1000) * 1000;
}

/** The form in which it is stored: short, as there is one for each job. */
export function storedAbsence(state: AbsenceState): string {
  const { schedule, isAgeReported, failures, longRuns } = state;
  const { dueAfterMs, deadlineAfterMs, lastBegunMs, lastSuccessMs, failingSinceMs } = state;
  return [
    schedule,
    packed(dueAfterMs),
    deadlineAfterMs === dueAfterMs ? SAME : packed(deadlineAfterMs),
    packed(lastBegunMs),
    packed(lastSuccessMs),
    isAgeReported ? '1' : '',
    failures === 0 ? '' : failures.toString(36),
    packed(failingSinceMs),
    longRuns.map((number) => number.toString(36)).join('+'),
  ]
    .join('.')
    .replace(/\.+$/, '');
}

const SAME = '=';

/** Undefined for what is no state. */
export function readAbsence(stored: unknown): AbsenceState | undefined {
  if (typeof stored !== 'string' || !/^[\w!-]*(?:\.[\w=+]*){1,8}$/.test(stored)) return undefined;
  const [schedule = '', due = '', deadline = '', begun, success, reported, failures, since, long] =
    stored.split('.');
  return {
    schedule,
    dueAfterMs: unpacked(due),
    deadlineAfterMs: unpacked(deadline === SAME ? due : deadline),
    lastBegunMs: unpacked(begun),
    lastSuccessMs: unpacked(success),
    isAgeReported: reported === '1',
    failures: number(failures),
    failingSinceMs: unpacked(since),
    longRuns: long ? long.split('+').map(number) : [],
  };
}

function packed(ms: number): string {
  return ms === 0 ? '' : Math.floor(ms / 1000).toString(36);
}

function unpacked(text: string | undefined): number {
  return number(text) * 1000;
}

function number(text: string | undefined): number {
  const value = text ? Number.parseInt(text, 36) : 0;
  return Number.isSafeInteger(value) ? value : 0;
}
