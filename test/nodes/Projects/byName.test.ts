import { buildSchema } from 'graphql';
import { pollNode } from '../../../harness/engine/poll';
import { PROJECTS_NODE, startNode } from '../../../harness/engine/runWorkflow';
import { searchList } from '../../../harness/engine/searchList';
import { PROJECT_IDS, startSandbox, type Sandbox } from '../../../sandbox';
import { byId, perform, performed, startOther } from './support';

const byName = (value: unknown) => ({ __rl: true, mode: 'name', value });
const byAlias = (value: unknown) => ({ __rl: true, mode: 'alias', value });
const onError = { onError: 'continueErrorOutput' } as const;

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ basePath: '/data' });
});
afterEach(() => sandbox.close());

const retail = () => sandbox.store.project(PROJECT_IDS.retail)?.name ?? '';
const addJob = (name: string, alias: string) =>
  sandbox.store.addJob({ projectId: PROJECT_IDS.retail, name, alias }).id;
const sent = () =>
  Object.fromEntries(
    Object.entries(sandbox.stats.byOperation).filter(
      ([name]) => !['__schema', 'authenticate'].includes(name),
    ),
  );

describe('a project by its name', () => {
  test('is as good as its ID, and costs one list for 100 items', async () => {
    const items = Array.from({ length: 100 }, (_, n) => ({
      json: { project: n % 2 ? retail() : ` ${retail().toUpperCase()} ` },
    }));
    const projectId = byName('={{ $json.project }}');
    const parameters = { projectId, returnAll: true };
    const [one] = await performed(sandbox, 'job.getAll', { projectId: byName(retail()) });
    expect(one).toMatchObject({ projectId: PROJECT_IDS.retail });
    sandbox.stats.reset();
    const json = await performed(sandbox, 'pipeline.getAll', parameters, { items });
    expect(new Set(json.map((pipeline) => pipeline.projectId))).toEqual(
      new Set([PROJECT_IDS.retail]),
    );
    expect(sent()).toMatchObject({ projects: 1 });
  });

  test('that is unknown, or that two have, fails its item with what it may be', async () => {
    sandbox.store.addProject({ name: 'Twin' });
    sandbox.store.addProject({ name: 'Twin' });
    const items = [retail(), 'Nowhere', 'Twin', ''].map((project) => ({ json: { project } }));
    const parameters = { projectId: byName('={{ $json.project }}') };
    const run = await perform(sandbox, 'project.get', parameters, { items, settings: onError });
    expect(run.outputs[0]?.map(({ json }) => json.id)).toEqual([PROJECT_IDS.retail]);
    expect(run.outputs[1]?.map(({ json }) => json.error)).toEqual([
      'There is no project with the name or ID "Nowhere"',
      '2 projects are named "Twin"',
      'No project is selected',
    ]);
  });

  test('of a change is found before anything is changed', async () => {
    const items = [{ json: { project: retail() } }, { json: { project: 'Nowhere' } }];
    const parameters = {
      projectId: byName('={{ $json.project }}'),
      updateFields: { description: 'x' },
    };
    const { error } = await perform(sandbox, 'project.update', parameters, { items });
    expect(error?.message).toContain('There is no project with the name or ID "Nowhere"');
    expect(sandbox.stats.byOperation.editProject).toBeUndefined();
  });

  test('is where a job moves to', async () => {
    addJob('Moved', 'moved');
    const { id } = sandbox.store.addProject({ name: 'Other' });
    const parameters = { projectId: byName(retail()), jobId: byAlias('moved') };
    await performed(sandbox, 'job.move', { ...parameters, targetProjectId: byName('Other') });
    expect(sandbox.store.jobByAlias(id, 'moved')?.name).toBe('Moved');
  });

  test('is the one that the trigger watches, and that fills the list of its jobs', async () => {
    const jobId = addJob('Listed', 'listed');
    const pollWith = async (name: string) =>
      await pollNode({
        type: 'n8n-nodes-data-platform.dataPlatformProjectsTrigger',
        parameters: { resource: 'job', projectId: byName(name) as never, events: ['runFailed'] },
        credentials: { dataPlatformApi: sandbox.credentials },
        staticData: {},
      });
    expect(JSON.stringify((await pollWith(retail())).staticData)).toContain(jobId);
    await expect(pollWith('Nowhere')).rejects.toThrow('There is no project');
    const { results } = await searchList({
      type: PROJECTS_NODE,
      parameters: { resource: 'job', operation: 'get', projectId: byName(retail()) as never },
      credentials: { dataPlatformApi: sandbox.credentials },
      method: 'searchJobs',
    });
    expect(results.find(({ value }) => value === jobId)?.name).toBe('Listed');
  });
});

