import type { RunScript } from '../runs/script';
import type { SchedulePlayer } from '../schedules/player';
import type { Start } from '../schedules/starts';
import type { SandboxStore } from '../store/store';
import { seedCatalog } from './catalog';
import { DEMO_JOBS, DEMO_PROJECTS, type DemoJob } from './demo';
import { PIPELINE_IDS } from '../ids';
import { seedPipelinesAppsAndVariables } from './pipelinesAppsAndVariables';
import { buildDemoVersion } from './packages';

const MINUTE_MS = 60_000;
const RUNS_OF_HISTORY = 9;
const STREAMING_SINCE_MINUTES = 200;

/** Fills the store if it is empty. With `schedules`, the past runs of scheduled jobs start at the due times of their schedules. */
export function seed(
  store: SandboxStore,
  now: number,
  withRuns: boolean,
  schedules?: SchedulePlayer,
): void {
  seedCatalog(store, now);
  if (store.projects().length > 0) return;
  store.inTransaction(() => {
    for (const project of DEMO_PROJECTS) store.addProject(project);
    const ids = DEMO_JOBS.map(
      (job) =>
        store.addJob({
          ...job,
          creator: store.project(job.projectId ?? '')?.creator,
          createdAt: now - 30 * 24 * 60 * MINUTE_MS,
          version: buildDemoVersion(store, job),
        }).id,
    );
    // This comes first: its pipeline runs are older than the job runs below, and runs are numbered in the order in which they are added.
    seedPipelinesAppsAndVariables(store, now, withRuns, schedules !== undefined);
    if (!withRuns) return;
    const followsSchedule = ({ settings }: DemoJob) => schedules && settings?.isScheduled;
    const starts = DEMO_JOBS.flatMap((job, index) =>
      followsSchedule(job) ? [] : listStarts(store, ids[index] ?? '', job, index, now),
    );
    if (schedules) schedules.playPast([...ids, PIPELINE_IDS.dailySales], starts);
    else for (const { at, begin } of starts) begin(at);
  });
}

function listStarts(
  store: SandboxStore,
  jobId: string,
  { everyMinutes, script }: DemoJob,
  index: number,
  now: number,
): Start[] {
  const start = (at: number, changed?: Partial<RunScript>): Start => ({
    at,
    begin: (requestedAt) => void store.startRun(jobId, { requestedAt, script: changed }),
  });
  if (everyMinutes === 0) return [start(now - STREAMING_SINCE_MINUTES * MINUTE_MS)];
  const latest = now - ((index * 7) % 50) * MINUTE_MS - 2 * MINUTE_MS;
  return Array.from({ length: RUNS_OF_HISTORY }, (_, past) => {
    const age = RUNS_OF_HISTORY - 1 - past;
    return start(latest - age * everyMinutes * MINUTE_MS, {
      durationSeconds: varySeconds(script?.durationSeconds ?? 10, index + age),
    });
  });
}

/** Varies a duration without randomness, so that all seeded sandboxes are equal. */
function varySeconds(seconds: number, step: number): number {
  return Math.round(seconds * (0.7 + ((step * 37) % 60) / 100));
}
