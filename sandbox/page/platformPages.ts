import type { FastifyInstance } from 'fastify';
import { escapeHtml, filled, pageFile, styleTag } from '../html/pages';
import { refuse } from '../http/body';
import type { SandboxParts } from '../parts';

/** What a page of the platform shows: a thing, what is known of it, and the pages that it leads to. */
interface Shown {
  title: string;
  facts?: Array<[name: string, value: string | null]>;
  links?: Link[];
  text?: string;
}
type Link = [path: string, label: string];

const RUNS = { limit: 30 };

/** A page at each address that people know of a platform, so that links can be followed. Who may see it is left out. */
export function addPlatformPages(app: FastifyInstance, { settings, store }: SandboxParts): void {
  const root = `${settings.basePath}/projects/platform/${encodeURIComponent(settings.platformId)}`;
  const at = (
    path: string,
    read: (projectId: string, id: string, runId: string) => Shown | false,
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
    const linksTo = (kind: string, things: ReadonlyArray<{ id: string; name: string }>) =>
      things.map(({ id, name }): Link => [
        `/project/${projectId}/${kind}/${id}`,
        `${kind}: ${name}`,
      ]);
    return (
      project !== undefined && {
        title: project.name,
        facts: [['Description', project.description]],
        links: [
          ...linksTo('job', store.jobs({ projectId })),
          ...linksTo('pipeline', store.pipelines.list(projectId)),
          ...linksTo('app', store.apps.list(projectId)),
        ],
      }
    );
  });
  at('/project/:projectId/job/:id', (projectId, jobId) => {
    const job = store.job(jobId);
    return (
      job?.projectId === projectId && {
        title: job.name,
        facts: [
          ['Category', job.category],
          ['Alias', job.alias],
        ],
        links: store
          .runsOfJob(job.id, RUNS)
          .map(({ id, number, status }) => [
            `/project/${projectId}/job/${job.id}/instances/${id}`,
            `Run ${number}: ${status}`,
          ]),
      }
    );
  });
  at('/project/:projectId/job/:id/instances/:runId', (projectId, jobId, runId) => {
    const job = store.job(jobId);
    const run = store.run(runId);
    return (
      job?.projectId === projectId &&
      run?.jobId === job.id && {
        title: `${job.name}, run ${run.number}`,
        facts: [
          ['Status', run.status],
          ['Details', run.details],
          ['Started by', run.author],
        ],
        links: [[`/project/${projectId}/job/${job.id}`, job.name]],
        text: store
          .log(run)
          .map(({ value }) => value)
          .join('\n'),
      }
    );
  });
  at('/project/:projectId/pipeline/:id', (projectId, id) => {
    const pipeline = store.pipelines.find(id);
    return (
      pipeline?.projectId === projectId && {
        title: pipeline.name,
        facts: store.pipelines
          .runs(pipeline.id, RUNS)
          .map(({ number, status }) => [`Run ${number}`, status]),
      }
    );
  });
  at('/project/:projectId/app/:id', (projectId, id) => {
    const one = store.apps.find(id);
    return (
      one?.projectId === projectId && {
        title: one.name,
        facts: [['Status', store.apps.history(one).current.status]],
      }
    );
  });
}

function pageOf(root: string, { title, facts = [], links = [], text = '' }: Shown): string {
  const fact = ([name, value]: [string, string | null]) =>
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
