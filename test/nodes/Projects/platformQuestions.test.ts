import { loadOptions } from '../../../harness/engine/loadOptions';
import {
  APP_TECHNOLOGY_IDS,
  PROJECT_IDS,
  startSandbox,
  TECHNOLOGY_IDS,
  type Sandbox,
} from '../../../sandbox';
import type { Generation } from '../../../sandbox/generations/generation';
import { byId, perform, performed } from './support';

let sandbox: Sandbox;
const start = async (generation: Generation = 'recent') => {
  await sandbox?.close();
  sandbox = await startSandbox({ generation, seedRuns: false });
};
beforeEach(() => start());
afterAll(() => sandbox.close());

const { retail } = PROJECT_IDS;
const projectId = byId(retail);
const hundred = { items: Array.from({ length: 100 }, (_, row) => ({ json: { row } })) };
const asked = () => sandbox.stats.byOperation;

describe('Get Rights', () => {
  test('returns each group with its role', async () => {
    sandbox.store.editProject(retail, {
      settings: { authorizedGroups: [{ name: 'analysts', role: 'ROLE_PROJECT_VIEWER' }] },
    });
    expect(await performed(sandbox, 'project.getRights', { projectId })).toEqual([
      {
        projectId: retail,
        name: 'administrators',
        role: 'ROLE_PROJECT_MANAGER',
        isAllProjects: true,
      },
      { projectId: retail, name: 'analysts', role: 'ROLE_PROJECT_VIEWER', isAllProjects: false },
    ]);
  });

  test('of 100 items shares requests, and is repeated after an accident', async () => {
    sandbox.accidents.add({ kind: 'resetAfter', operation: 'rights' });
    const { json, error } = await perform(sandbox, 'project.getRights', { projectId }, hundred);
    expect(error).toBeUndefined();
    expect(json).toHaveLength(100);
    expect(sandbox.stats.requests).toBeLessThan(10);
  });

  test('says what the platform lacks', async () => {
    await start('documented');
    const { error } = await perform(sandbox, 'project.getRights', { projectId });
    expect(error?.message).toMatch(/^This platform cannot return the rights of a project/);
  });
});

describe('Platform: Get', () => {
  test.each(['recent', 'middle'] as const)('returns counts and capacity (%s)', async (age) => {
    await start(age);
    const [platform] = await performed(sandbox, 'platform.get', {});
    const jobs = sandbox.store.jobs().length;
    expect(platform).toMatchObject({ id: 1, name: 'Sandbox', counts: { projects: 4, jobs } });
    expect(platform?.clusterNodes).toHaveLength(2);
    expect(platform?.clusterCapacity).toEqual({ nodes: 2, cpu: 32, gpu: 2, memory: 192e9 });
  });

  test('has no apps where there are none', async () => {
    await start('early');
    const [platform] = await performed(sandbox, 'platform.get', {});
    expect(Object.keys(platform?.counts as object)).toEqual(['projects', 'jobs', 'pipelines']);
  });

  test('has no capacity where the login may not read it', async () => {
    const errors = [{ message: 'Access is denied', path: ['getClusterCapacity'] }];
    const data = { platform: { id: 1, name: 'P', counts: {} }, getClusterCapacity: null };
    sandbox.accidents.add({
      kind: 'errors',
      operation: 'getClusterCapacity',
      data,
      errors,
      times: 9,
    });
    const [platform] = await performed(sandbox, 'platform.get', {});
    expect(platform).toMatchObject({ clusterNodes: null, clusterCapacity: null });
    expect(platform?.counts).toBeDefined();
  });

  test('of 100 items shares requests', async () => {
    const { json } = await perform(sandbox, 'platform.get', {}, hundred);
    expect(json).toHaveLength(100);
    expect(sandbox.stats.requests).toBeLessThan(10);
  });

  test('fails where the platform does not respond', async () => {
    sandbox.accidents.add({
      kind: 'status',
      status: 503,
      operation: 'getClusterCapacity',
      times: 99,
    });
    const { error } = await perform(sandbox, 'platform.get', {});
    expect(error?.message).toContain('503');
  });

  test('says what the platform lacks', async () => {
    await start('documented');
    const { error } = await perform(sandbox, 'platform.get', {});
    expect(error?.message).toMatch(/^This platform cannot return what it holds/);
  });
});

