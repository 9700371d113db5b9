import type { QuietRule } from '../../schedules/readQuietDates';
import type { Run } from '../../runs/read/run';
import type { EventParent } from '../event';

/** Events about what did not happen, and the one that ends them. */
export const ABSENCE_EVENTS = [
  'scheduleMissed',
  'notSucceededInTime',
  'runTooLong',
  'recovered',
] as const;

export type AbsenceEventName = (typeof ABSENCE_EVENTS)[number];

/** Which of them are wanted, and by what measure. */
export interface AbsenceRules {
  scheduleMissed?: { graceMs: number };
  notSucceededInTime?: DeadlineRule;
  runTooLong?: TooLongRule;
  recovered?: true;
  /** What is changed in it begins nothing anew. */
  quiet?: QuietRule;
}

export type DeadlineRule =
  | { kind: 'age'; ms: number }
  | {
      kind: 'timeOfDay';
      /** When there has to be a success, five fields. */
      cron: string;
      timezone: string;
      /** Since when a success counts, five fields; by default since the deadline before. */
      countsFrom?: string;
    };

export type TooLongRule =
  | { kind: 'minutes'; ms: number }
  /** So many times the usual time of the runs that succeeded before. */
  | { kind: 'timesUsual'; times: number };

/** What an event is measured by, as text: where it differs from before, the event begins anew. */
export type RuleKeys = Partial<Record<AbsenceEventName, string>>;

/** A longer grace period says nothing else about what was due. */
export function ruleKeys(rules: AbsenceRules): RuleKeys {
  return {
    ...(rules.scheduleMissed && { scheduleMissed: '' }),
    ...(rules.notSucceededInTime && {
      notSucceededInTime: JSON.stringify(rules.notSucceededInTime),
    }),
    ...(rules.runTooLong && { runTooLong: JSON.stringify(rules.runTooLong) }),
    ...(rules.recovered && { recovered: '' }),
  };
}

/** Something that did not happen, or that went well again. Times are epoch milliseconds. */
export interface AbsenceEvent {
  event: AbsenceEventName;
  parent: EventParent;
  /** Orders it among the events of runs. */
  atMs: number;
  /** When it should have happened; of the latest, where there are several. */
  dueAtMs?: number;
  /** When it was found out. */
  detectedAtMs: number;
  /** How many events of this kind this one stands for: itself, and those before it that no poll was there to report. */
  missed: number;
  /** The run that takes too long, or the one that succeeded. */
  run?: Run;
  /** Of the runs that succeeded before; undefined where too few did. */
  usualMs?: number;
  /** What had happened before it recovered: failures, misses and deadlines … */
  failures?: number;
  /** … since then. */
  sinceMs?: number;
  /** When the latest success ended, as far as it is known. */
  lastSuccessMs?: number;
}
