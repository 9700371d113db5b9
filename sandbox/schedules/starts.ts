import { Cron } from 'croner';
import { readOffsetMinutes } from '../graphql/scalars';
import { findLongestDelayMs, varyDuration, findTurn } from '../runs/timeline';
import type { Job } from '../store/jobs';
import type { Pipeline } from '../store/pipelines';
import type { SandboxStore } from '../store/store';

export interface Schedule {
  isScheduled: boolean;
  cronScheduling: string | null;
  scheduleTimezone: string | null;
}

export const buildParisSchedule = (cronScheduling: string): Schedule => ({
  isScheduled: true,
  cronScheduling,
  scheduleTimezone: 'Europe/Paris',
});

const MAX_CACHED_CRONS = 1000;
const cachedCrons = new Map<string, Cron | null>();

/** Returns the latest `limit` due times after `after` and not after `until`, in epoch milliseconds, oldest first. */
function listDueTimes(schedule: Schedule, after: number, until: number, limit: number): number[] {
  const cron = findCron(schedule);
  const times: number[] = [];
  if (!cron) return times;
  // Due times are whole seconds, and the library returns only times before its argument.
  let before = Math.floor(until / 1000) * 1000 + 1000;
  while (times.length < limit) {
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
  let cron = cachedCrons.get(key);
  if (cron === undefined) {
    if (cachedCrons.size >= MAX_CACHED_CRONS) cachedCrons.clear();
    cron = readCron(cronScheduling, timezone);
    cachedCrons.set(key, cron);
  }
  return cron;
}

function readCron(text: string, timezone: string): Cron | null {
  try {
    const utcOffset = readOffsetMinutes(timezone);
    const zone = utcOffset === undefined ? { timezone } : { utcOffset };
    const cron = new Cron(text, { ...zone, paused: true, mode: '5-part' });
    // The library checks the time zone only when it computes a due time.
    cron.nextRun();
    return cron;
  } catch {
    return null;
  }
}

/** Limits, for each job and pipeline, the scheduled runs that are kept, and the due runs that are started after a pause. */
const MAX_SCHEDULED_RUNS = 200;

/** A run to start. */
export interface Start {
  /** Epoch milliseconds. */
  at: number;
  begin(requestedAt: number): void;
}

/** A job or pipeline whose schedule is not paused. */
interface ScheduledEntity {
  id: string;
  createdAt: number;
  /** Returns the starts after one time and not after another, oldest first. */
  starts(after: number, until: number): Start[];
  /** Deletes old scheduled runs. */
  tidyUp(): void;
}

export function listScheduled(store: SandboxStore): ScheduledEntity[] {
  const isScheduled = ({ settings }: Job | Pipeline) => settings.isScheduled;
  return [
    ...store
      .jobs()
      .filter(isScheduled)
      .map((job) => readScheduledJob(store, job)),
    ...store.pipelines
      .list()
      .filter(isScheduled)
      .map((pipeline) => readScheduledPipeline(store, pipeline)),
  ];
}

function readScheduledJob(
  store: SandboxStore,
  { id, createdAt, settings, script }: Job,
): ScheduledEntity {
  const behavior = script.onSchedule;
  const findStarts = (dueAt: number): Start[] => {
    const turn = behavior ? findTurn(behavior, dueAt) : {};
    if (turn.isMissed) return [];
    const seconds = turn.script?.durationSeconds ?? script.durationSeconds;
    const durationSeconds = behavior ? varyDuration(behavior, seconds, dueAt) : seconds;
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
      const since = Math.max(createdAt, after - (behavior ? findLongestDelayMs(behavior) : 0));
      return listDueTimes(settings, since, until, MAX_SCHEDULED_RUNS)
        .flatMap(findStarts)
        .filter(({ at }) => at > after && at <= until);
    },
    tidyUp: () => store.runTable.deleteScheduled(id, MAX_SCHEDULED_RUNS),
  };
}

function readScheduledPipeline(
  store: SandboxStore,
  { id, createdAt, settings }: Pipeline,
): ScheduledEntity {
  return {
    id,
    createdAt,
    starts: (after, until) =>
      listDueTimes(settings, Math.max(createdAt, after), until, MAX_SCHEDULED_RUNS).map((at) => ({
        at,
        begin: (requestedAt) => void store.pipelines.start(id, { cause: 'SCHEDULED', requestedAt }),
      })),
    tidyUp: () => store.pipelines.runTable.deleteScheduled(id, MAX_SCHEDULED_RUNS),
  };
}
