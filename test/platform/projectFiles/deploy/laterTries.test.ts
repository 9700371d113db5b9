import { jobFile, projectFiles, useProjects } from '../support';

const at = useProjects();

const filesWith = (commandLine: string, more: object = {}) =>
  projectFiles({ 'jobs/load.json': jobFile('load', { version: { commandLine }, ...more }) });

async function tried(files: ReadonlyMap<string, Buffer>) {
  const options = { continueOnError: true };
  const { changes } = await at.deploy(files, options);
  const { action, reason } = changes.find(({ kind }) => kind === 'job') ?? {};
  return { action, reason };
}

const lose = (operation: string, times = 1) =>
  at.sandbox.accidents.add({ kind: 'status', status: 504, operation, times });

test('a new version that came before the next try is found', async () => {
  await at.deploy(filesWith('a'));
  lose('addJobVersion');
  expect(await tried(filesWith('b'))).toMatchObject({ action: 'failed' });
  const { store } = at.sandbox;
  const [job] = store.jobs({ projectId: at.to });
  store.addJobVersion(job?.id ?? '', { commandLine: 'b' }, 'the platform, late');
  expect(await tried(filesWith('b'))).toEqual({ action: 'unchanged', reason: undefined });
  expect(job && store.jobVersions(job)).toHaveLength(2);
});

test('a setting that was lost is there once, however often it is sent', async () => {
  await at.deploy(filesWith('a'));
  const files = filesWith('a', { description: 'New' });
  lose('editJob', 50);
  await tried(files);
  at.sandbox.accidents.clear();
  expect(await tried(files)).toEqual({ action: 'updated', reason: undefined });
});
