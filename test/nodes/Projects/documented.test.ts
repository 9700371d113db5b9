import { JOB_IDS, PROJECT_IDS, type SandboxOptions } from '../../../sandbox';
import { sandboxForEachTest } from '../../support/testSandbox';
import { byId, performed } from './support';

const sandbox = sandboxForEachTest({ seedRuns: false });

const OTHERWISE: SandboxOptions = {
  introspection: false,
  schemaChanges: {
    without: [],
    instead:
      'type Query { jobs(projectId: String!, category: String, technologyId: UUID): [Job!] }',
  },
  tokenKind: 'opaque',
  tokenFormat: 'object',
  basePath: '/tenant-a',
  realmHeader: 'Acme-Realm',
};

test.each([
  ['as it is', {}, {}],
  ['with every setting of its own', OTHERWISE, { realmHeader: OTHERWISE.realmHeader }],
])('documented operations on a platform %s', async (_what, options, more) => {
  await sandbox.restart(options);
  const platform = { credentials: { ...sandbox.credentials, ...more } };
  const run = async (name: string, parameters: object = {}) =>
    await performed(platform, name, parameters);
  const urlOf = (page: string) => expect.stringMatching(`/project/${page}$`) as string;
  const { retail, energy } = PROJECT_IDS;

  const projects = await run('project.getAll');
  expect(projects).toHaveLength(Object.keys(PROJECT_IDS).length);
  const name = expect.any(String) as string;
  expect(projects).toContainEqual({ id: retail, name, url: urlOf(`${retail}/jobs`) });
  // Nothing but the documented request is sent.
  expect(sandbox.stats.recent.map(({ path }) => path.replace(/^\/tenant-a/, ''))).toEqual([
    '/authentication/api/open/authenticate',
    '/projects/api/platform/1/graphql',
  ]);

  const jobs = await run('job.getAll', { projectId: { __rl: true, mode: 'list', value: '' } });
  expect(jobs).toHaveLength(sandbox.store.jobs().length);
  const id = JOB_IDS.gridLoadModel;
  const technology = { id: expect.stringMatching(/^30000000-/) as string };
  const ofEnergy = { projectId: energy, projectName: 'Energy Forecast' };
  const url = urlOf(`${energy}/job/${id}`);
  expect(jobs).toContainEqual({ id, name, technology, ...ofEnergy, url });

  const jobId = JOB_IDS.salesExtraction;
  const [started] = await run('job.run', { jobId: byId(jobId) });
  const [stored] = sandbox.store.runsOfJob(jobId);
  const state = { status: 'REQUESTED', succeeded: null };
  expect(started).toEqual({ id: stored?.id, ...state, jobId, url: null });
});