describe('a job or pipeline by its alias', () => {
  test('is looked up in its project: each of 100 once, all in one request', async () => {
    const ids = Array.from({ length: 50 }, (_, n) => addJob(`Job ${n}`, `alias_${n}`));
    const items = Array.from({ length: 100 }, (_, n) => ({ json: { alias: `alias_${n % 50}` } }));
    const parameters = { projectId: byName(retail()), jobId: byAlias('={{ $json.alias }}') };
    await performed(sandbox, 'job.get', parameters, { items: items.slice(0, 1) });
    sandbox.stats.reset();
    const json = await performed(sandbox, 'job.get', parameters, { items });
    expect(json.map(({ id }) => id)).toEqual([...ids, ...ids]);
    expect(sent()).toMatchObject({ projects: 1, jobByAlias: 1 });
    // "Get" asks for each job on its own, as ever.
    expect(sandbox.stats.requests).toBe(102);
  });

  test('runs, and its runs fill the list', async () => {
    const jobId = addJob('Extract', 'extract_it');
    const parameters = { projectId: byId(PROJECT_IDS.retail), jobId: byAlias('extract_it') };
    const [run] = await performed(sandbox, 'job.run', parameters);
    expect(run).toMatchObject({ jobId });
    const { results } = await searchList({
      type: PROJECTS_NODE,
      parameters: { resource: 'jobRun', operation: 'get', ...parameters } as never,
      credentials: { dataPlatformApi: sandbox.credentials },
      method: 'searchRuns',
    });
    expect(results.map(({ value }) => value)).toEqual([run?.id]);
  });

  test('a pipeline, too', async () => {
    const [pipeline] = sandbox.store.pipelines.list(PROJECT_IDS.retail);
    const parameters = {
      projectId: byId(PROJECT_IDS.retail),
      pipelineId: byAlias(pipeline?.alias),
    };
    const [found] = await performed(sandbox, 'pipeline.get', parameters);
    expect(found?.id).toBe(pipeline?.id);
  });

  test('that is unknown, or stands without a project, starts nothing', async () => {
    addJob('Extract', 'extract_it');
    const items = [
      { json: { alias: 'extract_it', project: PROJECT_IDS.retail } },
      { json: { alias: 'nowhere', project: PROJECT_IDS.retail } },
      { json: { alias: 'extract_it', project: '' } },
    ];
    const parameters = {
      projectId: byId('={{ $json.project }}'),
      jobId: byAlias('={{ $json.alias }}'),
    };
    const stopped = await perform(sandbox, 'job.run', parameters, { items });
    expect(stopped.error?.message).toBe('The project has no job with the alias "nowhere"');
    expect(sandbox.stats.byOperation.runJob).toBeUndefined();
    const run = await perform(sandbox, 'job.run', parameters, { items, settings: onError });
    expect(run.outputs[0]).toHaveLength(1);
    expect(run.outputs[1]?.map(({ json }) => [json.error, json.errorCode])).toEqual([
      ['The project has no job with the alias "nowhere"', 'INVALID_VALUE'],
      ['The alias "extract_it" needs a project', 'INVALID_VALUE'],
    ]);
  });

  test('of a project by what is no ID is refused before it is asked for', async () => {
    const parameters = { projectId: byId('Retail'), jobId: byAlias('extract_it') };
    const { error } = await perform(sandbox, 'job.run', parameters);
    expect(error?.message).toBe('"Retail" is not a valid ID of a project');
    expect(sandbox.stats.byOperation.jobByAlias).toBeUndefined();
  });

  test('of a project that is not found fails for that', async () => {
    const parameters = { projectId: byName('Nowhere'), jobId: byAlias('extract_it') };
    const { error } = await perform(sandbox, 'job.get', parameters);
    expect(error?.message).toContain('There is no project with the name or ID "Nowhere"');
    expect(sandbox.stats.byOperation.jobByAlias).toBeUndefined();
  });

  test('a cancel ends the lookup at once, and nothing is started', async () => {
    addJob('Extract', 'extract_it');
    const projectId = byId(PROJECT_IDS.retail);
    await performed(sandbox, 'job.get', { projectId, jobId: byAlias('extract_it') });
    sandbox.accidents.add({ kind: 'hang', operation: 'jobByAlias' });
    sandbox.stats.reset();
    const parameters = { resource: 'job', operation: 'run', projectId };
    const { cancel, result } = await startNode(
      { parameters: { ...parameters, jobId: byAlias('={{ $json.alias }}') } as never },
      { dataPlatformApi: { ...sandbox.credentials } },
      Array.from({ length: 100 }, (_, n) => ({ alias: n % 2 ? 'extract_it' : `no_${n}` })),
    );
    while (!sandbox.stats.byOperation.jobByAlias)
      await new Promise((resolve) => setTimeout(resolve, 10));
    const stoppedAt = Date.now();
    cancel();
    await result.catch(() => undefined);
    expect(Date.now() - stoppedAt).toBeLessThan(1000);
    expect(sandbox.stats.byOperation.runJob).toBeUndefined();
  });

  test('an accident of the lookup fails its items', async () => {
    addJob('Extract', 'extract_it');
    const parameters = { projectId: byId(PROJECT_IDS.retail), jobId: byAlias('extract_it') };
    await performed(sandbox, 'job.get', parameters);
    sandbox.accidents.add({ kind: 'errors', errors: [{ message: 'Not today' }] });
    const { error } = await perform(sandbox, 'job.run', parameters);
    expect(error?.message).toContain('Not today');
    expect(sandbox.stats.byOperation.runJob).toBeUndefined();
  });
});

