import { runNode } from '../../harness/engine/runWorkflow';
import { JOB_IDS, PROJECT_IDS, startSandbox, type Sandbox } from '../../sandbox';
import { byId, perform, performed } from './Projects/support';

/** What a sheet gives for a switch or a number is text. */
let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ seedRuns: false });
});
afterEach(() => sandbox.close());

const given = (value: unknown) => `={{ ${JSON.stringify(value)} }}`;
const IN_RETAIL = { scope: 'PROJECT', projectId: byId(PROJECT_IDS.retail) };

async function variables(): Promise<object[]> {
  return await performed(sandbox, 'environmentVariable.getAll', { ...IN_RETAIL, returnAll: true });
}

test('Sync with "true" as Dry Run uploads nothing', async () => {
  const paths = sandbox.confFiles.paths();
  const { json, error } = await runNode(
    {
      type: 'n8n-nodes-data-platform.dataPlatformConfFiles',
      parameters: {
        resource: 'folder',
        operation: 'sync',
        targetPath: '/',
        filePath: 'new.conf',
        dryRun: given('true'),
      },
    },
    { dataPlatformUploadTokenApi: { ...sandbox.uploadCredentials } },
    { items: [{ file: { name: 'new.conf', text: 'a=1' } }] },
  );
  expect(error).toBeUndefined();
  expect(json).toMatchObject([{ path: '/new.conf', action: 'uploaded' }]);
  expect(sandbox.confFiles.paths()).toEqual(paths);
});

test('Replace All with "true" as Dry Run changes nothing, and with "false" it does', async () => {
  const before = await variables();
  const text = JSON.stringify({ ONLY: 'this' });
  const replace = { ...IN_RETAIL, format: 'json', text };
  await performed(sandbox, 'environmentVariable.replaceAll', { ...replace, dryRun: given('true') });
  expect(await variables()).toEqual(before);
  await performed(sandbox, 'environmentVariable.replaceAll', {
    ...replace,
    dryRun: given('false'),
  });
  expect(await variables()).toMatchObject([{ name: 'ONLY', value: 'this' }]);
});

test('Set with "true" as Is Password stores a password', async () => {
  const set = { ...IN_RETAIL, name: 'TOKEN', value: 'sesame', isPassword: given('true') };
  await performed(sandbox, 'environmentVariable.set', set);
  const stored = (await variables()).find(
    (variable) => 'name' in variable && variable.name === 'TOKEN',
  );
  expect(stored).toMatchObject({ isPassword: true, value: null });
});

test('Get Many with "false" as Return All gives as many as the limit, which may be text', async () => {
  const list = { returnAll: given('false'), limit: given(' 1 ') };
  expect(await performed(sandbox, 'project.getAll', list)).toHaveLength(1);
});

test.each(['', null, undefined])(
  'Delete Many with %j as Keep Last deletes nothing',
  async (keepLast) => {
    const jobId = JOB_IDS.salesExtraction;
    for (let count = 0; count < 3; count++) sandbox.store.startRun(jobId);
    const before = sandbox.stats.requests;
    const { error } = await perform(sandbox, 'jobRun.deleteMany', {
      jobId: byId(jobId),
      olderThanDays: 0,
      keepLast: `={{ ${JSON.stringify(keepLast) ?? 'undefined'} }}`,
      dryRun: false,
    });
    expect(error?.message).toBe(
      `"Keep Last" must be a whole number of at least 0, not ${keepLast === '' ? '""' : keepLast}`,
    );
    expect(sandbox.stats.requests).toBe(before);
  },
);

test.each(['1;2', '1 2', '1,,2', '1.0', '0x1'])(
  'Delete Versions of %j deletes none',
  async (text) => {
    const { error } = await perform(sandbox, 'job.deleteVersions', {
      jobId: byId(JOB_IDS.salesExtraction),
      versionNumbers: text,
    });
    expect(error?.message).toMatch(/^The version number is missing or is not a whole number/);
  },
);

const entry = (name: unknown, value: unknown) => ({ name: given(name), value: given(value) });

test.each([
  ['a name twice', [entry('A', 'x'), entry(' A', 'y')], '"Variables" contains "A" twice'],
  ['no name', [entry('', 'x')], '"Variables" has an entry without a "name"'],
  ['an object', [entry('A', { deep: 'sesame' })], '"Variables" must be text, not an object'],
])('Plan with variables that have %s is refused by name', async (_what, values, message) => {
  const target = { target: 'project', projectId: byId(PROJECT_IDS.retail) };
  const { error } = await perform(
    sandbox,
    'project.plan',
    {
      source: 'items',
      filePath: '={{ $json.path }}',
      ...target,
      options: { variables: { values } },
    },
    {
      items: [
        ['project.json', '{ "format": 1, "include": [] }'],
        ['volumes/data.json', '{ "name": "data", "size": "1 GB" }'],
      ].map(([path = '', text = '']) => ({ json: { path }, file: { name: 'file.json', text } })),
    },
  );
  expect(error?.message).toBe(message);
});
