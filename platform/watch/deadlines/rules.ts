import type { Run } from '../../runs/read/run';
import type { QuietRule } from '../../runs/schedules/readQuietDates';
import type { EventParent } from '../runs/runEvents';

/** Events about what did not happen in time, and the one that ends them. */
export const DEADLINE_EVENTS = [
  'scheduleMissed',
  'notSucceededInTime',
  'runTooLong',
  'recovered',
] as const;

export type DeadlineEventName = (typeof DEADLINE_EVENTS)[number];

/** The chosen events with their limits. */
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
  /** When there must have been a success, five fields. */
  cron: string;
  timezone: string;
  /** When successes begin to count, five fields; undefined: at the previous deadline. */
  countsFrom?: string;
}

export type TooLongRule =
  | { kind: 'minutes'; ms: number }
  /** A multiple of the usual duration. */
  | { kind: 'timesUsual'; times: number };

/** Times are epoch milliseconds. */
export interface DeadlineEvent {
  event: DeadlineEventName;
  parent: EventParent;
  /** Orders it among the events of runs. */
  atMs: number;
  /** When it was due; if several were missed, the latest. */
  dueAtMs?: number;
  detectedAtMs: number;
  /** Number of missed deadlines, runs or recoveries between two polls, this one included. */
  missed: number;
  /** The run that takes too long, or that succeeded. */
  run?: Run;
  /** Undefined if too few runs succeeded before. */
  usualMs?: number;
  /** Number of failures and missed deadlines before it recovered … */
  failures?: number;
  /** … and when the first of them was. */
  sinceMs?: number;
  /** When the latest success ended, if known. */
  lastSuccessMs?: number;
}
