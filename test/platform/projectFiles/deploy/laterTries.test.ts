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

test('with Deploy Only, another job of its name is not taken for the one that was lost', async () => {
  const variables = [{ name: 'OWN', value: 'b' }];
  const files = projectFiles({
    'jobs/a.json': jobFile('a', { name: 'Load' }),
    'jobs/b.json': jobFile('b', { name: 'Load', variables }),
  });
  await at.deploy(files, { select: ['jobs/a'] });
  lose('createJob');
  const options = { select: ['jobs/b'], continueOnError: true };
  const { changes } = await at.deploy(files, options);
  expect(changes.find(({ alias }) => alias === 'b')?.action).toBe('failed');
  const jobs = at.store.jobs({ projectId: at.to });
  expect(jobs.map(({ alias }) => alias)).toEqual(['a']);
  expect(at.store.variables.of('JOB', jobs[0]?.id ?? '')).toEqual([]);
});
