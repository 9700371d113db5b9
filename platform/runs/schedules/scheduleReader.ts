import { InvalidInputError } from '../../common/errors/errors';
import { Cache } from '../../common/time/cache';
import { excerpt } from '../../common/text/text';
import { toObject, toText } from '../../common/text/values';
import { Schedule } from './schedule';
import { TimeZone } from './timeZone';

export interface WrittenSchedule {
  /** Five fields: minute, hour, day of the month, month, day of the week. */
  cron: string;
  /** For example `Europe/Paris`. If empty, the zone is UTC. */
  timezone?: string | null;
}

/**
 * Reads the schedule of a job or pipeline; undefined if it has no schedule or is paused. If the platform does not return
 * `isScheduled`, a schedule counts as active.
 */
export function readActiveSchedule(response: unknown): WrittenSchedule | undefined {
  const { isScheduled, cronScheduling, scheduleTimezone } = toObject(response);
  const cron = toText(cronScheduling);
  if (cron === undefined || isScheduled === false) return undefined;
  return { cron, timezone: toText(scheduleTimezone) ?? null };
}

type ScheduleOrProblem = { schedule: Schedule } | { problem: string };

export type ScheduleReader = (written: WrittenSchedule) => ScheduleOrProblem;

const MAX_CACHED_SCHEDULES = 2_000;
const MAX_CACHED_ZONES = 200;

const zones = new Cache<string, TimeZone>({ size: MAX_CACHED_ZONES });
const schedules = new Cache<string, ScheduleOrProblem>({ size: MAX_CACHED_SCHEDULES });

/** Loads the library for cron expressions, which n8n does not need at its start. */
export async function loadScheduleReader(): Promise<ScheduleReader> {
  const { parseCron } = await import('./cron');
  const parse = ({ cron, timezone }: WrittenSchedule): ScheduleOrProblem => {
    const zone = findZone(timezone);
    if (!zone) return { problem: `"${excerpt(timezone ?? '')}" is not a valid time zone` };
    const pattern = parseCron(cron);
    // For a cron expression that is never due, each search for due times would continue until the year 10000.
    if (pattern && pattern.nextRun(new Date(0)) !== null)
      return { schedule: new Schedule(pattern, zone) };
    return {
      problem: `"${excerpt(cron)}" is not a cron expression with five fields, or is never due`,
    };
  };
  return (written) =>
    schedules.getOrSet(JSON.stringify([written.cron, written.timezone ?? null]), () =>
      parse(written),
    );
}

/** Accepts any format of `java.time.ZoneId`. An empty name means UTC. */
export function findZone(name: string | null | undefined): TimeZone | undefined {
  const wanted = name?.trim() || 'UTC';
  const offset = OFFSET.exec(wanted);
  try {
    return zones.getOrSet(wanted, () => new TimeZone(offset ? parseOffsetMs(offset) : wanted));
  } catch {
    return undefined;
  }
}

/** @throws InvalidInputError if the zone is unknown */
export function requireZone(name: string): TimeZone {
  const zone = findZone(name);
  if (zone) return zone;
  throw new InvalidInputError(
    `"${excerpt(name)}" is not a valid time zone`,
    'Enter a time zone such as Europe/Paris in "Time Zone", or leave that field empty for the time zone of the workflow.',
  );
}

/** Matches `Z` and offsets such as `+2`, `+0200`, `UTC+02:00` and `-03:00:00`. `Etc/GMT+2` is a name, with the opposite sign. */
const OFFSET = /^(?:Z|UTC|UT|GMT|(?:UTC|UT|GMT)?([+-])(\d{1,2}|\d\d:?\d\d(?::?\d\d)?))$/i;
const MAX_OFFSET_MS = 18 * 3_600_000;

/** @throws RangeError if no zone has this offset */
function parseOffsetMs([, sign, digits = '']: RegExpExecArray): number {
  const [hours = 0, minutes = 0, seconds = 0] = (digits.match(/\d\d?/g) ?? []).map(Number);
  const ms = ((hours * 60 + minutes) * 60 + seconds) * 1000;
  if (minutes > 59 || seconds > 59 || ms > MAX_OFFSET_MS) throw new RangeError('No such offset');
  return sign === '-' ? 0 - ms : ms;
}
