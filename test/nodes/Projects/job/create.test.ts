import { createHash } from 'node:crypto';
import {
  APP_TECHNOLOGY_IDS,
  JOB_IDS,
  PROJECT_IDS,
  startSandbox,
  TECHNOLOGY_IDS,
  type Sandbox,
} from '../../../../sandbox';
import { searchList } from '../../../../harness/engine/searchList';
import { byId, perform, performed } from '../support';
import { NO_SUCH_ID } from '../../../support/ids';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ seedRuns: false });
});
afterEach(() => sandbox.close());

const NEW_JOB = {
  projectId: byId(PROJECT_IDS.retail),
  name: 'New',
  category: byId('Extraction'),
  technologyId: byId(TECHNOLOGY_IDS.python),
};
const text = 'print("hello")\n'.repeat(1000);
const withFile = { items: [{ file: { name: 'main.py', text } }] };
const storedPackage = (jobId = '', number: number) =>
  sandbox.store.jobVersion(jobId, number)?.details.packageInfo;
const made = () => sandbox.store.jobs().filter(({ name }) => name === 'New');

test('create with no more than it needs', async () => {
  const [job] = await performed(sandbox, 'job.create', NEW_JOB);
  expect(job).toMatchObject({
    id: made()[0]?.id,
    name: 'New',
    category: 'Extraction',
    technology: { id: TECHNOLOGY_IDS.python },
    isScheduled: false,
    isStreaming: false,
    currentVersion: { number: 1, packageInfo: null },
  });
});

test('create with a package and everything that can be set', async () => {
  const [job] = await performed(
    sandbox,
    'job.create',
    {
      ...NEW_JOB,
      category: 'Plain name',
      binaryPropertyName: 'data',
      version: {
        commandLine: 'python {file}',
        runtimeVersion: '3.12',
        releaseNote: 'First',
        dockerImage: 'registry.example.com/etl:1',
        extraLanguage: 'R',
        extraLanguageVersion: '4.4',
        sourceUrl: 'https://git.example.com/etl',
      },
      additionalFields: {
        alias: 'new_job',
        description: 'Made by a test',
        cronScheduling: '0 6 * * *',
        scheduleTimezone: 'Europe/Paris',
        isStreaming: false,
        doesUseGPU: true,
        resources: '{ "memory": { "limit": 2 } }',
        alerting: '{ "emails": ["ops@example.com"], "statusList": ["FAILED"] }',
        moreFields: '{}',
      },
    },
    withFile,
  );
  expect(job).toMatchObject({
    alias: 'new_job',
    category: 'Plain name',
    description: 'Made by a test',
    // A schedule that was given is meant to be kept.
    isScheduled: true,
    cronScheduling: '0 6 * * *',
    scheduleTimezone: 'Europe/Paris',
    doesUseGPU: true,
    resources: { memory: { limit: 2 } },
    alerting: { emails: ['ops@example.com'], statusList: ['FAILED'] },
    currentVersion: {
      commandLine: 'python {file}',
      runtimeVersion: '3.12',
      releaseNote: 'First',
      dockerInfo: { image: 'registry.example.com/etl:1' },
      extraTechnology: { language: 'R', version: '4.4' },
      sourceUrl: 'https://git.example.com/etl',
      packageInfo: { name: 'main.py', downloadUrl: expect.stringMatching(/main\.py$/) },
    },
  });
  expect(storedPackage(made()[0]?.id, 1)).toEqual({
    name: 'main.py',
    size: text.length,
    sha256: createHash('sha256').update(text).digest('hex'),
  });
});

test.each(['resetAfter', 'truncated'] as const)(
  'create is not repeated when the answer is lost (%s): one job, and the error says where to look',
  async (kind) => {
    sandbox.accidents.add({ kind, operation: 'createJob' });
    const { error } = await perform(
      sandbox,
      'job.create',
      { ...NEW_JOB, binaryPropertyName: 'data' },
      withFile,
    );
    expect(error?.message).toContain('It is not known whether the platform carried this out');
    expect(error?.description).toContain(
      'Before you try again, check whether the project has a job "New"',
    );
    expect(made()).toHaveLength(1);
    expect(sandbox.stats.byOperation.createJob).toBe(1);
  },
);

test.each([
  [{ category: byId('={{ $json.none }}') }, /No category is selected/],
  [{ technologyId: byId('={{ $json.none }}') }, /No technology is selected/],
  [{ name: '={{ $json.none }}' }, /The name is empty/],
  [{ binaryPropertyName: 'other' }, /other/],
  [{ additionalFields: { resources: 'much' } }, /does not match its type JobInput/],
  [{ version: { moreFields: '{ "colour": 1 }' } }, /does not match its type JobVersionInput/],
])('create with %j is refused before anything is sent', async (parameters, message) => {
  const { error } = await perform(sandbox, 'job.create', { ...NEW_JOB, ...parameters }, withFile);
  expect(`${error?.message} ${error?.description}`).toMatch(message);
  expect(sandbox.stats.byOperation.createJob).toBeUndefined();
});

