import { InvalidInputError } from '../common/errors/errors';
import { requireZone } from '../runs/schedules/scheduleReader';
import type { TimeZone } from '../runs/schedules/timeZone';
import { readUserTime } from '../common/input/userTime';

export type PeriodName = 'last24Hours' | 'last7Days' | 'last30Days' | 'since' | 'between';

interface PeriodInput {
  period: PeriodName;
  /** IANA name. */
  timezone: string;
  /** ISO 8601. A time without an offset is in the time zone. */
  from?: unknown;
  to?: unknown;
}

/** The period from `fromMs` until just before `toMs`. Times are epoch milliseconds. */
export interface Period {
  fromMs: number;
  toMs: number;
  /** The start of the previous period, which has the same length. */
  previousFromMs: number;
  nowMs: number;
  timezone: string;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ROLLING_MS = new Map<PeriodName, number>([
  ['last24Hours', DAY_MS],
  ['last7Days', 7 * DAY_MS],
  ['last30Days', 30 * DAY_MS],
]);
const MAX_DAYS = 366;

/** @throws InvalidInputError if a time, the time zone or the period is invalid */
export function readPeriod(input: PeriodInput, nowMs: number): Period {
  const { timezone } = input;
  const zone = requireZone(timezone);
  const rolling = ROLLING_MS.get(input.period);
  const fromMs = rolling === undefined ? readMoment(input.from, 'From', zone) : nowMs - rolling;
  const toMs = input.period === 'between' ? readMoment(input.to, 'To', zone) : nowMs;
  if (fromMs >= toMs) {
    throw new InvalidInputError(
      input.period === 'between' ? '"To" must be later than "From"' : '"From" is in the future',
      'Change the period. Nothing was sent.',
    );
  }
  if (toMs - fromMs > MAX_DAYS * DAY_MS) {
    throw new InvalidInputError(
      `The period is longer than ${MAX_DAYS} days`,
      'Choose a shorter period. Nothing was sent.',
    );
  }
  return { fromMs, toMs, previousFromMs: fromMs - (toMs - fromMs), nowMs, timezone };
}

/** @param zone the time zone of times without an offset @returns epoch milliseconds */
function readMoment(value: unknown, field: string, zone: TimeZone): number {
  const { ms, isLocal } = readUserTime(value, field);
  return isLocal ? zone.toInstantMs(ms) : ms;
}

/** @returns epoch milliseconds */
export function readSince(value: unknown, timezone: string): number {
  return readMoment(value, 'Since', requireZone(timezone));
}
