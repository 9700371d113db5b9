import { APP_TECHNOLOGY_IDS, JOB_IDS, PROJECT_IDS, TECHNOLOGY_IDS } from '../../../sandbox';
import { addPipeline, addVolume } from '../../platform/projectFiles/support';
import { uuid } from '../../support/ids';
import { sandboxForEachTest } from '../../support/testSandbox';
import { byId, perform, performed } from './support';

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
    if (kind) sandbox.faults.add({ kind, operation: 'unlinkVolume' });
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
      { expression: 'region == "EU"', variables: { region: 'EU' }, result: true },
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
    sandbox.faults.add({ kind: 'resetAfter', operation: 'rollbackPipelineVersion' });
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
    sandbox.faults.add({ kind: 'errors', operation, data, errors, times: 9 });
    const [platform] = await performed(sandbox, 'platform.get', {});
    expect(platform).toMatchObject({ clusterNodes: null, counts: {} });

    sandbox.faults.clear();
    sandbox.faults.add({ kind: 'status', status: 503, operation, times: 99 });
    const { error } = await perform(sandbox, 'platform.get', {});
    expect(error?.message).toContain('503');
  });
});

const NEW_JOB = {
  projectId: byId(PROJECT_IDS.retail),
  name: 'New',
  category: byId('Extraction'),
  technologyId: byId(TECHNOLOGY_IDS.python),
};
const withFile = { items: [{ file: { name: 'main.py', text: 'print("hello")' } }] };
const id = JOB_IDS.salesExtraction;
const jobId = byId(id);
const stored = () => sandbox.store.job(id);
const storedPackage = (ofJob: unknown, number: number) =>
  sandbox.store.jobVersion(String(ofJob), number)?.details.packageInfo;

describe('create', () => {
  test('with a package and everything that can be set', async () => {
    const settings = {
      alias: 'new_job',
      description: 'Made by a test',
      cronScheduling: '0 6 * * *',
      scheduleTimezone: 'Europe/Paris',
      isStreaming: false,
      doesUseGPU: true,
    };
    const made = {
      commandLine: 'python {file}',
      runtimeVersion: '3.12',
      releaseNote: 'First',
      sourceUrl: 'https://git.example.com/etl',
    };
    const image = 'registry.example.com/etl:1';
    const alerting = { emails: ['ops@example.com'], statusList: ['FAILED'] };
    const parameters = {
      ...NEW_JOB,
      category: 'Plain name',
      binaryPropertyName: 'data',
      version: { ...made, dockerImage: image, extraLanguage: 'R', extraLanguageVersion: '4.4' },
      additionalFields: {
        ...settings,
        resources: '{ "memory": { "limit": 2 } }',
        alerting: JSON.stringify(alerting),
        moreFields: '{}',
      },
    };
    const [job] = await performed(sandbox, 'job.create', parameters, withFile);
    expect(job).toMatchObject({
      ...settings,
      category: 'Plain name',
      // A schedule that was given is meant to be kept.
      isScheduled: true,
      resources: { memory: { limit: 2 } },
      alerting,
      currentVersion: {
        ...made,
        dockerInfo: { image },
        extraTechnology: { language: 'R', version: '4.4' },
        packageInfo: { name: 'main.py', downloadUrl: expect.stringMatching(/main\.py$/) },
      },
    });
    const sha256 = expect.stringMatching(/^957e13c0/);
    expect(storedPackage(job?.id, 1)).toEqual({ name: 'main.py', size: 14, sha256 });
  });

  test('with the ID of a technology needs no catalog', async () => {
    const credentials = { ...sandbox.credentials, catalogAddress: 'technology' };
    const [job] = await performed({ credentials }, 'job.create', NEW_JOB);
    expect(job).toMatchObject({ isScheduled: false, currentVersion: { packageInfo: null } });
  });
});

test('add version, with a package of a given name, then with the same one again', async () => {
  const before = Number(stored()?.versionNumber);
  const version = { commandLine: 'python {file}', packageName: 'job.py' };
  const add = { jobId, binaryPropertyName: 'data', version };
  const [added] = await performed(sandbox, 'job.addVersion', add, withFile);
  const number = before + 1;
  const packageInfo = { name: 'job.py' };
  expect(added).toMatchObject({ jobId: id, number, commandLine: 'python {file}', packageInfo });
  expect(stored()?.versionNumber).toBe(number);
  const same = { jobId, version: { usePreviousArtifact: true } };
  const [next] = await performed(sandbox, 'job.addVersion', same);
  expect(next).toMatchObject({ number: before + 2, packageInfo });
  expect(storedPackage(id, before + 2)?.size).toBe(14);
});