describe('Check Condition', () => {
  const check = async (expression: string, variables: unknown = {}) =>
    await performed(sandbox, 'pipeline.checkCondition', { projectId, expression, variables });

  test.each([
    ['double(rmse) < 500.0', { rmse: 420.5 }, true],
    ['double(rmse) < 500.0', { rmse: '500' }, false],
    ['day == "Monday" && !(done == "yes")', { day: 'Monday', done: 'no' }, true],
    ['true', {}, true],
    ['flag == "true"', '{ "flag": true }', true],
  ])('%s with %j is %p', async (expression, variables, result) => {
    expect(await check(expression, variables)).toEqual([{ projectId: retail, expression, result }]);
  });

  test('tells of an expression that the platform does not understand', async () => {
    const parameters = { projectId, expression: 'a ==' };
    const { error } = await perform(sandbox, 'pipeline.checkCondition', parameters);
    expect(`${error?.message} ${error?.description}`).toContain('cannot be evaluated');
  });

  test('of nothing is refused before anything is sent', async () => {
    const parameters = { projectId, expression: '={{ " " }}' };
    const { error } = await perform(sandbox, 'pipeline.checkCondition', parameters);
    expect(error?.message).toBe('The expression is empty');
    expect(asked().evaluateConditionExpression).toBeUndefined();
  });

  test('of 100 items has the result of each, in their order', async () => {
    const parameters = {
      projectId,
      expression: 'int(row) >= 50',
      variables: '={{ { row: $json.row } }}',
    };
    const { json } = await perform(sandbox, 'pipeline.checkCondition', parameters, hundred);
    expect(json.map(({ result }) => result)).toEqual(
      hundred.items.map(({ json }) => json.row >= 50),
    );
  });

  test('says what the platform lacks', async () => {
    await start('middle');
    const parameters = { projectId, expression: 'true' };
    const { error } = await perform(sandbox, 'pipeline.checkCondition', parameters);
    expect(error?.message).toMatch(/^This platform cannot check conditions/);
  });
});

