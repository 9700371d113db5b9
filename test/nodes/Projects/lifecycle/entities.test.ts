import { APP_TECHNOLOGY_IDS, PROJECT_IDS } from '../../../../sandbox';
import { addPipeline, addVolume } from '../../../platform/projectFiles/support';
import { sandboxForEachTest } from '../../../support/testSandbox';
import { byId, perform, performed } from '../support';

const sandbox = sandboxForEachTest({ seedRuns: false });

const { retail, energy } = PROJECT_IDS;
const projectId = byId(retail);
const asked = () => sandbox.stats.byOperation;

describe('a volume', () => {
  const stored = (id: unknown) => sandbox.store.volumes.find(String(id));
  const made = async (more: object = {}) => {
    const parameters = { projectId, name: 'models', size: '2 GB', ...more };
    const [volume] = await performed(sandbox, 'volume.create', parameters);
    return String(volume?.id);
  };

  test('is made with what was set, read, listed, changed, copied and deleted', async () => {
    const description = 'Of the forecast';
    const id = await made({ additionalFields: { description } });
    const volumeId = byId(id);
    const whole = { id, name: 'models', size: '2.0 GB', description };
    expect(stored(id)).toMatchObject({ ...whole, projectId: retail });
    expect(await performed(sandbox, 'volume.get', { volumeId })).toMatchObject([whole]);
    expect(await performed(sandbox, 'volume.getAll', { projectId })).toMatchObject([whole]);

    for (const updateFields of [{ name: 'weights', description: '' }, { size: '4 GB' }]) {
      await performed(sandbox, 'volume.update', { volumeId, updateFields });
    }
    expect(stored(id)).toMatchObject({ name: 'weights', size: '4.0 GB', description: null });

    const copied = { volumeId, updateFields: { name: 'copy' } };
    const [copy] = await performed(sandbox, 'volume.duplicate', copied);
    expect(stored(copy?.id)).toMatchObject({ name: 'copy', size: '4.0 GB', originalVolumeId: id });
    expect(stored(id)?.name).toBe('weights');
    const limited = { projectId, limit: 1 };
    expect(await performed(sandbox, 'volume.getAll', limited)).toHaveLength(1);

    const deleted = await performed(sandbox, 'volume.delete', { volumeId });
    expect(deleted).toEqual([{ deleted: true, id }]);
    expect([stored(id), stored(copy?.id)]).toEqual([undefined, expect.anything()]);
  });

  test.each([
    [undefined, 1],
    ['resetAfter', 2],
  ] as const)('is taken from its app, and can be deleted then (%s)', async (kind, sent) => {
    const id = await made();
    const technologyId = APP_TECHNOLOGY_IDS.dockerImage;
    const version = { volumesWithPath: [{ path: '/data', volumeId: id }] };
    sandbox.store.apps.add({ projectId: retail, technologyId, version });
    const volumeId = byId(id);
    const { error } = await perform(sandbox, 'volume.delete', { volumeId });
    expect(`${error?.message} ${error?.description}`).toContain('used by the app');
    if (kind) sandbox.accidents.add({ kind, operation: 'unlinkVolume' });
    const unlinked = await performed(sandbox, 'volume.unlink', { volumeId });
    expect(unlinked).toMatchObject([{ id, linkedApp: null }]);
    expect(asked().unlinkVolume).toBe(sent);
    await performed(sandbox, 'volume.delete', { volumeId });
  });
});

describe('a Docker credential', () => {
  const stored = (id: unknown) => sandbox.store.dockerCredentials.find(String(id));
  const LOGIN = { projectId, registry: 'r.invalid', username: 'puller', password: 'sesame-19' };

  test('is stored, listed, changed and deleted; its password is in no output', async () => {
    const [made] = await performed(sandbox, 'dockerCredential.create', LOGIN);
    const id = String(made?.id);
    expect(stored(id)).toMatchObject({ ...LOGIN, projectId: retail });
    const place = { projectId, dockerCredentialId: byId(id) };
    const change = { password: 'sesame-20', updateFields: { username: 'other' } };
    const changed = await performed(sandbox, 'dockerCredential.update', { ...place, ...change });
    expect(stored(id)).toMatchObject({ username: 'other', password: 'sesame-20' });
    const all = { projectId, returnAll: true };
    const listed = await performed(sandbox, 'dockerCredential.getAll', all);
    expect(listed).toMatchObject([{ id, registry: 'r.invalid', username: 'other' }]);
    expect(JSON.stringify([made, changed, listed])).not.toContain('sesame');
    expect(await performed(sandbox, 'dockerCredential.delete', place)).toEqual([
      { deleted: true, id },
    ]);
    expect(stored(id)).toBeUndefined();
  });
});

