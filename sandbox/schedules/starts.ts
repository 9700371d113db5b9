import { longestDelayMs, playedDuration, turnAt } from '../runs/schedulePlay';
import type { Job } from '../store/jobs';
import type { Pipeline } from '../store/pipelines';
import type { SandboxStore } from '../store/store';
import { dueTimes } from './dueTimes';

/** How many runs that schedules started a job or a pipeline keeps, and how many come due at one look at most. */
const KEPT_RUNS = 200;

/** What a schedule starts. */
export interface Start {
  /** When, epoch milliseconds. */
  at: number;
  begin(requestedAt: number): void;
}

/** A job or a pipeline that has a schedule. */
export interface Scheduled {
  id: string;
  createdAt: number;
  /** What its schedule starts after one moment and until another, oldest first, of many the latest. */
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
    tidyUp: () => store.tidyUpRuns(id, KEPT_RUNS),
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
    tidyUp: () => store.pipelines.tidyUpRuns(id, KEPT_RUNS),
  };
}
