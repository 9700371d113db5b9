import { createHash } from 'node:crypto';
import { PROJECT_IDS, startSandbox, TECHNOLOGY_IDS, type Sandbox } from '../../../sandbox';
import { runNode } from '../../../harness/engine/runWorkflow';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ seedRuns: false });
});
afterEach(() => sandbox.close());

const text = 'print("hello")\n'.repeat(1000);

const create = async (file: string) =>
  await runNode(
    {
      parameters: {
        resource: 'graphql',
        operation: 'callOperation',
        rootField: { __rl: true, mode: 'id', value: 'mutation.createJob' },
        arguments: {
          mappingMode: 'defineBelow',
          value: {
            job: JSON.stringify({
              projectId: PROJECT_IDS.retail,
              name: 'From n8n',
              category: 'Extraction',
              technology: { id: TECHNOLOGY_IDS.python },
              isScheduled: 'false',
              isStreaming: false,
            }),
            jobVersion: { commandLine: 'python main.py', packageInfo: { name: 'main.py' } },
            file,
          },
        },
        selection: 'custom',
        customSelection: 'id name versions { number packageInfo { name } }',
      },
    },
    { dataPlatformApi: sandbox.credentials },
    { items: [{ file: { name: 'main.py', text } }] },
  );

test('a file travels from a binary field, whole, beside nested input objects', async () => {
  const { json, error } = await create('data');
  expect(error).toBeUndefined();
  expect(json).toEqual([
    {
      id: expect.any(String),
      name: 'From n8n',
      versions: [
        {
          number: 1,
          packageInfo: { name: 'main.py' },
        },
      ],
    },
  ]);
  const stored = sandbox.store.jobVersion(String(json[0]?.id), 1)?.details.packageInfo;
  expect(stored).toEqual({
    name: 'main.py',
    size: text.length,
    sha256: createHash('sha256').update(text).digest('hex'),
  });
});

test('is not sent again when the response is lost', async () => {
  const before = sandbox.store.jobs().length;
  sandbox.accidents.add({ kind: 'resetAfter', operation: 'createJob' });
  const { error } = await create('data');
  expect(error?.message).toContain('It is not known whether the platform carried this out');
  expect(sandbox.store.jobs()).toHaveLength(before + 1);
});

test('a binary field that is not there says so before anything is created', async () => {
  const before = sandbox.store.jobs().length;
  const { error } = await create('other');
  expect(`${error?.message} ${error?.description}`).toMatch(/other/);
  expect(sandbox.store.jobs()).toHaveLength(before);
});
