import type { ConfStore } from '../confFiles/store';
import type { Settings } from '../options';
import { isEnded } from '../runs/status';
import { TECHNOLOGY_LABELS } from '../seed/ids';
import type { Stats } from '../server/stats';
import type { Job } from '../store/jobs';
import type { Run, SandboxStore } from '../store/store';

const RUNS_A_JOB = 12;
const LATEST_RUNS = 30;
const SHOWN_CONF_FILES = 100;

/** What the overview page shows. Times are epoch milliseconds on the sandbox's clock. */
export function overviewState(
  settings: Settings,
  store: SandboxStore,
  confFiles: ConfStore,
  stats: Stats,
  pendingAccidents: number,
) {
  const jobs = store.jobs();
  const names = new Map(jobs.map(({ id, name }) => [id, name]));
  const runs = store.allRuns();
  const files = confFiles.files();
  return {
    now: settings.clock(),
    platform: {
      id: settings.platformId,
      realm: settings.realm,
      login: settings.login,
    },
    counters: {
      projects: store.projects().length,
      jobs: jobs.length,
      runs: runs.length,
      running: runs.filter(({ status }) => !isEnded(status)).length,
      succeeded: runs.filter(({ status }) => status === 'SUCCEEDED').length,
      failed: runs.filter(({ status }) => status === 'FAILED' || status === 'ERROR').length,
      confFiles: files.length,
      requests: stats.requests,
      logins: stats.logins,
      pendingAccidents,
    },
    projects: store.projects().map(({ id, name, description }) => ({
      id,
      name,
      description,
      jobs: jobs
        .filter(({ projectId }) => projectId === id)
        .map((job) => jobState(job, store.runsOfJob(job.id, { limit: RUNS_A_JOB }))),
    })),
    confFiles: files.slice(0, SHOWN_CONF_FILES),
    latest: runs.slice(0, LATEST_RUNS).map((run) => ({
      ...runState(run),
      jobName: names.get(run.jobId) ?? '',
    })),
  };
}

function jobState({ id, name, category, technologyId }: Job, runs: Run[]) {
  return {
    id,
    name,
    category,
    technology: TECHNOLOGY_LABELS[technologyId] ?? 'Other',
    runs: runs.map(runState),
  };
}

function runState({ id, number, status, details, requestedAt, startedAt, endedAt, script }: Run) {
  return {
    id,
    number,
    status,
    details,
    requestedAt,
    startedAt,
    endedAt,
    expectedSeconds: script.durationSeconds,
  };
}
