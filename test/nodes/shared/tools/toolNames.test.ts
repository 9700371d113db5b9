import { JOB_IDS, PIPELINE_IDS, startSandbox, type Sandbox } from '../../../../sandbox';
import { addNode, loadPackage } from '../../../support/engine/nodeTypes';
import { PROJECTS_NODE, runNode } from '../../../support/engine/runWorkflow';

const CATALOG_NODE = 'n8n-nodes-data-platform.dataPlatformCatalog';

let sandbox: Sandbox;
beforeAll(async () => {
  const { nodeTypes } = await loadPackage();
  for (const type of [PROJECTS_NODE, CATALOG_NODE]) {
    addNode(`${type}Tool`, nodeTypes.getByName(type) as never);
  }
});
beforeEach(async () => {
  sandbox = await startSandbox({ seedRuns: false });
});
afterEach(() => sandbox.close());

const given = (value: string) => ({ __rl: true, mode: 'id', value });
const credentials = () => ({ dataPlatformApi: sandbox.credentials });
const call = async (
  parameters: object,
  { type = `${PROJECTS_NODE}Tool`, items = [{}] as object[], settings = {} } = {},
) =>
  await runNode({ type, parameters: parameters as never, settings }, credentials(), items as never);
const getJob = { resource: 'job', operation: 'get' };

test('a job is called by its name, and people still give its ID', async () => {
  const { json } = await call({ ...getJob, jobId: given('extract daily SALES') });
  expect(json).toMatchObject([{ id: JOB_IDS.salesExtraction }]);
  const people = await call(
    { ...getJob, jobId: given('Extract daily sales') },
    { type: PROJECTS_NODE },
  );
  expect(people.error?.message).toContain('"Extract daily sales"');
  expect(people.json).toEqual([]);
});

test.each([
  [
    'an ID, whatever stands beside it',
    { ...getJob, projectId: given('No such project'), jobId: given(JOB_IDS.salesExtraction) },
  ],
  [
    // n8n keeps what was chosen for another operation.
    'what the operation does not read',
    { resource: 'graphql', operation: 'executeQuery', query: '{ __typename }' },
  ],
])('%s is not looked up', async (_what, parameters) => {
  const { error } = await call({ projectId: given('Retail Analytics'), ...parameters });
  expect(error).toBeUndefined();
  expect(sandbox.stats.byOperation).not.toHaveProperty('projects');
  expect(sandbox.stats.byOperation).not.toHaveProperty('jobs');
});

describe('a name that two projects have', () => {
  let other: string;
  beforeEach(() => {
    const { id: projectId } = sandbox.store.addProject({ name: 'Second' });
    other = sandbox.store.addJob({ name: 'Extract daily sales', projectId }).id;
  });

  test('is refused with what may be meant, before anything is sent', async () => {
    const parameters = {
      resource: 'job',
      operation: 'delete',
      jobId: given('Extract daily sales'),
    };
    const { error } = await call(parameters);
    expect(error?.message).toMatch(/^2 jobs are named "Extract daily sales"\n/);
    expect(error?.message).toContain(`in the project "Second": ${other}`);
    expect(error?.message).toContain(JOB_IDS.salesExtraction);
    expect(sandbox.stats.byOperation).not.toHaveProperty('deleteJob');
  });

  test('is looked for in its project, which may be called by its name, too', async () => {
    const jobId = given('Extract daily sales');
    const { json } = await call({ ...getJob, projectId: given('second'), jobId });
    expect(json).toMatchObject([{ id: other }]);
    const unknown = await call({ ...getJob, projectId: given('Third'), jobId });
    expect(unknown.error?.message).toMatch(/^There is no project with the name or ID "Third"\n/);
  });
});

test('for 100 items, a list is requested once; each has its own result', async () => {
  const items = Array.from({ length: 100 }, (_, n) => ({
    name: n === 50 ? 'Extract weekly sales' : 'Extract daily sales',
  }));
  const { json } = await call(
    { ...getJob, jobId: given('={{ $json.name }}') },
    { items, settings: { onError: 'continueRegularOutput' } },
  );
  expect(json).toHaveLength(100);
  expect(json.filter(({ id }) => id === JOB_IDS.salesExtraction)).toHaveLength(99);
  expect(json[50]?.error ?? json[50]?.message).toMatch(
    /"Extract weekly sales"[^]*"Extract daily sales" in/,
  );
  expect(sandbox.stats.byOperation.projects).toBe(1);
});

test.each([
  ['pipeline', 'pipelineId', 'Daily sales'],
  ['app', 'appId', 'Grid API'],
  ['project', 'projectId', 'energy forecast'],
])('a %s is called by its name', async (resource, parameter, name) => {
  const { json } = await call({ resource, operation: 'get', [parameter]: given(name) });
  expect(String(json[0]?.name).toLowerCase()).toBe(name.toLowerCase());
});