describe('update and duplicate', () => {
  test('change what was set, empty what was emptied and keep the rest', async () => {
    const before = stored();
    const schedule = { cronScheduling: '0 6 * * 1-5', scheduleTimezone: 'Europe/Paris' };
    const resources = '{ "cpu": { "request": 0.5, "limit": "2" } }';
    const settings = { ...schedule, isScheduled: true, resources };
    const updateFields = { name: 'Renamed', description: '', ...settings };
    const [job] = await performed(sandbox, 'job.update', { jobId, updateFields });
    expect(job).toMatchObject({ name: 'Renamed', description: null, isScheduled: true });
    expect(stored()).toMatchObject({
      name: 'Renamed',
      description: null,
      category: before?.category,
      settings: {
        isStreaming: before?.settings.isStreaming,
        ...schedule,
        resources: { cpu: { request: 0.5, limit: 2 } },
      },
    });
    const copied = { jobId, updateFields: { name: 'Copy' } };
    const [copy] = await performed(sandbox, 'job.duplicate', copied);
    expect(copy).toMatchObject({ name: 'Copy', originalJobId: id });
    expect(stored()?.name).toBe('Renamed');
  });

  test('a copy that cannot be changed is reported', async () => {
    const updateFields = { isScheduled: true, cronScheduling: '' };
    const { error } = await perform(sandbox, 'job.duplicate', { jobId, updateFields });
    const copy = sandbox.store.jobs().find(({ settings }) => settings.originalJobId === id);
    expect(error?.message).toContain(`The copy ${copy?.id} was created but not updated`);
    expect(error?.description).toContain('Do not duplicate the original again');
  });
});

describe('get many', () => {
  const EVERYTHING = { include: ['alias', 'schedule', 'technologyLabel'] };
  const SCHEDULE = { isScheduled: true, cronScheduling: '0 6 * * *', scheduleTimezone: 'UTC' };
  const technologyId = TECHNOLOGY_IDS.python;

  function addJobs() {
    const { id: projectId } = sandbox.store.addProject({ name: 'Many' });
    for (const alias of ['job_0', 'job_1']) {
      sandbox.store.addJob({ projectId, name: alias, alias, technologyId, settings: SCHEDULE });
    }
    return projectId;
  }
  const list = async (projectId: string, options: object = {}, more?: object) => {
    const parameters = { projectId: byId(projectId), returnAll: true, options };
    return await performed(sandbox, 'job.getAll', parameters, more);
  };

  test.each(['pipeline', 'app'])('of a %s has the name of the project', async (noun) => {
    const listed = await performed(sandbox, `${noun}.getAll`, { projectId, returnAll: true });
    expect(listed.length).toBeGreaterThan(0);
    const inRetail = { projectId: retail, projectName: 'Retail Analytics' };
    expect(listed).toMatchObject(listed.map(() => inRetail));
    const data = { project: { [`${noun}s`]: [{ id: uuid(1), name: 'Own' }] } };
    sandbox.faults.add({ kind: 'errors', operation: 'project', errors: undefined, data });
    const picked = { ...projectId, mode: 'list', cachedResultName: 'Retail' };
    const named = await performed(sandbox, `${noun}.getAll`, { projectId: picked });
    expect(named).toMatchObject([{ name: 'Own', projectName: 'Retail' }]);
  });

  test.each([
    ['recent', { ...SCHEDULE, technology: { id: technologyId, label: 'Python' } }],
    ['middle', { isScheduled: true, cronScheduling: '0 6 * * *' }],
    ['documented', undefined],
  ] as const)('has the name of the project, in one request (%s)', async (generation, included) => {
    await sandbox.restart({ generation });
    const projectId = addJobs();
    await list(projectId);
    sandbox.stats.reset();
    const job = { projectName: 'Many', technology: { id: technologyId } };
    expect(await list(projectId)).toMatchObject([job, job]);
    expect(sandbox.stats.requests).toBe(1);
    if (!included) return;
    // Fields that the platform lacks are left out.
    const [first] = await list(projectId, EVERYTHING);
    expect(first).toMatchObject({
      name: 'job_0',
      alias: 'job_0',
      projectName: 'Many',
      ...included,
    });
  });

  test('has what is included in the same request, which 100 items share', async () => {
    const projectId = addJobs();
    const json = await list(projectId, EVERYTHING);
    sandbox.stats.reset();
    await list(projectId, EVERYTHING);
    // The label is known from the time before.
    expect(sandbox.stats.requests).toBe(1);
    const items = Array.from({ length: 100 }, () => ({ json: {} }));
    expect(await list(projectId, EVERYTHING, { items })).toHaveLength(200);
    expect(sandbox.stats.requests).toBeLessThanOrEqual(4);
    expect(await list('', EVERYTHING)).toEqual(expect.arrayContaining(json));
    const errors = [{ message: 'No rights', path: ['projects'] }];
    sandbox.faults.add({ kind: 'errors', operation: 'projects', errors, times: 50 });
    const unnamed = ['job_0', 'job_1'].map((name) => ({ name, projectName: null }));
    expect(await list(projectId)).toMatchObject(unnamed);
  });
});