test('each item makes a job of its own, and one that fails does not keep others from it', async () => {
  const { json } = await perform(
    sandbox,
    'job.create',
    { ...NEW_JOB, technologyId: byId('={{ $json.technology }}'), binaryPropertyName: 'data' },
    {
      items: [TECHNOLOGY_IDS.bash, NO_SUCH_ID, TECHNOLOGY_IDS.r].map((technology, index) => ({
        json: { technology },
        file: { name: `${index}.sh`, text: 'x'.repeat(index + 1) },
      })),
      settings: { onError: 'continueRegularOutput' },
    },
  );
  expect(json).toMatchObject([
    { currentVersion: { packageInfo: { name: '0.sh' } } },
    { error: expect.stringContaining(NO_SUCH_ID) },
    { currentVersion: { packageInfo: { name: '2.sh' } } },
  ]);
  // Both are sent at once: either may arrive first.
  expect(new Set(made().map(({ id }) => storedPackage(id, 1)?.size))).toEqual(new Set([1, 3]));
});

describe('add version', () => {
  const jobId = byId(JOB_IDS.salesExtraction);
  const current = () => sandbox.store.job(JOB_IDS.salesExtraction)?.versionNumber;
  const add = async (parameters: object) =>
    await performed(
      sandbox,
      'job.addVersion',
      { jobId, binaryPropertyName: 'data', ...parameters },
      withFile,
    );

  test('with a package, then with the same one again', async () => {
    const before = Number(current());
    const [added] = await add({ version: { commandLine: 'python {file}' } });
    expect(added).toMatchObject({
      jobId: JOB_IDS.salesExtraction,
      number: before + 1,
      commandLine: 'python {file}',
      packageInfo: { name: 'main.py' },
    });
    expect(storedPackage(JOB_IDS.salesExtraction, before + 1)?.size).toBe(text.length);
    expect(current()).toBe(before + 1);
    const [next] = await add({ binaryPropertyName: '', version: { usePreviousArtifact: true } });
    expect(next).toMatchObject({ number: before + 2, packageInfo: { name: 'main.py' } });
    expect(storedPackage(JOB_IDS.salesExtraction, before + 2)?.size).toBe(text.length);
  });

  test('under another name than the file’s', async () => {
    const [added] = await add({ version: { packageName: 'job.py' } });
    expect(added).toMatchObject({ packageInfo: { name: 'job.py' } });
  });

  test('is not repeated when the response is lost', async () => {
    const before = Number(current());
    sandbox.accidents.add({ kind: 'resetAfter', operation: 'addJobVersion' });
    const { error } = await perform(sandbox, 'job.addVersion', {
      jobId,
      version: { releaseNote: 'Once' },
    });
    expect(error?.description).toContain('check whether its current version is the new one');
    expect(current()).toBe(before + 1);
  });
});

describe('the lists to choose from', () => {
  const search = async (
    method: string,
    credential: object = {},
    parameters: Record<string, unknown> = {},
  ) =>
    await searchList({
      method,
      parameters,
      credentials: { dataPlatformApi: { ...sandbox.credentials, ...credential } },
    });

  test('technologies that jobs can have', async () => {
    const values = (await search('searchJobTechnologies')).results.map(({ value }) => value);
    expect(values).toEqual(expect.arrayContaining(Object.values(TECHNOLOGY_IDS)));
    const ofApps: string[] = Object.values(APP_TECHNOLOGY_IDS);
    expect(values.filter((value) => ofApps.includes(String(value)))).toEqual([]);
  });

  test('technologies that apps can have, without those that are no longer available', async () => {
    const values = (await search('searchAppTechnologies')).results.map(({ value }) => value);
    const { legacyBoard, ...available }: Record<string, string> = APP_TECHNOLOGY_IDS;
    expect(values).toEqual(expect.arrayContaining(Object.values(available)));
    expect(values).not.toContain(legacyBoard);
    expect(values).not.toContain(TECHNOLOGY_IDS.python);
  });

  test('contexts of no technology: none, and nothing is asked for', async () => {
    sandbox.stats.reset();
    expect((await search('searchContexts')).results).toEqual([]);
    expect(sandbox.stats.requests).toBe(0);
  });

  test('contexts of the chosen technology', async () => {
    const [technology] = sandbox.store.catalog.technologies();
    const technologyId = { __rl: true, mode: 'list', value: technology?.id };
    const { results } = await search('searchContexts', {}, { technologyId });
    const contexts = technology?.contexts.map(({ id, label }) => ({ name: label, value: id }));
    expect(contexts?.length).toBeGreaterThan(0);
    expect(results).toEqual(expect.arrayContaining(contexts ?? []));
    expect(results).toHaveLength(contexts?.length ?? 0);
  });

  test('categories', async () => {
    const { results } = await search('searchJobCategories');
    const used = new Set(sandbox.store.jobs().map(({ category }) => category));
    expect(results.map(({ value }) => value)).toEqual([...used].sort());
  });

  test('a catalog that cannot be reached says so; the ID does without', async () => {
    await expect(search('searchJobTechnologies', { catalogAddress: 'technology' })).rejects.toThrow(
      /HTTP 404|web page/,
    );
    const credentials = { ...sandbox.credentials, catalogAddress: 'technology' };
    await performed({ credentials }, 'job.create', NEW_JOB);
  });
});