const QUICK = { queueSeconds: 0, durationSeconds: 0 };

const addJob = () => sandbox.store.addJob({ projectId: retail, name: 'etl', script: QUICK }).id;
const newVolume = () => addVolume(sandbox, retail, crypto.randomUUID()).id;
const newPipeline = () => addPipeline(sandbox, retail, 'daily', addJob()).id;

test.each([
  { kind: 'job', add: addJob, find: (id: string) => sandbox.store.job(id) },
  { kind: 'pipeline', add: newPipeline, find: (id: string) => sandbox.store.pipelines.find(id) },
  { kind: 'volume', add: newVolume, find: (id: string) => sandbox.store.volumes.find(id) },
])('a $kind goes to another project, and its ID there is returned', async ({ kind, add, find }) => {
  const items = Array.from({ length: 40 }, () => ({ json: { id: add() } }));
  const ids = { [`${kind}Id`]: byId('={{ $json.id }}'), targetProjectId: byId(energy) };
  const json = await performed(sandbox, `${kind}.move`, ids, { items });
  expect(json.map(({ id }) => find(String(id))?.projectId)).toEqual(Array(40).fill(energy));
});

test('the number of the platform, and the target in a pasted address are sent', async () => {
  await sandbox.restart({ platformId: '7' });
  const value = `${sandbox.credentials.baseUrl}/projects/platform/7/project/${energy}/jobs`;
  const parameters = { jobId: byId(addJob()), targetProjectId: { __rl: true, mode: 'url', value } };
  const [moved] = await performed(sandbox, 'job.move', parameters);
  expect(sandbox.store.job(String(moved?.id))?.projectId).toBe(energy);
});

describe('Check Condition', () => {
  test('has the result of each item, in their order', async () => {
    const CASES = [
      { expression: 'double(rmse) < 500.0', variables: { rmse: 420.5 }, result: true },
      { expression: 'double(rmse) < 500.0', variables: { rmse: '500' }, result: false },
      { expression: '1 + 1 == 2', variables: {}, result: true },
      { expression: '2 * -double(n) + 9 / 3 == 1.0', variables: { n: 1 }, result: true },
      { expression: 'flag == "true"', variables: '{ "flag": true }', result: true },
    ];
    const items = CASES.map((json) => ({ json }));
    const expression = '={{ $json.expression }}';
    const parameters = { projectId, expression, variables: '={{ $json.variables }}' };
    expect(await performed(sandbox, 'pipeline.checkCondition', parameters, { items })).toEqual(
      CASES.map(({ result }) => ({ result })),
    );
  });

  test.each([
    ['a ==', 'cannot be evaluated', 1],
    ['={{ "" }}', 'needs a value for "expression"', undefined],
  ])('of "%s" fails: %s', async (expression, message, sent) => {
    const parameters = { projectId, expression };
    const { error } = await perform(sandbox, 'pipeline.checkCondition', parameters);
    expect(`${error?.message} ${error?.description}`).toContain(message);
    expect(asked().evaluateConditionExpression).toBe(sent);
  });
});

describe('versions of a pipeline', () => {
  const addPipeline = () => {
    const graph = { jobNodes: [], conditionNodes: [] };
    const { id } = sandbox.store.pipelines.add({ projectId: retail, name: 'daily', graph });
    const details = { releaseNote: null, sourceUrl: null, graph };
    for (let n = 0; n < 2; n++) sandbox.store.pipelines.addVersion(id, details, 'demo');
    return id;
  };

  test('are deleted, and the platform says of each whether it is', async () => {
    const id = addPipeline();
    const parameters = { pipelineId: byId(id), versionNumbers: '1, 2, 3' };
    expect(await performed(sandbox, 'pipeline.deleteVersions', parameters)).toEqual([
      { number: 1, success: true },
      { number: 2, success: true },
      { number: 3, success: false },
    ]);
    const pipeline = sandbox.store.pipelines.find(id);
    const left = pipeline && sandbox.store.pipelines.versions(pipeline);
    expect(left?.map(({ number }) => number)).toEqual([3]);
  });

  test('are made current again by a request that is repeated if its response is lost', async () => {
    const id = addPipeline();
    sandbox.accidents.add({ kind: 'resetAfter', operation: 'rollbackPipelineVersion' });
    const parameters = { pipelineId: byId(id), versionNumber: 1 };
    const [pipeline] = await performed(sandbox, 'pipeline.rollback', parameters);
    expect(pipeline).toMatchObject({ id, currentVersion: { number: 1 } });
    expect(asked().rollbackPipelineVersion).toBe(2);
  });
});

