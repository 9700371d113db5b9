import type { ConfStore } from '../confFiles/store';
import type { Settings } from '../options';
import { isEnded } from '../runs/timeline';
import type { Schedule } from '../schedules/starts';
import { TECHNOLOGY_LABELS } from '../ids';
import type { Stats } from '../http/stats';
import type { App } from '../store/apps';
import type { Job } from '../store/jobs';
import type { Pipeline } from '../store/pipelines';
import type { Run, SandboxStore } from '../store/store';
import type { FastifyInstance } from 'fastify';
import { isJson, jsonValue, refuse } from '../http/body';
import type { ServerParts } from '../parts';
import { escapeHtml, filled, pageFile, scriptTag, styleTag } from '../html/pages';

const RUNS_A_JOB = 12;
const LATEST_RUNS = 30;
const SHOWN_CONF_FILES = 100;

/** What the overview page shows. Times are epoch milliseconds on the sandbox's clock. */
function overviewState(
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
      playsSchedules: settings.playsSchedules,
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
        .map((job) => ({
          ...jobState(job, store.runsOfJob(job.id, { limit: RUNS_A_JOB })),
          failsNext: store.failsNext(job.id),
        })),
      pipelines: store.pipelines.list(id).map((pipeline) => pipelineState(store, pipeline)),
      apps: store.apps.list(id).map((app) => appState(store, app)),
    })),
    confFiles: files.slice(0, SHOWN_CONF_FILES),
    latest: runs.slice(0, LATEST_RUNS).map((run) => ({
      ...runState(run),
      jobName: names.get(run.jobId) ?? '',
    })),
  };
}

function jobState({ id, name, category, technologyId, settings, script }: Job, runs: Run[]) {
  return {
    id,
    name,
    category,
    technology: TECHNOLOGY_LABELS[technologyId] ?? 'Other',
    schedule: scheduleOf(settings),
    alwaysFails: script.outcome === 'FAILED' || script.outcome === 'ERROR',
    runs: runs.map(runState),
  };
}

function pipelineState(store: SandboxStore, pipeline: Pipeline) {
  const { id, name, settings } = pipeline;
  const [run] = store.pipelines.runs(id, { limit: 1 });
  const graph = store.pipelines.current(pipeline)?.graph;
  return {
    id,
    name,
    jobs: graph?.jobNodes.length ?? 0,
    schedule: scheduleOf(settings),
    run: run && {
      number: run.number,
      status: run.status,
      details: run.details,
      requestedAt: run.requestedAt,
      startedAt: run.startedAt,
      endedAt: run.endedAt,
    },
  };
}

function scheduleOf({ isScheduled, cronScheduling, scheduleTimezone }: Schedule): string | null {
  return isScheduled ? `${cronScheduling} ${scheduleTimezone ?? 'UTC'}` : null;
}

function appState(store: SandboxStore, app: App) {
  const { status, details, recordedAt } = store.apps.history(app).current;
  return { id: app.id, name: app.name, status, details, since: recordedAt };
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

/** The page that shows projects, jobs and their runs as they change, and the JSON behind it. */
export function addOverview(app: FastifyInstance, parts: ServerParts): void {
  const { settings, store, confFiles, stats, accidents } = parts;

  app.get('/', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(
      filled(pageFile('overview.html'), {
        style: styleTag(),
        script: scriptTag('overview.js'),
        basePath: escapeHtml(settings.basePath),
        explorer: escapeHtml(
          `${settings.basePath}/projects/api/platform/${encodeURIComponent(settings.platformId)}/graphiql`,
        ),
      }),
    ),
  );

  app.get('/sandbox/state', async () =>
    overviewState(settings, store, confFiles, stats, accidents.pending().length),
  );

  // JSON alone: the form of another page could send the rest.
  const forJob = (path: string, change: (jobId: string) => void) =>
    app.post(path, async (request, reply) => {
      if (!isJson(request)) return refuse(reply, 415, 'Send Content-Type: application/json');
      const { jobId } = Object(jsonValue(request)) as { jobId?: unknown };
      const job = store.job(String(jobId));
      if (!job) return refuse(reply, 404, 'There is no such job');
      change(job.id);
      return reply.code(204).send();
    });
  forJob('/sandbox/run', (jobId) => store.startRun(jobId));
  forJob('/sandbox/fail-next-run', (jobId) => store.failNextRun(jobId));
}
