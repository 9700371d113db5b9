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

export type SuccessDeadline = { kind: 'age'; ms: number } | DailyDeadline;

export interface DailyDeadline {
  kind: 'timeOfDay';
  /** The deadlines, in five fields. */
  cron: string;
  timezone: string;
  /** When successes begin to count, in five fields. The default is the previous deadline. */
  countsFrom?: string;
}

export type TooLongRule = { kind: 'minutes'; ms: number } | { kind: 'timesUsual'; times: number };

/** Times are epoch milliseconds. */
export interface DeadlineEvent {
  event: DeadlineEventName;
  parent: EventParent;
  /** Its position among run events. */
  atMs: number;
  /** The latest of several due times. */
  dueAtMs?: number;
  detectedAtMs: number;
  /** Number of missed deadlines, runs or recoveries since the last poll, this one included. */
  missed: number;
  /** The run that takes too long, or that succeeded. */
  run?: Run;
  /** Undefined if too few runs succeeded before. */
  usualMs?: number;
  /** Number of failures and missed deadlines before the recovery … */
  failures?: number;
  /** … and the time of the first of them. */
  sinceMs?: number;
  lastSuccessMs?: number;
}