const storedProject = (id: unknown = retail) => sandbox.store.project(String(id));
const hundred = { items: Array.from({ length: 100 }, (_, row) => ({ json: { row } })) };

test('create, with settings', async () => {
  const authorizedGroups = [{ name: 'analysts', role: 'ROLE_PROJECT_EDITOR' }];
  const description = 'Made by a test';
  const additionalFields = { description, authorizedGroups: JSON.stringify(authorizedGroups) };
  const parameters = { name: ' New ', additionalFields };
  const [project] = await performed(sandbox, 'project.create', parameters);
  expect(project).toMatchObject({ name: 'New', description });
  expect(storedProject(project?.id)).toMatchObject({ name: 'New', settings: { authorizedGroups } });
});

test('update changes what was set and empties what was emptied', async () => {
  const before = storedProject();
  const update = async (description: string) =>
    await performed(sandbox, 'project.update', { projectId, updateFields: { description } });
  await update('Other');
  expect(storedProject()).toEqual({ ...before, description: 'Other' });
  await update('');
  expect(storedProject()).toEqual({ ...before, description: null });
});

test('Get Rights returns each group with its role, in requests that items share', async () => {
  const analysts = { name: 'analysts', role: 'ROLE_PROJECT_VIEWER' } as const;
  sandbox.store.editProject(retail, { settings: { authorizedGroups: [analysts] } });
  const administrators = { name: 'administrators', role: 'ROLE_PROJECT_MANAGER' };
  const rights = await performed(sandbox, 'project.getRights', { projectId }, hundred);
  expect(rights).toHaveLength(200);
  expect(rights.slice(0, 2)).toEqual([
    { projectId: retail, ...administrators, isAllProjects: true },
    { projectId: retail, ...analysts, isAllProjects: false },
  ]);
  expect(sandbox.stats.requests).toBeLessThan(10);
});

describe('Platform: Get', () => {
  test('returns counts and capacity', async () => {
    const items = Array.from({ length: 100 }, () => ({ json: {} }));
    const [platform, ...others] = await performed(sandbox, 'platform.get', {}, { items });
    const jobs = sandbox.store.jobs().length;
    expect(platform).toMatchObject({ id: 1, name: 'Sandbox', counts: { projects: 4, jobs } });
    expect(platform?.clusterNodes).toHaveLength(2);
    expect(others).toHaveLength(99);
    expect(sandbox.stats.requests).toBeLessThan(10);
  });

  test('has no apps if there are none', async () => {
    await sandbox.restart({ schemaChanges: { without: ['PlatformCounts.apps'], instead: '' } });
    const [platform] = await performed(sandbox, 'platform.get', {});
    expect(Object.keys(platform?.counts as object)).toEqual(['projects', 'jobs', 'pipelines']);
  });

  test('has no capacity if the login may not read it, and fails if there is no response', async () => {
    const operation = 'getClusterCapacity';
    const errors = [{ message: 'Access is denied', path: [operation] }];
    const data = { platform: { id: 1, name: 'P', counts: {} }, [operation]: null };
    sandbox.accidents.add({ kind: 'errors', operation, data, errors, times: 9 });
    const [platform] = await performed(sandbox, 'platform.get', {});
    expect(platform).toMatchObject({ clusterNodes: null, counts: {} });

    sandbox.accidents.clear();
    sandbox.accidents.add({ kind: 'status', status: 503, operation, times: 99 });
    const { error } = await perform(sandbox, 'platform.get', {});
    expect(error?.message).toContain('503');
  });
});
