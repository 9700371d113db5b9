import { JOB_IDS, PROJECT_IDS, startSandbox } from '../../../sandbox';
import { byId, perform, performed } from './support';

test.each([
  ['a platform as it is', {}],
  [
    'introspection off and project identifiers that are strings',
    { introspection: false, projectIdType: 'String', tokenKind: 'opaque' },
  ],
  [
    'below a path, with wrapped tokens and a header of its own name',
    { basePath: '/tenant-a', tokenFormat: 'object', realmHeader: 'Acme-Realm' },
  ],
] as const)('documented operations, %s', async (_name, options) => {
  const sandbox = await startSandbox({ ...options, seedRuns: false });
  const realmHeader = 'realmHeader' in options ? options.realmHeader : 'Platform-Realm';
  const platform = { credentials: { ...sandbox.credentials, realmHeader } };
  const run = async (name: string, parameters: object = {}) =>
    await performed(platform, name, parameters);
  const urlOf = (page: string) => expect.stringMatching(`/project/${page}$`) as string;
  const { retail, energy } = PROJECT_IDS;

  const projects = await run('project.getAll');
  expect(projects).toHaveLength(Object.keys(PROJECT_IDS).length);
  const name = expect.any(String) as string;
  expect(projects).toContainEqual({ id: retail, name, url: urlOf(`${retail}/jobs`) });
  // Nothing but the documented request is sent.
  const sent = sandbox.stats.recent.map(({ path, operations }) => [
    path.replace(/^\/tenant-a/, ''),
    operations,
  ]);
  expect(sent).toEqual([
    ['/authentication/api/open/authenticate', ['authenticate']],
    ['/projects/api/platform/1/graphql', ['projects']],
  ]);

  const all = { projectId: { __rl: true, mode: 'list', value: '' } };
  const jobs = await run('job.getAll', all);
  expect(jobs).toHaveLength(sandbox.store.jobs().length);
  const id = JOB_IDS.gridLoadModel;
  const technology = { id: expect.stringMatching(/^30000000-/) as string };
  const ofEnergy = { projectId: energy, projectName: 'Energy Forecast' };
  const url = urlOf(`${energy}/job/${id}`);
  expect(jobs).toContainEqual({ id, name, technology, ...ofEnergy, url });
  const nowhere = run('job.getAll', { ...all, projectId: byId('={{ $json.nowhere }}') });
  const message = expect.stringContaining('No project is selected') as string;
  await expect(nowhere).rejects.toMatchObject({ message });

  const jobId = JOB_IDS.salesExtraction;
  const [startedRun] = await run('job.run', { jobId: byId(jobId) });
  const [started] = sandbox.store.runsOfJob(jobId);
  const state = { status: 'REQUESTED', succeeded: null };
  expect(startedRun).toEqual({ id: started?.id, ...state, jobId, url: null });

  // No pipeline uses it.
  const backup = JOB_IDS.nightlyBackup;
  const deleted = await run('job.delete', { jobId: byId(backup) });
  expect(deleted).toEqual([{ deleted: true, id: backup }]);
  expect(sandbox.store.job(backup)).toBeUndefined();

  const query = 'query Job($id: UUID!) { job(id: $id) { name alias: id } }';
  const asked = { query, variables: `{ "id": "${jobId}" }` };
  const { json } = await perform(platform, 'graphql.executeQuery', asked);
  expect(json).toEqual([{ job: { name, alias: jobId } }]);
  await sandbox.close();
});
