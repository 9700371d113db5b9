import type { FastifyInstance } from 'fastify';
import { escapeHtml, filled, pageFile, styleTag } from '../html/pages';
import { refuse } from '../http/body';
import type { SandboxParts } from '../parts';

/** A page of the platform: an entity, its fields, and the pages that it links to. */
interface Shown {
  title: string;
  facts?: Fact[];
  links?: Link[];
  text?: string;
}
type Fact = [name: string, value: string | null];
type Link = [path: string, label: string];

const RUNS = { limit: 30 };

/** A page at each address that people know of a platform, so that links can be followed. Who may see it is left out. */
export function addPlatformPages(app: FastifyInstance, { settings, store }: SandboxParts): void {
  const root = `${settings.basePath}/projects/platform/${encodeURIComponent(settings.platformId)}`;
  const at = (
    path: string,
    read: (projectId: string, id: string, runId: string) => Shown | undefined,
  ) =>
    app.get<{ Params: Record<string, string> }>(
      `/projects/platform/:platformId${path}`,
      async ({ params: { platformId, projectId = '', id = '', runId = '' } }, reply) => {
        const shown =
          platformId === settings.platformId && read(projectId.toLowerCase(), id, runId);
        return shown
          ? reply.type('text/html; charset=utf-8').send(pageOf(root, shown))
          : refuse(reply, 404, 'There is no such page');
      },
    );

  at('/', () => ({
    title: 'Projects',
    links: store.projects().map(({ id, name }) => [`/project/${id}/jobs`, name]),
  }));
  at('/project/:projectId/jobs', (projectId) => {
    const project = store.project(projectId);
    if (!project) return undefined;
    const linksTo = (kind: string, things: ReadonlyArray<{ id: string; name: string }>) =>
      things.map(({ id, name }): Link => [
        `/project/${projectId}/${kind}/${id}`,
        `${kind}: ${name}`,
      ]);
    return {
      title: project.name,
      facts: [['Description', project.description]],
      links: [
        ...linksTo('job', store.jobs({ projectId })),
        ...linksTo('pipeline', store.pipelines.list(projectId)),
        ...linksTo('app', store.apps.list(projectId)),
      ],
    };
  });
  const jobPage = '/project/:projectId/job/:id';
  at(jobPage, (projectId, jobId) => {
    const job = store.job(jobId);
    if (job?.projectId !== projectId) return undefined;
    const path = `/project/${projectId}/job/${job.id}/instances/`;
    const runs = store.runsOfJob(job.id, RUNS);
    return {
      title: job.name,
      facts: [
        ['Category', job.category],
        ['Alias', job.alias],
      ],
      links: runs.map(({ id, number, status }) => [path + id, `Run ${number}: ${status}`]),
    };
  });
  at(`${jobPage}/instances/:runId`, (projectId, jobId, runId) => {
    const [job, run] = [store.job(jobId), store.run(runId)];
    if (job?.projectId !== projectId || run?.jobId !== job.id) return undefined;
    const lines = store.log(run).map(({ value }) => value);
    return {
      title: `${job.name}, run ${run.number}`,
      facts: [
        ['Status', run.status],
        ['Details', run.details],
        ['Started by', run.author],
      ],
      links: [[`/project/${projectId}/job/${job.id}`, job.name]],
      text: lines.join('\n'),
    };
  });
  at('/project/:projectId/pipeline/:id', (projectId, id) => {
    const pipeline = store.pipelines.find(id);
    if (pipeline?.projectId !== projectId) return undefined;
    const runs = store.pipelines.runs(pipeline.id, RUNS);
    const facts = runs.map(({ number, status }): Fact => [`Run ${number}`, status]);
    return { title: pipeline.name, facts };
  });
  at('/project/:projectId/app/:id', (projectId, id) => {
    const app = store.apps.find(id);
    if (app?.projectId !== projectId) return undefined;
    const facts: Fact[] = [['Status', store.apps.history(app).current.status]];
    return { title: app.name, facts };
  });
}

function pageOf(root: string, { title, facts = [], links = [], text = '' }: Shown): string {
  const fact = ([name, value]: Fact) =>
    `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value ?? '–')}</dd>`;
  const link = ([path, label]: Link) =>
    `<li><a href="${escapeHtml(root + path)}">${escapeHtml(label)}</a></li>`;
  return filled(pageFile('thing.html'), {
    style: styleTag(),
    title: escapeHtml(title),
    facts: facts.map(fact).join(''),
    links: [['/', 'All projects'] satisfies Link, ...links].map(link).join(''),
    text: escapeHtml(text),
  });
}
