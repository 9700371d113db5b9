import { buildSchema } from 'graphql';
import { JOB_IDS, PIPELINE_IDS, PROJECT_IDS } from '../../../sandbox';
import { listDescribedOperations } from '../../support/descriptions/describedOperations';
import { PROJECTS_NODE } from '../../support/engine/runWorkflow';
import { searchList } from '../../support/engine/searchList';
import { sandboxForEachTest } from '../../support/testSandbox';
import { untilTestEnds } from '../../support/untilTestEnds';
import { pollProjects } from '../ProjectsTrigger/support';
import { byId, perform, performed, startOther } from './support';

const byName = (value: string) => ({ __rl: true as const, mode: 'name', value });
const byAlias = (value: unknown) => ({ __rl: true, mode: 'alias', value });
const onError = { onError: 'continueErrorOutput' } as const;

const sandbox = sandboxForEachTest({ seedRuns: false });

const listed = async (method: string, parameters: Record<string, unknown>) => {
  const credentials = { dataPlatformApi: sandbox.credentials };
  return (await searchList({ method, parameters, credentials })).results;
};
const retail = () => sandbox.store.project(PROJECT_IDS.retail)?.name ?? '';
const addJob = (name: string, alias: string) =>
  sandbox.store.addJob({ projectId: PROJECT_IDS.retail, name, alias }).id;

