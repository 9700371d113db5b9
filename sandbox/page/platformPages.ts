import type { FastifyInstance } from 'fastify';
import { escapeHtml, fill, readAsset, renderStyle } from '../html/pages';
import { refuse } from '../http/body';
import type { SandboxParts } from '../parts';

const LATEST_RUNS = { limit: 30 };

/** Adds pages at the addresses of the platform's own pages, so that links to them work. The pages need no login. */
export function addPlatformPages(app: FastifyInstance, { settings, store }: SandboxParts): void {
  const addPage = (
    path: string,
    /** Returns the title and the lines of a page; undefined if it does not exist. */
    buildPage: (projectId: string, id: string, runId: string) => string[] | undefined,
  ) =>
    app.get<{ Params: Record<string, string> }>(
      `/projects/platform/:platformId/project/:projectId/${path}`,
      async ({ params: { platformId, projectId = '', id = '', runId = '' } }, reply) => {
        const page = buildPage(projectId.toLowerCase(), id, runId);
        if (platformId !== settings.platformId || !page) {
          return refuse(reply, 404, 'This page does not exist');
        }
        const [title = '', ...lines] = page;
        const html = fill(readAsset('platformPage.html'), {
          style: renderStyle(),
          title: escapeHtml(title),
          text: escapeHtml(lines.join('\n')),
          overview: escapeHtml(`${settings.basePath}/`),
        });
        return reply.type('text/html; charset=utf-8').send(html);
      },
    );
  const describeRun = ({ number, status }: { number: number; status: string }) =>
    `Run ${number}: ${status}`;

  addPage('jobs', (projectId) => {
    const project = store.project(projectId);
    return project && [project.name, project.description ?? ''];
  });
  addPage('job/:id', (projectId, id) => {
    const job = store.job(id);
    if (job?.projectId !== projectId) return undefined;
    return [job.name, ...store.runsOfJob(job.id, LATEST_RUNS).map(describeRun)];
  });
  addPage('job/:id/instances/:runId', (projectId, id, runId) => {
    const [job, run] = [store.job(id), store.run(runId)];
    if (job?.projectId !== projectId || run?.jobId !== job.id) return undefined;
    const { number, status, details, author } = run;
    return [
      `${job.name}, run ${number}`,
      `Status: ${status}, ${details ?? 'no details'}`,
      `Started by: ${author ?? 'a schedule'}`,
      '',
      ...store.log(run).map(({ value }) => value),
    ];
  });
  addPage('pipeline/:id', (projectId, id) => {
    const pipeline = store.pipelines.find(id);
    if (pipeline?.projectId !== projectId) return undefined;
    return [pipeline.name, ...store.pipelines.runs(pipeline.id, LATEST_RUNS).map(describeRun)];
  });
  addPage('app/:id', (projectId, id) => {
    const app = store.apps.find(id);
    if (app?.projectId !== projectId) return undefined;
    return [app.name, `Status: ${store.apps.history(app).current.status}`];
  });
}