describe('Allowed Technologies', () => {
  const { python, spark } = TECHNOLOGY_IDS;
  const { dashboard } = APP_TECHNOLOGY_IDS;
  const settingsOf = (id: unknown) => sandbox.store.project(String(id))?.settings;
  const categories = () => [...new Set(sandbox.store.jobs().map(({ category }) => category))];
  const ids = (...all: string[]) => all.map((id) => ({ id }));

  test('are those of jobs in each category, and those of apps', async () => {
    const additionalFields = { allowedTechnologies: [python, dashboard, spark] };
    const parameters = { name: 'New', additionalFields };
    const [project] = await performed(sandbox, 'project.create', parameters);
    expect(categories().length).toBeGreaterThan(1);
    expect(settingsOf(project?.id)).toMatchObject({
      technologiesByCategory: categories().map((jobCategory) => ({
        jobCategory,
        technologies: ids(python, spark),
      })),
      appTechnologies: ids(dashboard),
    });
  });

  test('that are updated leave those of the other kind', async () => {
    sandbox.store.editProject(retail, { settings: { appTechnologies: ids(dashboard) } });
    const updateFields = { allowedTechnologies: `={{ "${python}" }}` };
    await performed(sandbox, 'project.update', { projectId, updateFields });
    const [first] = settingsOf(retail)?.technologiesByCategory ?? [];
    expect(first?.technologies).toEqual(ids(python));
    expect(settingsOf(retail)?.appTechnologies).toEqual(ids(dashboard));
  });

  test('of which none is chosen are not sent, and no catalog is read', async () => {
    const updateFields = { allowedTechnologies: [], description: 'Changed' };
    await performed(sandbox, 'project.update', { projectId, updateFields });
    expect(settingsOf(retail)?.technologiesByCategory).toBeFalsy();
    expect([asked().repositories, asked().jobCategories]).toEqual([undefined, undefined]);
  });

  test('can be named; an unknown one is refused before anything is sent', async () => {
    const named = { projectId, updateFields: { allowedTechnologies: ['Python'] } };
    await performed(sandbox, 'project.update', named);
    expect(settingsOf(retail)?.technologiesByCategory?.[0]?.technologies).toEqual(ids(python));
    const unknown = { projectId, updateFields: { allowedTechnologies: ['Cobol'] } };
    const { error } = await perform(sandbox, 'project.update', unknown);
    expect(error?.message).toBe('There is no technology with the name or ID "Cobol"');
    expect(asked().editProject).toBe(1);
  });

  test('of apps are refused by name where the platform has none', async () => {
    await start('early');
    const updateFields = { allowedTechnologies: [dashboard] };
    const { error } = await perform(sandbox, 'project.update', { projectId, updateFields });
    expect(error?.message).toBe('This platform does not support "appTechnologies" here');
    const jobsAlone = { projectId, updateFields: { allowedTechnologies: [python] } };
    await performed(sandbox, 'project.update', jobsAlone);
    expect(settingsOf(retail)?.technologiesByCategory?.[0]?.technologies).toEqual(ids(python));
  });

  test('of 100 projects read the catalog once', async () => {
    const parameters = {
      name: '=New {{ $json.row }}',
      additionalFields: { allowedTechnologies: [python] },
    };
    const { json, error } = await perform(sandbox, 'project.create', parameters, hundred);
    expect(error).toBeUndefined();
    expect(json).toHaveLength(100);
    expect([asked().repositories, asked().jobCategories]).toEqual([1, 1]);
  });

  test('are chosen from the technologies of the catalog', async () => {
    const credentials = { dataPlatformApi: { ...sandbox.credentials } };
    const choices = await loadOptions({ method: 'listTechnologies', parameters: {}, credentials });
    expect(choices).toContainEqual({ name: 'Python', value: python });
    expect(choices.map(({ value }) => value)).toContain(dashboard);
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
  const left = (id: string) => {
    const pipeline = sandbox.store.pipelines.find(id);
    return pipeline && sandbox.store.pipelines.versions(pipeline).map(({ number }) => number);
  };
  const KEPT = [{ number: 3, reasons: ['CURRENT_VERSION'] }];

  test.each([
    [undefined, 1],
    ['resetAfter', 2],
  ] as const)('are deleted but for the current one (%p)', async (kind, sent) => {
    const id = addPipeline();
    if (kind) sandbox.accidents.add({ kind, operation: 'deletePipelineVersions' });
    const parameters = { pipelineId: byId(id), versionNumbers: '1, 2, 3' };
    expect(await performed(sandbox, 'pipeline.deleteVersions', parameters)).toMatchObject([
      { id, deletedVersions: [1, 2], keptVersions: KEPT, currentVersion: { number: 3 } },
    ]);
    expect(left(id)).toEqual([3]);
    expect(asked().deletePipelineVersions).toBe(sent);
  });

  test('that all stay fail with the reasons', async () => {
    const parameters = { pipelineId: byId(addPipeline()), versionNumbers: 3 };
    const { error } = await perform(sandbox, 'pipeline.deleteVersions', parameters);
    expect(error?.message).toMatch(/^The platform did not delete the versions 3 of pipeline /);
    expect(error?.description).toContain('version 3: CURRENT_VERSION');
  });

  test('of 100 pipelines are deleted', async () => {
    const items = hundred.items.map(() => ({ json: { id: addPipeline() } }));
    const parameters = { pipelineId: byId('={{ $json.id }}'), versionNumbers: '1' };
    const { json } = await perform(sandbox, 'pipeline.deleteVersions', parameters, { items });
    expect(json.map(({ id }) => id)).toEqual(items.map(({ json }) => json.id));
    expect(items.map(({ json }) => left(json.id)?.join())).toEqual(items.map(() => '3,2'));
  });

  test('are none of a platform without', async () => {
    await start('early');
    const parameters = { pipelineId: byId(addPipeline()), versionNumbers: '1' };
    const { error } = await perform(sandbox, 'pipeline.deleteVersions', parameters);
    expect(error?.message).toMatch(/^This platform cannot delete versions of pipelines/);
  });
});

describe('a volume', () => {
  const add = (isUsed = true) => {
    const { store } = sandbox;
    const name = `data ${store.volumes.of(retail).length}`;
    const made = { projectId: retail, name, size: '1 GB', description: null, creator: 'demo' };
    const { id } = store.volumes.add({ ...made, createdAt: store.clock() });
    const version = { volumesWithPath: [{ path: '/data', volumeId: id }] };
    const technologyId = APP_TECHNOLOGY_IDS.dockerImage;
    if (isUsed) store.apps.add({ projectId: retail, technologyId, version });
    return id;
  };

  test.each([
    [undefined, 1],
    ['resetAfter', 2],
  ] as const)('is taken from its app, and can be deleted then (%p)', async (kind, sent) => {
    const volumeId = byId(add());
    if (kind) sandbox.accidents.add({ kind, operation: 'unlinkVolume' });
    expect(await performed(sandbox, 'volume.unlink', { volumeId })).toMatchObject([
      { id: volumeId.value, linkedApp: null },
    ]);
    expect(asked().unlinkVolume).toBe(sent);
    await performed(sandbox, 'volume.delete', { volumeId });
  });

  test('100 of them are unlinked, those without an app, too', async () => {
    const items = hundred.items.map(({ json }) => ({ json: { id: add(json.row % 2 === 0) } }));
    const parameters = { volumeId: byId('={{ $json.id }}') };
    const { json, error } = await perform(sandbox, 'volume.unlink', parameters, { items });
    expect(error).toBeUndefined();
    expect(json.map(({ linkedApp }) => linkedApp)).toEqual(items.map(() => null));
  });

  test('is not unlinked by a platform without', async () => {
    await start('early');
    const { error } = await perform(sandbox, 'volume.unlink', { volumeId: byId(add(false)) });
    expect(error?.message).toMatch(/^This platform cannot unlink volumes/);
  });
});