describe('a project by its name', () => {
  test('is as good as its ID, and costs one list for 100 items', async () => {
    const items = Array.from({ length: 100 }, (_, n) => ({
      json: { project: n % 2 ? retail() : ` ${retail().toUpperCase()} ` },
    }));
    const projectId = byName('={{ $json.project }}');
    const parameters = { projectId, returnAll: true };
    const json = await performed(sandbox, 'pipeline.getAll', parameters, { items });
    const ids = json.map((pipeline) => pipeline.projectId);
    expect(new Set(ids)).toEqual(new Set([PROJECT_IDS.retail]));
    expect(sandbox.stats.byOperation.projects).toBe(1);
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

  test('is the one that the trigger watches, and that fills the list of its jobs', async () => {
    const jobId = addJob('Listed', 'listed');
    const pollWith = async (name: string) =>
      await pollProjects(sandbox, {}, { projectId: byName(name), events: ['runFailed'] });
    expect(JSON.stringify((await pollWith(retail())).staticData)).toContain(jobId);
    await expect(pollWith('Nowhere')).rejects.toThrow('There is no project');
    const parameters = { resource: 'job', operation: 'get', projectId: byName(retail()) };
    expect(await listed('searchJobs', parameters)).toContainEqual(
      expect.objectContaining({ name: 'Listed', value: jobId }),
    );
  });
});

describe('a job, pipeline or app by its name', () => {
  test.each([
    ['in its project', { projectId: byId(PROJECT_IDS.retail) }],
    ['in all projects', {}],
  ])('is looked up %s, with one list for 100 items', async (_where, project) => {
    const ids = ['Twin A', 'Twin B'].map((name) => addJob(name, ''));
    const items = Array.from({ length: 100 }, (_, n) => ({ json: { n: n % 2 ? 'B' : 'A' } }));
    const parameters = { ...project, jobId: byName('=twin {{ $json.n }}') };
    const json = await performed(sandbox, 'job.get', parameters, { items });
    expect(json.map(({ id }) => id)).toEqual(items.map((_, n) => ids[n % 2]));
    expect(sandbox.stats.byOperation.jobs).toBe(1);
  });

  test('fills the list of its runs', async () => {
    const id = addJob('Extract', '');
    const run = sandbox.store.startRun(id)?.id;
    const parameters = { resource: 'jobRun', operation: 'get', jobId: byName('extract') };
    expect((await listed('searchRuns', parameters)).map(({ value }) => value)).toEqual([run]);
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
    expect(sandbox.stats.byOperation).toMatchObject({ projects: 1, jobByAlias: 1 });
    // "Get" asks for each job on its own, as ever.
    expect(sandbox.stats.requests).toBe(102);
  });

  test('runs, and its runs fill the list', async () => {
    const jobId = addJob('Extract', 'extract_it');
    const parameters = { projectId: byId(PROJECT_IDS.retail), jobId: byAlias('extract_it') };
    const [run] = await performed(sandbox, 'job.run', parameters);
    expect(run).toMatchObject({ jobId });
    const runs = await listed('searchRuns', {
      resource: 'jobRun',
      operation: 'get',
      ...parameters,
    });
    expect(runs.map(({ value }) => value)).toEqual([run?.id]);
  });

  test.each([1, 100])(
    'names similar ones if it is unknown, with one more request (%d items)',
    async (count) => {
      addJob('Extract', 'extract_similar');
      const parameters = { projectId: byId(PROJECT_IDS.retail), jobId: byAlias('extract_simlar') };
      const items = Array.from({ length: count }, () => ({ json: {} }));
      await perform(sandbox, 'job.get', parameters, { items, settings: onError });
      sandbox.stats.reset();
      const run = await perform(sandbox, 'job.get', parameters, { items, settings: onError });
      expect(run.outputs[1]).toHaveLength(count);
      for (const { json } of run.outputs[1] ?? []) {
        expect(json.errorDescription).toMatch(/^Similar aliases: "extract_similar"/);
      }
      expect(sandbox.stats.requests).toBe(2);
    },
  );

  test('that is unknown, or stands without a project, starts nothing', async () => {
    addJob('Extract', 'extract_it');
    const items = [
      ['extract_it', PROJECT_IDS.retail],
      ['nowhere', PROJECT_IDS.retail],
      ['extract_it', ''],
      ['extract_it', 'no uuid'],
    ].map(([alias = '', project = '']) => ({ json: { alias, project } }));
    const projectId = byId('={{ $json.project }}');
    const parameters = { projectId, jobId: byAlias('={{ $json.alias }}') };
    const stopped = await perform(sandbox, 'job.run', parameters, { items });
    expect(stopped.error?.message).toBe('The project has no job with the alias "nowhere"');
    expect(stopped.error?.description).toMatch(/^Check the alias and the project/);
    expect(sandbox.stats.byOperation.runJob).toBeUndefined();
    const run = await perform(sandbox, 'job.run', parameters, { items, settings: onError });
    expect(run.outputs[0]).toHaveLength(1);
    expect(run.outputs[1]?.map(({ json }) => [json.error, json.errorCode])).toEqual([
      ['The project has no job with the alias "nowhere"', 'INVALID_VALUE'],
      ['The alias "extract_it" needs a project', 'INVALID_VALUE'],
      ['"no uuid" is not a valid project ID', 'INVALID_VALUE'],
    ]);
    const [, withoutProject] = run.outputs[1] ?? [];
    expect(withoutProject?.json.errorDescription).toContain('then enter the alias again');
  });

  test('has a hint where it depends on the project: n8n empties it when that changes', () => {
    const aliases = listDescribedOperations().flatMap(({ name, fields }) =>
      fields.flatMap(({ typeOptions, modes = [] }) => {
        const mode = modes.find((one) => one.name === 'alias');
        return mode ? [[name, typeOptions?.loadOptionsDependsOn, mode.hint]] : [];
      }),
    );
    expect(aliases.length).toBeGreaterThan(10);
    const hint = expect.stringContaining('Choose "Project" first') as unknown;
    expect(aliases).toEqual(aliases.map(([name]) => [name, ['projectId.value'], hint]));
  });
});

test('an alias that the platform returns null for, though it must not, is named', async () => {
  const schema = buildSchema(`
    scalar UUID
    type Pipeline { id: UUID! name: String }
    type Query {
      graphPipeline(id: UUID!): Pipeline
      graphPipelineByAlias(projectId: UUID!, alias: String!): Pipeline!
    }
  `);
  const id = '20000000-0000-4000-8000-00000000000a';
  const graphPipelineByAlias = ({ alias }: { alias: string }) =>
    alias === 'daily' ? { id } : null;
  const root = { graphPipelineByAlias, graphPipeline: { id, name: 'Daily' } };
  const other = await untilTestEnds(startOther(schema, root));
  const projectId = byId(PROJECT_IDS.retail);
  const parameters = { projectId, pipelineId: byAlias('={{ $json.alias }}') };
  const items = ['daily', 'a', 'b'].map((alias) => ({ json: { alias } }));
  const run = await perform(other, 'pipeline.get', parameters, { items, settings: onError });
  expect(run.outputs[0]?.map(({ json }) => json.id)).toEqual([id]);
  expect(run.outputs[1]?.map(({ json }) => json.error)).toEqual(
    ['a', 'b'].map((alias) => `The project has no pipeline with the alias "${alias}"`),
  );
});

describe('what Retry On Fail tries again by a name that is gone by then', () => {
  const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

  test('is a project that an earlier try has deleted', async () => {
    const { id } = sandbox.store.addProject({ name: 'Scratch' });
    // All of one try, as `MAX_ATTEMPTS` has them.
    sandbox.faults.add({ kind: 'resetAfter', operation: 'deleteProject', times: 4 });
    const parameters = { projectId: byName('Scratch') };
    const run = await perform(sandbox, 'project.delete', parameters, { settings });
    expect(run.error).toBeUndefined();
    expect(run.json).toEqual([{ deleted: true, id }]);
    expect(sandbox.faults.pending()).toEqual([]);
    const again = await perform(sandbox, 'project.delete', parameters, { settings });
    expect(again.error?.message).toContain('There is no project with the name');
  });

  test('is a job that an earlier try has moved, beside one that failed', async () => {
    for (const alias of ['one', 'two']) addJob(alias, alias);
    const { id: target } = sandbox.store.addProject({ name: 'Other' });
    const refusal = { kind: 'status', operation: 'moveJob', status: 400 } as const;
    sandbox.faults.add({ ...refusal, skip: 1 });
    const parameters = {
      projectId: byName(retail()),
      jobId: byAlias('={{ $json.alias }}'),
      targetProjectId: byName('Other'),
    };
    const items = ['one', 'two'].map((alias) => ({ json: { alias } }));
    const { json, error } = await perform(sandbox, 'job.move', parameters, { items, settings });
    expect(error).toBeUndefined();
    const moved = json.map(({ id }) => sandbox.store.job(String(id)));
    expect(moved.map((job) => [job?.alias, job?.projectId])).toEqual([
      ['one', target],
      ['two', target],
    ]);
    expect(sandbox.stats.byOperation.moveJob).toBe(3);
  });
});

const SALES = 'Extract daily sales';
const CATALOG_TOOL = { type: 'n8n-nodes-data-platform.dataPlatformCatalogTool' };

const call = async (name: string, parameters: object, settings = {}, items = [{ json: {} }]) =>
  await perform(sandbox, name, parameters, {
    items,
    settings: { type: `${PROJECTS_NODE}Tool`, ...settings },
  });

test.each([
  ['job', 'extract daily SALES'],
  ['pipeline', 'Daily sales'],
  ['app', 'Grid API'],
  ['project', 'energy forecast'],
])('a %s is called by its name: %s', async (resource, name) => {
  const { json } = await call(`${resource}.get`, { [`${resource}Id`]: byId(name) });
  expect(String(json[0]?.name).toLowerCase()).toBe(name.toLowerCase());
});

test.each([
  ['job.get', { jobId: byId(SALES) }, /"Extract daily sales"/],
  ['jobRun.get', { runId: byId(`2 of ${SALES}`) }, /./],
  ['job.getAll', { projectId: byId('={{ "" }}') }, /^No project/],
])('people still give IDs: %s with %j is an error', async (name, parameters, message) => {
  const { error, json } = await perform(sandbox, name, parameters);
  expect(error?.message).toMatch(message);
  expect(json).toEqual([]);
  expect(sandbox.stats.byOperation).not.toHaveProperty('projects');
});

test('a project that a model leaves empty is no project', async () => {
  const { json } = await call('job.getAll', { projectId: byId('={{ "" }}') });
  expect(json.length).toBeGreaterThan(10);
});

test.each([
  [
    'an ID, whatever stands beside it',
    'job.get',
    { projectId: byId('No such project'), jobId: byId(JOB_IDS.salesExtraction) },
  ],
  // n8n keeps what was chosen for another operation.
  ['what the operation does not read', 'graphql.executeQuery', { query: '{ __typename }' }],
])('%s is not looked up', async (_what, name, parameters) => {
  const { error } = await call(name, { projectId: byId('Retail Analytics'), ...parameters });
  expect(error).toBeUndefined();
  expect(sandbox.stats.byOperation).not.toHaveProperty('projects');
  expect(sandbox.stats.byOperation).not.toHaveProperty('jobs');
});

describe('a name that two projects have', () => {
  let other: string;
  beforeEach(() => {
    const { id: projectId } = sandbox.store.addProject({ name: 'Second' });
    other = sandbox.store.addJob({ name: SALES, projectId }).id;
  });

  test('is refused with what may be meant, before anything is sent', async () => {
    const { error } = await call('job.delete', { jobId: byId(SALES) });
    expect(error?.message).toMatch(/^2 jobs are named "Extract daily sales"\.\n/);
    expect(error?.message).toContain(`in the project "Second": ${other}`);
    expect(error?.message).toContain(JOB_IDS.salesExtraction);
    expect(sandbox.stats.byOperation).not.toHaveProperty('deleteJob');
  });

  test('is looked for in its project, which may be called by its name, too', async () => {
    const getIn = (project: string) =>
      call('job.get', { projectId: byId(project), jobId: byId(SALES) });
    expect((await getIn('second')).json).toMatchObject([{ id: other }]);
    const unknown = await getIn('Third');
    expect(unknown.error?.message).toMatch(/^There is no project with the name or ID "Third"\.\n/);
  });
});

test('the project of volumes, lists, variables and starts is called by its name', async () => {
  const projectId = byId('Energy Forecast');
  const created = await call('volume.create', { projectId, name: 'Lake', size: 1 });
  const found = await call('volume.get', { projectId, volumeId: byId('lake') });
  expect(found.json).toMatchObject([{ id: created.json[0]?.id, name: 'Lake' }]);
  expect((await call('job.getAll', { projectId })).json.length).toBeGreaterThan(0);
  const variables = await call('environmentVariable.getAll', { scope: 'PROJECT', projectId });
  expect(variables.error).toBeUndefined();
  await call('job.run', { jobId: byId(SALES) });
  expect(sandbox.store.runsOfJob(JOB_IDS.salesExtraction)).toHaveLength(1);
});

test.each([
  ['PROJECT', 1],
  ['JOB', undefined],
])('of the scope %s, a project is looked up if it is sent', async (scope, requests) => {
  const projectId = byId('Energy Forecast');
  const jobId = byId(JOB_IDS.salesExtraction);
  const { error } = await call('environmentVariable.getAll', { scope, projectId, jobId });
  expect(error).toBeUndefined();
  expect(sandbox.stats.byOperation.projects).toBe(requests);
});

test('a name that the platform cannot look up is taken for an ID', async () => {
  await sandbox.restart({ schemaChanges: { without: ['Project.apps'], instead: '' } });
  const { error } = await call('app.get', { appId: byId('Grid API') });
  expect(error?.message).toMatch(/^"Grid API" is not a valid app ID/);
});

describe('a run by its number', () => {
  let runs: string[];
  beforeEach(() => {
    runs = [1, 2, 3].map(() => sandbox.store.startRun(JOB_IDS.salesExtraction)?.id ?? '');
  });

  test.each([
    ['jobRun.get', { runId: byId(`run 2 of job "${SALES}"`) }, 1],
    ['jobRun.get', { runId: byId('#2 of extract daily sales') }, 1],
    ['jobRun.get', { jobId: byId(SALES), runId: byId('3') }, 2],
    ['jobRun.get', { jobId: byId(JOB_IDS.salesExtraction), runId: byId('3') }, 2],
    ['jobRun.stop', { jobId: byId(SALES), runId: byId('run 1') }, 0],
  ])('with or beside its job: %s %j', async (name, parameters, index) => {
    expect((await call(name, parameters)).json).toMatchObject([{ id: runs[index] }]);
  });

  test('with its pipeline', async () => {
    const id = sandbox.store.pipelines.start(PIPELINE_IDS.dailySales)?.id;
    const runId = byId('run 1 of pipeline "Daily sales"');
    expect((await call('pipelineRun.get', { runId })).json).toMatchObject([{ id }]);
  });

  test.each([
    ['17 of Extract daily sales', /^The job has no run 17\.\n/],
    ['1 of Extract weekly sales', /^There is no job with the name or ID "Extract weekly/],
  ])('that does not exist, or of an unknown job, is reported: %s', async (run, message) => {
    const { error } = await call('jobRun.get', { runId: byId(run) });
    expect(error?.message).toMatch(message);
  });
});

test('technologies and repositories are called by their names', async () => {
  const inCatalog = (name: string, parameters: object) => call(name, parameters, CATALOG_TOOL);
  const found = await inCatalog('technology.get', { technologyId: byId('bash') });
  expect(found.json).toMatchObject([{ label: 'Bash' }]);
  const unknown = await inCatalog('technology.get', { technologyId: byId('Cobol') });
  expect(unknown.error?.message).toMatch(/List the technologies to see/);
  const [first] = (await inCatalog('repository.getAll', {})).json;
  const repositoryId = byId(first?.name);
  const get = await inCatalog('repository.get', { repositoryId });
  expect(get.json).toMatchObject([{ id: first?.id }]);
  const ofOne = await inCatalog('technology.getAll', { repositoryId });
  expect(ofOne.json[0]).toMatchObject({ repositoryId: first?.id });
  const created = await call('job.create', {
    name: 'New',
    category: 'Extraction',
    technologyId: byId('bash'),
    projectId: byId('Energy Forecast'),
  });
  expect(created.json).toMatchObject([{ name: 'New' }]);
});

test('a Docker credential is called by its user and registry', async () => {
  const projectId = byId('Energy Forecast');
  const login = { registry: 'images.example.com', username: 'robot', password: 'secret' };
  await call('dockerCredential.create', { projectId, ...login });
  const dockerCredentialId = byId('robot at images.example.com');
  const deleted = await call('dockerCredential.delete', { projectId, dockerCredentialId });
  expect(deleted.error).toBeUndefined();
  expect((await call('dockerCredential.getAll', { projectId })).json).toEqual([]);
});
