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

export const inParis = (cronScheduling: string, isScheduled = true): Schedule => ({
  isScheduled,
  cronScheduling,
  scheduleTimezone: 'Europe/Paris',
});

const MAX_KNOWN = 1000;
const known = new Map<string, Cron | null>();

/** Returns up to `most` due times after one time and until another (epoch milliseconds): the latest ones, oldest first. */
function dueTimes(schedule: Schedule, after: number, until: number, most: number): number[] {
  const cron = findCron(schedule);
  const times: number[] = [];
  if (!cron) return times;
  // Due times are whole seconds, and the library excludes the time itself.
  let before = Math.floor(until / 1000) * 1000 + 1000;
  while (times.length < most) {
    const [due] = cron.previousRuns(1, new Date(before));
    if (!due || due.getTime() <= after) break;
    before = due.getTime();
    times.push(before);
  }
  return times.reverse();
}

function findCron({ isScheduled, cronScheduling, scheduleTimezone }: Schedule): Cron | null {
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
    // The time zone is not checked before.
    cron.nextRun();
    return cron;
  } catch {
    return null;
  }
}

/** Scheduled runs that a job or pipeline keeps, and that start at a time. */
const KEPT_RUNS = 200;

export interface Start {
  /** Epoch milliseconds. */
  at: number;
  begin(requestedAt: number): void;
}

/** A job or pipeline whose schedule is not paused. */
interface Scheduled {
  id: string;
  createdAt: number;
  /** After one time and until another, oldest first. */
  starts(after: number, until: number): Start[];
  /** Deletes old scheduled runs. */
  tidyUp(): void;
}

export function listScheduled(store: SandboxStore): Scheduled[] {
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
