import type { Run } from '../../runs/read/run';
import type { QuietRule } from '../../runs/schedules/readQuietDates';
import type { EventParent } from '../runs/runEvents';

export const DEADLINE_EVENTS = [
  'scheduleMissed',
  'notSucceededInTime',
  'runTooLong',
  'recovered',
] as const;

export type DeadlineEventName = (typeof DEADLINE_EVENTS)[number];

export interface DeadlineRules {
  scheduleMissed?: { graceMs: number };
  notSucceededInTime?: SuccessDeadline;
  runTooLong?: TooLongRule;
  recovered?: true;
  quiet?: QuietRule;
}

/** `age` limits the time since the latest success. */
export type SuccessDeadline = { kind: 'age'; ms: number } | DailyDeadline;

export interface DailyDeadline {
  kind: 'timeOfDay';
  /** Cron expression of the deadlines, with five fields. */
  cron: string;
  timezone: string;
  /** Cron expression of the times from which successes count. The default is the previous deadline. */
  countsFrom?: string;
}

export type TooLongRule = { kind: 'minutes'; ms: number } | { kind: 'timesUsual'; times: number };

/** Times are epoch milliseconds. */
export interface DeadlineEvent {
  event: DeadlineEventName;
  parent: EventParent;
  /** The time that orders the event among run events. */
  atMs: number;
  /** The latest of several due times. */
  dueAtMs?: number;
  detectedAtMs: number;
  /** Number of missed deadlines, long runs or recoveries since the last poll, including this one. */
  missed: number;
  /** The run that takes too long, or that succeeded. */
  run?: Run;
  /** The usual duration of the runs before this run; undefined if it is unknown. */
  usualMs?: number;
  /** Number of failures and missed deadlines before the recovery. */
  failures?: number;
  /** Time of the first of these failures. */
  sinceMs?: number;
  lastSuccessMs?: number;
}
