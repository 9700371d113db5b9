import type { FastifyInstance } from 'fastify';
import { VIEWER } from '../access/tokens';
import { escapeHtml, fill, readAsset, renderScript, renderStyle } from '../html/pages';
import { isJson, parseJson, refuse } from '../http/body';
import type { SandboxParts } from '../parts';
import type { RunState } from '../runs/timeline';
import type { Schedule } from '../schedules/starts';
import type { SandboxStore } from '../store/store';

/** Returns the data of the overview page. Times are epoch milliseconds on the sandbox's clock. */
function readOverview({ settings, store, faults }: SandboxParts) {
  const { platformId, realm, login, playsSchedules, clock } = settings;
  const now = clock();
  const facts = [
    `Platform ${platformId}`,
    `Realm ${realm}`,
    `Login ${login}`,
    `Read-only login ${VIEWER.login}, password ${VIEWER.password}`,
  ];
  if (playsSchedules) facts.push('Schedules start runs');
  const { length: pending } = faults.pending();
  if (pending > 0) facts.push(`Pending faults: ${pending}`);
  return {
    now,
    facts: facts.join(' · '),
    projects: store.projects().map(({ id, name, description }) => ({
      name,
      description,
      jobs: listJobs(store, id, now),
      pipelines: listPipelines(store, id, now),
      apps: store.apps.list(id).map((app) => {
        const { status, details, recordedAt: since } = store.apps.history(app).current;
        return { id: app.id, name: app.name, tag: '', state: { status, details, since } };
      }),
    })),
  };
}

function listJobs(store: SandboxStore, projectId: string, now: number) {
  return store.jobs({ projectId }).map(({ id, name, category, technologyId, settings, script }) => {
    const [run] = store.runsOfJob(id, { limit: 1 });
    const technology = store.catalog.technology(technologyId)?.label ?? 'Other';
    return {
      id,
      name,
      tag: [technology, category, ...describeSchedule(settings)].join(' · '),
      alwaysFails: script.outcome === 'FAILED' || script.outcome === 'ERROR',
      failsNext: store.failsNext(id),
      state: run && readState(run, now),
    };
  });
}

function listPipelines(store: SandboxStore, projectId: string, now: number) {
  return store.pipelines.list(projectId).map((pipeline) => {
    const { id, name, settings } = pipeline;
    const [run] = store.pipelines.runs(id, { limit: 1 });
    const { length: jobs = 0 } = store.pipelines.details(pipeline)?.graph.jobNodes ?? [];
    const tag = [`Jobs: ${jobs}`, ...describeSchedule(settings)].join(' · ');
    return { id, name, tag, state: run && readState(run, now) };
  });
}

function describeSchedule({ isScheduled, cronScheduling, scheduleTimezone }: Schedule): string[] {
  return isScheduled ? [`${cronScheduling} ${scheduleTimezone ?? 'UTC'}`] : [];
}

function readState(run: RunState & { number: number; requestedAt: number }, now: number) {
  const { number, status, details, requestedAt, startedAt, endedAt } = run;
  const tookMs = startedAt === null ? undefined : (endedAt ?? now) - startedAt;
  return { number, status, details, since: startedAt ?? requestedAt, tookMs };
}

export function addOverview(app: FastifyInstance, parts: SandboxParts): void {
  const { settings, store } = parts;

  app.get('/', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(
      fill(readAsset('overview.html'), {
        style: renderStyle(),
        script: renderScript('overview.js'),
        basePath: escapeHtml(settings.basePath),
        explorer: escapeHtml(
          `${settings.basePath}/projects/api/platform/${encodeURIComponent(settings.platformId)}/graphiql`,
        ),
      }),
    ),
  );

  app.get('/sandbox/state', async () => readOverview(parts));

  // Accepts only JSON, which a form on another site cannot send.
  const addButtonRoute = (
    path: string,
    find: (id: string) => { id: string } | undefined,
    change: (id: string) => void,
  ) =>
    app.post(`/sandbox/${path}`, async (request, reply) => {
      if (!isJson(request)) return refuse(reply, 415, 'Send Content-Type: application/json');
      const { id } = Object(parseJson(request)) as { id?: unknown };
      const entity = find(String(id));
      if (!entity) return refuse(reply, 404, 'The job, pipeline or app does not exist');
      change(entity.id);
      return reply.code(204).send();
    });
  const findJob = (id: string) => store.job(id);
  const findPipeline = (id: string) => store.pipelines.find(id);
  const findApp = (id: string) => store.apps.find(id);
  addButtonRoute('run', findJob, (id) => store.startRun(id));
  addButtonRoute('fail-next-run', findJob, (id) => store.failNextRun(id));
  addButtonRoute('run-pipeline', findPipeline, (id) => store.pipelines.start(id));
  addButtonRoute('start-app', findApp, (id) => store.apps.begin(id, 'STARTING'));
  addButtonRoute('stop-app', findApp, (id) => store.apps.stop(id));
}