test.each([1, 100])(
  'an alias that the platform answers null for, though it must not: %i',
  async (n) => {
    const schema = buildSchema(`
    scalar UUID
    type Pipeline { id: UUID! name: String }
    type Query {
      graphPipeline(id: UUID!): Pipeline
      graphPipelineByAlias(projectId: UUID!, alias: String!): Pipeline!
    }
  `);
    const id = '20000000-0000-4000-8000-00000000000a';
    const there = ({ alias }: { alias: string }) => (alias === 'daily' ? { id } : null);
    const other = await startOther(schema, {
      graphPipelineByAlias: there,
      graphPipeline: { id, name: 'Daily' },
    });
    const parameters = {
      projectId: byId(PROJECT_IDS.retail),
      pipelineId: byAlias('={{ $json.alias }}'),
    };
    const names = ['daily', ...Array.from({ length: n }, (_, at) => `no ${at}`)];
    const items = names.map((alias) => ({ json: { alias } }));
    const run = await perform(other, 'pipeline.get', parameters, { items, settings: onError });
    expect(run.outputs[0]?.map(({ json }) => json.id)).toEqual([id]);
    expect(run.outputs[1]?.map(({ json }) => json.error)).toEqual(
      names.slice(1).map((alias) => `The project has no pipeline with the alias "${alias}"`),
    );
    await other.close();
  },
);

test('a platform that looks up no pipelines by aliases says so', async () => {
  const early = await startSandbox({ generation: 'early' });
  const parameters = { projectId: byId(PROJECT_IDS.retail), pipelineId: byAlias('daily') };
  const { error } = await perform(early, 'pipeline.get', parameters);
  expect(error?.message).toMatch(/^(?:This|The) platform .*graphPipelineByAlias/);
  const [job] = early.store.jobs({ projectId: PROJECT_IDS.retail });
  const jobId = byAlias(job?.alias);
  const [found] = await performed(early, 'job.get', { projectId: byId(PROJECT_IDS.retail), jobId });
  expect(found?.id).toBe(job?.id);
  await early.close();
});