test('the project of volumes, lists, variables and starts is called by its name', async () => {
  const projectId = given('Energy Forecast');
  const volume = { resource: 'volume', projectId };
  const created = await call({ ...volume, operation: 'create', name: 'Lake', size: 1 });
  const found = await call({ ...volume, operation: 'get', volumeId: given('lake') });
  expect(found.json).toMatchObject([{ id: created.json[0]?.id, name: 'Lake' }]);
  const jobs = await call({ resource: 'job', operation: 'getAll', projectId });
  expect(jobs.json.length).toBeGreaterThan(0);
  const variables = { resource: 'environmentVariable', operation: 'getAll', scope: 'PROJECT' };
  expect((await call({ ...variables, projectId })).error).toBeUndefined();
  await call({ resource: 'job', operation: 'run', jobId: given('Extract daily sales') });
  expect(sandbox.store.runsOfJob(JOB_IDS.salesExtraction)).toHaveLength(1);
});

test('a project that a model leaves empty is no project; an expression of people that gives nothing is a mistake', async () => {
  const parameters = { resource: 'job', operation: 'getAll', projectId: given('={{ "" }}') };
  const { json } = await call(parameters);
  expect(json.length).toBeGreaterThan(10);
  expect((await call(parameters, { type: PROJECTS_NODE })).error?.message).toMatch(/^No project/);
});

describe('a run by its number', () => {
  const get = (parameters: object) => call({ resource: 'jobRun', operation: 'get', ...parameters });
  let runs: string[];
  beforeEach(() => {
    runs = [1, 2, 3].map(() => sandbox.store.startRun(JOB_IDS.salesExtraction)?.id ?? '');
  });

  test.each([
    'run 2 of job "Extract daily sales"',
    'Run 2 of extract daily sales',
    '#2 of Extract daily sales',
  ])('with its job, as "%s"', async (said) =>
    expect((await get({ runId: given(said) })).json).toMatchObject([{ id: runs[1] }]),
  );

  test('beside its job, by name or ID; an agent stops it so, too', async () => {
    for (const jobId of ['Extract daily sales', JOB_IDS.salesExtraction]) {
      const { json } = await get({ jobId: given(jobId), runId: given('3') });
      expect(json).toMatchObject([{ id: runs[2] }]);
    }
    const stop = { operation: 'stop', jobId: given('Extract daily sales'), runId: given('run 1') };
    expect((await get(stop)).json).toMatchObject([{ id: runs[0] }]);
  });

  test('with its pipeline', async () => {
    const id = sandbox.store.pipelines.start(PIPELINE_IDS.dailySales)?.id;
    const runId = given('run 1 of pipeline "Daily sales"');
    const { json } = await get({ resource: 'pipelineRun', runId });
    expect(json).toMatchObject([{ id }]);
  });

  test('that does not exist, or of an unknown job, is reported', async () => {
    const { error } = await get({ runId: given('17 of Extract daily sales') });
    expect(error?.message).toMatch(/^The job has no run 17\n/);
    const unknown = await get({ runId: given('1 of Extract weekly sales') });
    expect(unknown.error?.message).toMatch(/^There is no job with the name or ID "Extract weekly/);
  });

  test('is not looked for where people give it', async () => {
    const runId = given('2 of Extract daily sales');
    const people = { resource: 'jobRun', operation: 'get', runId };
    expect((await call(people, { type: PROJECTS_NODE })).error).toBeDefined();
    expect(sandbox.stats.byOperation).not.toHaveProperty('projects');
  });
});

test('technologies and repositories are called by their names', async () => {
  const type = `${CATALOG_NODE}Tool`;
  const technology = { resource: 'technology', operation: 'get' };
  const found = await call({ ...technology, technologyId: given('bash') }, { type });
  expect(found.json).toMatchObject([{ label: 'Bash' }]);
  const unknown = await call({ ...technology, technologyId: given('Cobol') }, { type });
  expect(unknown.error?.message).toMatch(/List the technologies to see/);
  const [first] = (await call({ resource: 'repository', operation: 'getAll' }, { type })).json;
  const repositoryId = given(String(first?.name));
  const get = await call({ resource: 'repository', operation: 'get', repositoryId }, { type });
  expect(get.json).toMatchObject([{ id: first?.id }]);
  const ofOne = { resource: 'technology', operation: 'getAll', repositoryId };
  expect((await call(ofOne, { type })).json[0]).toMatchObject({ repositoryId: first?.id });
  const created = await call({
    resource: 'job',
    operation: 'create',
    name: 'New',
    category: 'Extraction',
    technologyId: given('bash'),
    projectId: given('Energy Forecast'),
  });
  expect(created.json).toMatchObject([{ name: 'New' }]);
});

test('a Docker credential is called by its user and registry', async () => {
  const login = { resource: 'dockerCredential', projectId: given('Energy Forecast') };
  const name = { registry: 'images.example.com', username: 'robot' };
  await call({ ...login, operation: 'create', ...name, password: 'secret' });
  const dockerCredentialId = given('robot at images.example.com');
  const deleted = await call({ ...login, operation: 'delete', dockerCredentialId });
  expect(deleted.error).toBeUndefined();
  expect((await call({ ...login, operation: 'getAll' })).json).toEqual([]);
});
