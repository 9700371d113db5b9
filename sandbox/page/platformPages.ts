import type { FastifyInstance, FastifyReply } from 'fastify';
import { escapeHtml, filled, pageFile, styleTag } from '../html/pages';
import { refuse } from '../http/body';
import type { SandboxParts } from '../parts';

/** What a page of the platform shows: a thing, what is known of it, and the pages that it leads to. */
interface Shown {
  title: string;
  facts?: Array<[name: string, value: string | number | null]>;
  links?: Link[];
  text?: string;
}
type Link = [path: string, label: string];
type Ids = Partial<
  Record<'platformId' | 'projectId' | 'jobId' | 'pipelineId' | 'appId' | 'runId', string>
>;

const RUNS = 30;

/** A page at each address that people know of a platform, so that links can be followed. Who may see it is left out. */
export function addPlatformPages(
  app: FastifyInstance,
  { settings: { basePath, platformId }, store }: SandboxParts,
): void {
  const root = `${basePath}/projects/platform/${encodeURIComponent(platformId)}`;
  const at = (path: string, read: (ids: Ids) => Shown | undefined) =>
    app.get(`/projects/platform/:platformId${path}`, async ({ params }, reply) => {
      const ids = params as Ids;
      const shown = ids.platformId === platformId ? read(ids) : undefined;
      return await (shown ? send(reply, root, shown) : refuse(reply, 404, 'There is no such page'));
    });
  const inProject = <Thing extends { projectId: string }>(thing: Thing | undefined, ids: Ids) =>
    thing?.projectId === ids.projectId?.toLowerCase() ? thing : undefined;

  at('/', () => ({
    title: 'Projects',
    links: store.projects().map(({ id, name }) => [`/project/${id}/jobs`, name]),
  }));
  at('/project/:projectId/jobs', ({ projectId = '' }) => {
    const project = store.project(projectId);
    const linksOf = (kind: string, things: ReadonlyArray<{ id: string; name: string }>) =>
      things.map(({ id, name }): Link => [
        `/project/${projectId}/${kind}/${id}`,
        `${kind}: ${name}`,
      ]);
    return (
      project && {
        title: project.name,
        facts: [['Description', project.description]],
        links: [
          ...linksOf('job', store.jobs({ projectId: project.id })),
          ...linksOf('pipeline', store.pipelines.list(project.id)),
          ...linksOf('app', store.apps.list(project.id)),
        ],
      }
    );
  });
  at('/project/:projectId/job/:jobId', (ids) => {
    const job = inProject(store.job(ids.jobId ?? ''), ids);
    return (
      job && {
        title: job.name,
        facts: [
          ['Category', job.category],
          ['Alias', job.alias],
        ],
        links: store
          .runsOfJob(job.id, { limit: RUNS })
          .map(({ id, number, status }) => [
            `/project/${job.projectId}/job/${job.id}/instances/${id}`,
            `Run ${number}: ${status}`,
          ]),
      }
    );
  });
  at('/project/:projectId/job/:jobId/instances/:runId', (ids) => {
    const job = inProject(store.job(ids.jobId ?? ''), ids);
    const run = store.run(ids.runId ?? '');
    if (!job || run?.jobId !== job.id) return undefined;
    return {
      title: `${job.name}, run ${run.number}`,
      facts: [
        ['Status', run.status],
        ['Details', run.details],
        ['Started by', run.author],
      ],
      links: [[`/project/${job.projectId}/job/${job.id}`, job.name]],
      text: store
        .log(run)
        .map(({ value }) => value)
        .join('\n'),
    };
  });
  at('/project/:projectId/pipeline/:pipelineId', (ids) => {
    const pipeline = inProject(store.pipelines.find(ids.pipelineId ?? ''), ids);
    return (
      pipeline && {
        title: pipeline.name,
        facts: store.pipelines
          .runs(pipeline.id, { limit: RUNS })
          .map(({ number, status }) => [`Run ${number}`, status]),
      }
    );
  });
  at('/project/:projectId/app/:appId', (ids) => {
    const one = inProject(store.apps.find(ids.appId ?? ''), ids);
    return (
      one && {
        title: one.name,
        facts: [['Status', store.apps.history(one).current.status]],
      }
    );
  });
}

function send(
  reply: FastifyReply,
  root: string,
  { title, facts = [], links = [], text = '' }: Shown,
) {
  const all: Link[] = [['/', 'All projects'], ...links];
  return reply.type('text/html; charset=utf-8').send(
    filled(pageFile('thing.html'), {
      style: styleTag(),
      title: escapeHtml(title),
      facts: facts
        .map(
          ([name, value]) =>
            `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(String(value ?? '–'))}</dd>`,
        )
        .join(''),
      links: all
        .map(
          ([path, label]) =>
            `<li><a href="${escapeHtml(root + path)}">${escapeHtml(label)}</a></li>`,
        )
        .join(''),
      text: escapeHtml(text),
    }),
  );
}
