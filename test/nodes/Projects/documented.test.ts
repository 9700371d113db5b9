import { JOB_IDS, PROJECT_IDS, startSandbox, TECHNOLOGY_IDS, type Sandbox } from '../../../sandbox';
import { runNode, type NodeUnderTest } from '../../../harness/engine/runWorkflow';

const byId = (value: string) => ({ __rl: true, mode: 'id', value });

describe.each([
  ['a platform as it comes', {}],
  [
    'introspection off and project identifiers that are strings',
    { introspection: false, projectIdType: 'String', tokenKind: 'opaque' } as const,
  ],
  [
    'below a path, with wrapped tokens and a header of its own name',
    { basePath: '/tenant-a', tokenFormat: 'object', realmHeader: 'Acme-Realm' } as const,
  ],
])('documented operations, %s', (_name, options) => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ ...options, seedRuns: false });
  });
  afterEach(() => sandbox.close());

  const run = async (
    parameters: NodeUnderTest['parameters'],
    items?: Parameters<typeof runNode>[2],
  ) => {
    const realmHeader = 'realmHeader' in options ? options.realmHeader : 'Platform-Realm';
    const credential = { ...sandbox.credentials, realmHeader };
    const result = await runNode({ parameters }, { dataPlatformApi: credential }, items);
    if (result.error) throw result.error;
    return result;
  };

  test('project: get many', async () => {
    const { json, outputs } = await run({ resource: 'project', operation: 'getAll' });
    expect(json).toHaveLength(Object.keys(PROJECT_IDS).length);
    expect(json).toContainEqual({
      id: PROJECT_IDS.retail,
      name: expect.any(String),
      url: expect.stringMatching(`/project/${PROJECT_IDS.retail}/jobs$`),
    });
    expect(outputs[0]?.every(({ pairedItem }) => Object(pairedItem).item === 0)).toBe(true);
  });

  test('project: get many, limited', async () => {
    const { json } = await run({
      resource: 'project',
      operation: 'getAll',
      returnAll: false,
      limit: 2,
    });
    expect(json).toHaveLength(2);
  });

  test('job: get many of all projects', async () => {
    const empty = { resource: 'job', operation: 'getAll', returnAll: true };
    const { json } = await run({ ...empty, projectId: { __rl: true, mode: 'list', value: '' } });
    expect(json).toHaveLength(sandbox.store.jobs().length);
    expect(json).toContainEqual({
      id: JOB_IDS.gridLoadModel,
      name: expect.any(String),
      technology: { id: expect.any(String) },
      projectId: PROJECT_IDS.energy,
      projectName: 'Energy Forecast',
      url: expect.stringMatching(`/project/${PROJECT_IDS.energy}/job/${JOB_IDS.gridLoadModel}$`),
    });
    const first = await run({ ...empty, returnAll: false, limit: 2 });
    expect(first.json).toEqual(json.slice(0, 2));
  });

  test('job: get many of a project that an expression does not find', async () => {
    const projectId = { __rl: true, mode: 'id', value: '={{ $json.nowhere }}' };
    const refused = run({ resource: 'job', operation: 'getAll', projectId });
    await expect(refused).rejects.toMatchObject({ message: 'No project is selected' });
  });

  test('job: get many', async () => {
    const { json } = await run({
      resource: 'job',
      operation: 'getAll',
      projectId: byId(PROJECT_IDS.retail),
      returnAll: true,
    });
    const expected = sandbox.store.jobs({ projectId: PROJECT_IDS.retail });
    expect(json).toHaveLength(expected.length);
    expect(json).toContainEqual({
      id: JOB_IDS.salesExtraction,
      name: expect.any(String),
      technology: { id: expect.stringMatching(/^30000000-/) },
      projectId: PROJECT_IDS.retail,
      projectName: 'Retail Analytics',
      url: expect.stringMatching(`/project/${PROJECT_IDS.retail}/job/${JOB_IDS.salesExtraction}$`),
    });
    expect(Object.values(TECHNOLOGY_IDS)).toContain(
      (json[0]?.technology as { id: string } | undefined)?.id,
    );
  });

  test('job: run', async () => {
    const { json } = await run({
      resource: 'job',
      operation: 'run',
      jobId: byId(JOB_IDS.salesExtraction),
    });
    const [started] = sandbox.store.runsOfJob(JOB_IDS.salesExtraction);
    expect(json).toEqual([
      {
        id: started?.id,
        status: 'REQUESTED',
        succeeded: null,
        jobId: JOB_IDS.salesExtraction,
        url: null,
      },
    ]);
  });

  test('job: delete', async () => {
    const { json } = await run({
      resource: 'job',
      operation: 'delete',
      // No pipeline uses it.
      jobId: byId(JOB_IDS.nightlyBackup),
    });
    expect(json).toEqual([{ deleted: true, id: JOB_IDS.nightlyBackup }]);
    expect(sandbox.store.job(JOB_IDS.nightlyBackup)).toBeUndefined();
  });

  test('graphql: execute a query with variables', async () => {
    const { json } = await run({
      resource: 'graphql',
      operation: 'executeQuery',
      query: 'query Job($id: UUID!) { job(id: $id) { name alias: id } }',
      variables: `{ "id": "${JOB_IDS.salesExtraction}" }`,
    });
    expect(json).toEqual([{ job: { name: expect.any(String), alias: JOB_IDS.salesExtraction } }]);
  });

  test('send their documented request and nothing else', async () => {
    await run({ resource: 'project', operation: 'getAll' });
    const sent = sandbox.stats.recent.map(({ method, path, operations }) => [
      method,
      path.replace(/^\/tenant-a/, ''),
      operations,
    ]);
    expect(sent).toEqual([
      ['POST', '/authentication/api/open/authenticate', ['authenticate']],
      ['POST', '/projects/api/platform/1/graphql', ['projects']],
    ]);
  });
});

test.each(['object', 'string'] as const)('variables where only a %s is read', async (form) => {
  const sandbox = await startSandbox({ variablesForm: form, seedRuns: false });
  try {
    const { json, error } = await runNode(
      {
        parameters: {
          resource: 'graphql',
          operation: 'executeQuery',
          query: 'mutation Run($id: UUID!) { runJob(jobId: $id) { id } }',
          variables: { id: JOB_IDS.salesExtraction },
        },
      },
      { dataPlatformApi: sandbox.credentials },
    );
    expect(error).toBeUndefined();
    const [started, ...others] = sandbox.store.runsOfJob(JOB_IDS.salesExtraction);
    expect(json).toEqual([{ runJob: { id: started?.id } }]);
    expect(others).toEqual([]);
  } finally {
    await sandbox.close();
  }
});
