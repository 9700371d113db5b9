import type { SandboxStore } from '../store/store';
import { seedCatalog } from './catalog';
import { DEMO_JOBS, DEMO_PROJECTS, type DemoJob } from './demo';
import { seedMore } from './more';
import { demoVersion } from './packages';

const MINUTE_MS = 60_000;
const RUNS_OF_HISTORY = 9;
const STREAMING_SINCE_MINUTES = 200;

/** Fills an empty store with the demo platform; a store that holds projects keeps them as they are. */
export function seed(store: SandboxStore, now: number, withRuns: boolean): void {
  seedCatalog(store, now);
  if (store.projects().length > 0) return;
  store.together(() => {
    for (const project of DEMO_PROJECTS) store.addProject(project);
    const ids = DEMO_JOBS.map(
      (job) =>
        store.addJob({
          ...job,
          creator: store.project(job.projectId ?? '')?.creator,
          createdAt: now - 30 * 24 * 60 * MINUTE_MS,
          version: demoVersion(store, job),
        }).id,
    );
    // Its runs are older than those of the history: later runs have higher numbers.
    seedMore(store, now, withRuns);
    if (!withRuns) return;
    for (const [index, job] of DEMO_JOBS.entries()) {
      addHistory(store, ids[index] ?? '', job, index, now);
    }
  });
}

function addHistory(
  store: SandboxStore,
  jobId: string,
  { everyMinutes, script }: DemoJob,
  index: number,
  now: number,
): void {
  if (everyMinutes === 0) {
    store.startRun(jobId, { requestedAt: now - STREAMING_SINCE_MINUTES * MINUTE_MS });
    return;
  }
  const latest = now - ((index * 7) % 50) * MINUTE_MS - 2 * MINUTE_MS;
  for (let age = RUNS_OF_HISTORY - 1; age >= 0; age--) {
    store.startRun(jobId, {
      requestedAt: latest - age * everyMinutes * MINUTE_MS,
      script: { durationSeconds: varied(script?.durationSeconds ?? 10, index + age) },
    });
  }
}

/** The same few variations each time, so that a seeded sandbox is always the same. */
function varied(seconds: number, step: number): number {
  return Math.round(seconds * (0.7 + ((step * 37) % 60) / 100));
}
