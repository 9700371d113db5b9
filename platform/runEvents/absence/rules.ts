import type { QuietRule } from '../../schedules/readQuietDates';

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
