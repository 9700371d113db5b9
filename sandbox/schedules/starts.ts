import { Cron } from 'croner';
import { offsetMinutes } from '../graphql/scalars';
import { longestDelayMs, playedDuration, turnAt } from '../runs/timeline';
import type { Job } from '../store/jobs';
import type { Pipeline } from '../store/pipelines';
import type { SandboxStore } from '../store/store';

export interface Schedule {
  isScheduled: boolean;
  cronScheduling: string | null;
  scheduleTimezone: string | null;
}

/** A schedule in the time zone of the demo. */
export const inParis = (cronScheduling: string, isScheduled = true): Schedule => ({
  isScheduled,
  cronScheduling,
  scheduleTimezone: 'Europe/Paris',
});

const MAX_KNOWN = 1000;
const known = new Map<string, Cron | null>();

/**
 * When a schedule was due after one moment and until another (epoch milliseconds), oldest first; of more than `most`, the
 * latest. A schedule that is paused, or that nobody can read, is never due.
 */
function dueTimes(schedule: Schedule, after: number, until: number, most: number): number[] {
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
    if (known.size >= MAX_KNOWN) known.clear();
    cron = readCron(cronScheduling, timezone);
    known.set(key, cron);
  }
  return cron;
}

function readCron(text: string, timezone: string): Cron | null {
  try {
    const utcOffset = offsetMinutes(timezone);
    const zone = utcOffset === undefined ? { timezone } : { utcOffset };
    const cron = new Cron(text, { ...zone, paused: true, mode: '5-part' });
    // Only now does it look at the time zone.
    cron.nextRun();
    return cron;
  } catch {
    return null;
  }
}

/** How many runs that schedules started a job or a pipeline keeps, and how many come due at one look at most. */
const KEPT_RUNS = 200;

/** A job or pipeline that a schedule starts. */
export interface Start {
  /** When, epoch milliseconds. */
  at: number;
  begin(requestedAt: number): void;
}

/** A job or a pipeline that has a schedule. */
interface Scheduled {
  id: string;
  createdAt: number;
  /** Returns the due times after one moment and until another, oldest first; if there are many, the latest ones. */
  starts(after: number, until: number): Start[];
  /** Deletes runs that its schedule started long ago. */
  tidyUp(): void;
}

/** Every job and pipeline with a schedule that is not paused. */
export function scheduledOf(store: SandboxStore): Scheduled[] {
  const isScheduled = ({ settings }: Job | Pipeline) => settings.isScheduled;
  return [
    ...store
      .jobs()
      .filter(isScheduled)
      .map((job) => scheduledJob(store, job)),
    ...store.pipelines
      .list()
      .filter(isScheduled)
      .map((pipeline) => scheduledPipeline(store, pipeline)),
  ];
}

function scheduledJob(store: SandboxStore, { id, createdAt, settings, script }: Job): Scheduled {
  const play = script.onSchedule;
  const startOf = (dueAt: number): Start[] => {
    const turn = play ? turnAt(play, dueAt) : {};
    if (turn.isMissed) return [];
    const seconds = turn.script?.durationSeconds ?? script.durationSeconds;
    const durationSeconds = play ? playedDuration(play, seconds, dueAt, createdAt) : seconds;
    const run = { cause: 'SCHEDULED' as const, script: { ...turn.script, durationSeconds } };
    return [
      {
        at: dueAt + (turn.lateSeconds ?? 0) * 1000,
        begin: (requestedAt) => void store.startRun(id, { ...run, requestedAt }),
      },
    ];
  };
  return {
    id,
    createdAt,
    starts: (after, until) => {
      const since = Math.max(createdAt, after - (play ? longestDelayMs(play) : 0));
      return dueTimes(settings, since, until, KEPT_RUNS)
        .flatMap(startOf)
        .filter(({ at }) => at > after && at <= until);
    },
    tidyUp: () => store.runTable.deleteScheduled(id, KEPT_RUNS),
  };
}

function scheduledPipeline(store: SandboxStore, { id, createdAt, settings }: Pipeline): Scheduled {
  return {
    id,
    createdAt,
    starts: (after, until) =>
      dueTimes(settings, Math.max(createdAt, after), until, KEPT_RUNS).map((at) => ({
        at,
        begin: (requestedAt) => void store.pipelines.start(id, { cause: 'SCHEDULED', requestedAt }),
      })),
    tidyUp: () => store.pipelines.runTable.deleteScheduled(id, KEPT_RUNS),
  };
}
