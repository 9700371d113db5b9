import { JOB_IDS, PROJECT_IDS, TECHNOLOGY_IDS } from '../../../../sandbox';
import { byId, perform, performed } from '../support';
import { sandboxForEachTest } from '../../../support/testSandbox';

const sandbox = sandboxForEachTest();

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
    expect(error?.description).toContain('Do not duplicate again');
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
    sandbox.accidents.add({ kind: 'errors', operation: 'projects', errors, times: 50 });
    const unnamed = ['job_0', 'job_1'].map((name) => ({ name, projectName: null }));
    expect(await list(projectId)).toMatchObject(unnamed);
  });
});
