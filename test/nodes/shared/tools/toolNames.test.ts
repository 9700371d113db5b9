import { JOB_IDS, PIPELINE_IDS } from '../../../../sandbox';
import { PROJECTS_NODE } from '../../../support/engine/runWorkflow';
import { sandboxForEachTest } from '../../../support/testSandbox';
import { byId, perform } from '../../Projects/support';

const SALES = 'Extract daily sales';
const CATALOG_TOOL = { type: 'n8n-nodes-data-platform.dataPlatformCatalogTool' };

const sandbox = sandboxForEachTest({ seedRuns: false });

/** Calls an operation as an agent does: `job.get`. */
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
  expect(error?.message).toMatch(/^"Grid API" is not a valid ID of an app/);
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
