import { Platform } from '../../../platform/connection/platform';
import { deployProject } from '../../../platform/projectFiles/deploy/deploy';
import { readProjectFiles } from '../../../platform/projectFiles/files/readFiles';
import { planDeploy } from '../../../platform/projectFiles/plan/plan';
import { generateProjectFiles } from '../../support/generateProjectFiles';
import { deploy, jobFile, NO_WAITS, notUnchanged, projectFiles, useProjects } from './support';

const MADE = { jobs: 20, packageBytes: 100, pipelines: 5, apps: 3 };

const at = useProjects();

test.each(['with', 'without'])(
  '%s an approved plan, what another deploy makes last is seen before apps and pipelines are made',
  async (how) => {
    // The platform accepts two jobs with one name, but not with one alias.
    at.when('createJob', MADE.jobs, () => at.addJob(at.to, 'by_others', { name: 'Job 19' }));
    const platform = Platform.connect(at.sandbox.credentials);
    const files = await readProjectFiles(generateProjectFiles(MADE));
    const target = { projectId: at.to };
    const { fingerprint } = await planDeploy(platform, files, target);
    const { conflict } = await deployProject(platform, files, target, {
      // This read ends later than the others.
      timing: { ...NO_WAITS, lookupDelaysMs: [50] },
      ...(how === 'with' && { approvedPlan: fingerprint }),
    });
    expect(conflict?.message).toBe('The job "Job 19" was created more than once');
    const { createJob, createApp, createGraphPipeline } = at.mutations();
    expect([createJob, createApp, createGraphPipeline]).toEqual([20, undefined, undefined]);
  },
);

/** One of each kind, with the name `a`. */
const FILES = projectFiles({
  'apps/a.json': { name: 'a', technology: { label: 'Notebook' }, version: {} },
  'jobs/a.json': jobFile('a'),
  'pipelines/a.json': { name: 'a', version: { graph: { jobs: [{ node: 'a', job: 'a' }] } } },
  'volumes/a.json': { name: 'a', size: '1Gi' },
});

test('changes are begun in the order of kinds', async () => {
  await at.deploy(FILES);
  const made = Object.keys(at.mutations());
  expect(made.slice(0, 2).sort()).toEqual(['createJob', 'createVolume']);
  expect(made.slice(2).sort()).toEqual(['createApp', 'createGraphPipeline']);
});

const addPipeline = (name: string) => {
  const graph = { jobNodes: [], conditionNodes: [] };
  return at.store.pipelines.add({ projectId: at.to, name, alias: 'by_others', graph });
};

test('a project that two deploys create is reported, and nothing is deployed to it', async () => {
  // The first read looks for the project, and the second one looks for another project of the same name.
  at.when('projects', 2, () => at.store.addProject({ name: 'Twice' }));
  const { conflict } = await deploy(at.sandbox, FILES, { name: 'Twice' });
  expect(conflict?.message).toBe('The project "Twice" was created more than once');
  expect(at.mutations()).toEqual({ createProject: 1 });
});

test.each([
  ['app', 'createApp', (name: string) => at.addApp(at.to, name)],
  ['pipeline', 'createGraphPipeline', addPipeline],
] as const)('a %s that two deploys create is reported with both IDs', async (kind, name, add) => {
  let other = '';
  at.when(name, 1, () => (other = add('a').id));
  const { conflict } = await at.deploy(FILES);
  expect(conflict?.message).toBe(`The ${kind} "a" was created more than once`);
  const all = kind === 'app' ? at.store.apps.list(at.to) : at.store.pipelines.list(at.to);
  expect(all).toHaveLength(2);
  const own = all.find(({ id }) => id !== other)?.id;
  expect(conflict?.hint).toMatch(
    new RegExp(`^This deploy created ${own}\\..* an earlier attempt .* created ${other}\\.`),
  );
});

test.each([
  ['job', 'createJob', 'addJob'],
  ['volume', 'createVolume', 'addVolume'],
] as const)(
  'a %s that another deploy created first fails, and the next deploy continues with it',
  async (kind, operation, add) => {
    at.when(operation, 1, () => at[add](at.to, 'a'));
    const { changes } = await at.deploy(FILES);
    const failed = changes.find((change) => change.kind === kind);
    expect(failed).toMatchObject({ action: 'failed' });
    await at.deploy(FILES);
    expect(at.store.jobs({ projectId: at.to })).toHaveLength(1);
    expect(at.store.volumes.list(at.to)).toHaveLength(1);
    expect(notUnchanged((await at.deploy(FILES)).changes)).toEqual([]);
  },
);
