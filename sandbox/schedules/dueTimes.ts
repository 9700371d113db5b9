import { Cron } from 'croner';

export interface Schedule {
  isScheduled: boolean;
  cronScheduling: string | null;
  scheduleTimezone: string | null;
}

const MOST_KNOWN = 1000;
const known = new Map<string, Cron | null>();

/**
 * When a schedule was due after one moment and until another (epoch milliseconds), oldest first; of more than `most`, the
 * latest. A schedule that is paused, or that nobody can read, is never due.
 */
export function dueTimes(schedule: Schedule, after: number, until: number, most: number): number[] {
  const cron = cronOf(schedule);
  const times: number[] = [];
  if (!cron) return times;
  // Due times are whole seconds; the library looks for what lies before a moment.
  let before = Math.floor(until / 1000) * 1000 + 1000;
  while (times.length < most) {
    const [due] = cron.previousRuns(1, new Date(before));
    if (!due || due.getTime() <= after) break;
    before = due.getTime();
    times.push(before);
  }
  return times.reverse();
}

function cronOf({ isScheduled, cronScheduling, scheduleTimezone }: Schedule): Cron | null {
  if (!isScheduled || cronScheduling === null) return null;
  const timezone = scheduleTimezone ?? 'UTC';
  const key = `${timezone} ${cronScheduling}`;
  let cron = known.get(key);
  if (cron === undefined) {
    if (known.size >= MOST_KNOWN) known.clear();
    cron = readCron(cronScheduling, timezone);
    known.set(key, cron);
  }
  return cron;
}

function readCron(text: string, timezone: string): Cron | null {
  try {
    const cron = new Cron(text, { timezone, paused: true, mode: '5-part' });
    // Only now does it look at the time zone.
    cron.nextRun();
    return cron;
  } catch {
    return null;
  }
}
