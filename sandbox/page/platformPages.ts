import type { FastifyInstance } from 'fastify';
import { escapeHtml, fill, readPage, renderStyle } from '../html/pages';
import { refuse } from '../http/body';
import type { SandboxParts } from '../parts';

interface Page {
  title: string;
  text?: string[];
  links?: Link[];
}
type Link = [path: string, label: string];

const LATEST_RUNS = { limit: 30 };

/** Adds pages at the addresses of the platform's own pages, so that links to them work. The pages need no login. */
export function addPlatformPages(app: FastifyInstance, { settings, store }: SandboxParts): void {
  const root = `${settings.basePath}/projects/platform/${encodeURIComponent(settings.platformId)}`;
  const addPage = (
    path: string,
    buildPage: (projectId: string, id: string, runId: string) => Page | false | undefined,
  ) =>
    app.get<{ Params: Record<string, string> }>(
      `/projects/platform/:platformId${path}`,
      async ({ params: { platformId, projectId = '', id = '', runId = '' } }, reply) => {
        const page =
          platformId === settings.platformId && buildPage(projectId.toLowerCase(), id, runId);
        return page
          ? reply.type('text/html; charset=utf-8').send(render(root, page))
          : refuse(reply, 404, 'This page does not exist');
      },
    );

  addPage('/', () => ({
    title: 'Projects',
    links: store.projects().map(({ id, name }) => [`/project/${id}/jobs`, name]),
  }));
  addPage('/project/:projectId/jobs', (projectId) => {
    const project = store.project(projectId);
    const buildLinks = (kind: string, entities: ReadonlyArray<{ id: string; name: string }>) =>
      entities.map(({ id, name }): Link => [
        `/project/${projectId}/${kind}/${id}`,
        `${kind}: ${name}`,
      ]);
    return (
      project && {
        title: project.name,
        text: [project.description ?? ''],
        links: [
          ...buildLinks('job', store.jobs({ projectId })),
          ...buildLinks('pipeline', store.pipelines.list(projectId)),
          ...buildLinks('app', store.apps.list(projectId)),
        ],
      }
    );
  });
  addPage('/project/:projectId/job/:id', (projectId, jobId) => {
    const job = store.job(jobId);
    const path = `/project/${projectId}/job/${jobId}/instances/`;
    return (
      job?.projectId === projectId && {
        title: job.name,
        text: [`Category: ${job.category}`, `Alias: ${job.alias}`],
        links: store
          .runsOfJob(job.id, LATEST_RUNS)
          .map(({ id, number, status }) => [path + id, `Run ${number}: ${status}`]),
      }
    );
  });
  addPage('/project/:projectId/job/:id/instances/:runId', (projectId, jobId, runId) => {
    const [job, run] = [store.job(jobId), store.run(runId)];
    if (job?.projectId !== projectId || run?.jobId !== job.id) return undefined;
    const { number, status, details, author } = run;
    return {
      title: `${job.name}, run ${number}`,
      text: [
        `Status: ${status}, ${details ?? 'no details'}`,
        `Started by: ${author ?? 'a schedule'}`,
        '',
        ...store.log(run).map(({ value }) => value),
      ],
      links: [[`/project/${projectId}/job/${job.id}`, job.name]],
    };
  });
  addPage('/project/:projectId/pipeline/:id', (projectId, id) => {
    const pipeline = store.pipelines.find(id);
    if (pipeline?.projectId !== projectId) return undefined;
    const runs = store.pipelines.runs(pipeline.id, LATEST_RUNS);
    return {
      title: pipeline.name,
      text: runs.map(({ number, status }) => `Run ${number}: ${status}`),
    };
  });
  addPage('/project/:projectId/app/:id', (projectId, id) => {
    const app = store.apps.find(id);
    if (app?.projectId !== projectId) return undefined;
    return { title: app.name, text: [`Status: ${store.apps.history(app).current.status}`] };
  });
}

function render(root: string, { title, text = [], links = [] }: Page): string {
  const allLinks: Link[] = [['/', 'All projects'], ...links];
  return fill(readPage('platformPage.html'), {
    style: renderStyle(),
    title: escapeHtml(title),
    text: escapeHtml(text.join('\n')),
    links: allLinks
      .map(
        ([path, label]) => `<li><a href="${escapeHtml(root + path)}">${escapeHtml(label)}</a></li>`,
      )
      .join(''),
  });
}
