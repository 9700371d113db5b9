import { Platform } from '../../../../platform/connection/platform';
import { deployProject } from '../../../../platform/projectFiles/deploy/deploy';
import { readProjectFiles } from '../../../../platform/projectFiles/files/readFiles';
import type { DeployOptions } from '../../../../platform/projectFiles/options';
import { planDeploy } from '../../../../platform/projectFiles/plan/plan';
import type { Sandbox } from '../../../../sandbox';
import { generateProjectFiles, type ProjectSize } from '../../../support/generateProjectFiles';
import { MAX_READS_PER_REQUEST } from '../../../../platform/graphql/read/queryBatched';
import { NO_WAITS, projectFiles, useProjects } from '../support';

const at = useProjects();

const SMALL: ProjectSize = { jobs: 20, packageBytes: 1000, pipelines: 5, apps: 3 };
const LARGE: ProjectSize = { jobs: 300, packageBytes: 100, pipelines: 40, apps: 20 };

/** The factor by which a deploy may exceed the least number of requests. */
const ALLOWED = 1.1;

/**
 * The least that a process sends before its first deploy: the login, and for each of the two modules its schema and a check
 * that it exists.
 */
const ONCE = 1 + 2 * 2;

/**
 * The least that reads the target: one request for the project, its lists, its credentials and its variables. The variables of
 * jobs, pipelines and apps need their IDs first: a request reads up to MAX_READS_PER_REQUEST. The catalog has another address.
 */
const leastToRead = (owners: number) => 1 + Math.ceil(owners / MAX_READS_PER_REQUEST) + 1;

const ownersIn = ({ jobs, pipelines, apps }: ProjectSize) => jobs + pipelines + apps;

/** Connects by another name of the same host, so that nothing is cached. */
function connectAnew({ credentials }: Sandbox): Platform {
  const baseUrl = credentials.baseUrl.replace('127.0.0.1', 'localhost');
  return Platform.connect({ ...credentials, baseUrl });
}

/** Expects no failure. @returns the number of requests */
async function deploy(platform: Platform, made: ProjectSize, options: DeployOptions = {}) {
  const before = at.sandbox.stats.requests;
  const files = await readProjectFiles(generateProjectFiles(made));
  const all = { timing: NO_WAITS, ...options };
  const { changes } = await deployProject(platform, files, { projectId: at.to }, all);
  expect(changes.filter(({ failure }) => failure)).toEqual([]);
  return at.sandbox.stats.requests - before;
}

const plan = async (platform: Platform) =>
  await planDeploy(platform, await readProjectFiles(generateProjectFiles(SMALL)), {
    projectId: at.to,
  });

/**
 * Each change is a request of its own, so that its outcome is known: a job with its package, each of its variables (which a new
 * job cannot have), an app, a pipeline. Afterward, one request reads everything back.
 */
test('a deploy of 300 jobs that are new sends at most 1.1 times the least; one that changes nothing, 12 requests', async () => {
  const { jobs, pipelines, apps } = LARGE;
  // This must be the first test, since later ones find a cached schema.
  const first = Platform.connect(at.sandbox.credentials);
  const least = ONCE + leastToRead(0) + (2 * jobs + pipelines + apps) + 1;
  const sent = await deploy(first, LARGE);
  expect(sent).toBeGreaterThanOrEqual(least);
  expect(sent).toBeLessThanOrEqual(least * ALLOWED);

  const again = await deploy(connectAnew(at.sandbox), LARGE, { comparePackages: 'name' });
  expect(again).toBeGreaterThanOrEqual(ONCE + leastToRead(ownersIn(LARGE)));
  expect(again).toBeLessThanOrEqual(12);
});

test('packages of the platform are read by the plan alone, and again only of another version', async () => {
  const downloads = () => at.sandbox.stats.byOperation.downloadArtifact ?? 0;
  const platform = Platform.connect(at.sandbox.credentials);
  await deploy(platform, SMALL);
  const { fingerprint } = await plan(platform);
  expect(downloads()).toBe(SMALL.jobs);
  const again = Platform.connect(at.sandbox.credentials);
  const sent = await deploy(again, SMALL, { approvedPlan: fingerprint });
  expect(sent).toBe(leastToRead(ownersIn(SMALL)));
  expect(downloads()).toBe(SMALL.jobs);

  const { store } = at.sandbox;
  const job = store.jobs({ projectId: at.to }).find(({ name }) => name === 'Job 3');
  const other = { commandLine: 'python {file}', ...at.packageOf('somebody else') };
  store.addJobVersion(job?.id ?? '', other, 'somebody');
  const { steps } = await plan(platform);
  expect(downloads()).toBe(SMALL.jobs + 1);
  const updated = steps.filter(({ action }) => action === 'update');
  expect(updated.map(({ name }) => name)).toEqual(['Job 3']);
});

test('variables of jobs that are there are listed together before they are set', async () => {
  const { store } = at.sandbox;
  const ofJobs = () =>
    store
      .jobs({ projectId: at.to })
      .map(({ id, name }) => ({ name, variable: store.variables.of('JOB', id)[0] }));
  const platform = Platform.connect(at.sandbox.credentials);
  const made = { ...SMALL, pipelines: 0, apps: 0 };
  await deploy(platform, made);
  for (const { variable } of ofJobs()) {
    if (variable) store.variables.replace({ ...variable, value: 'another' });
  }
  const sent = await deploy(platform, made, { comparePackages: 'name' });
  expect(sent).toBeLessThanOrEqual(leastToRead(made.jobs) + 1 + made.jobs + 1);
  expect(ofJobs().length).toBe(made.jobs);
  for (const { name, variable } of ofJobs()) expect(`Job ${variable?.value}`).toBe(name);
});

test('the variable of an app is set before its new version, with which a running app starts at once', async () => {
  const deployBoard = async (port: number, value: string) => {
    const board = { name: 'board', technology: { label: 'Notebook' } };
    const version = { context: '4.3', ports: [{ number: port }] };
    const variables = [{ name: 'REGION', value }];
    await at.deploy(projectFiles({ 'apps/board.json': { ...board, version, variables } }));
  };
  await deployBoard(8000, 'old');
  at.sandbox.stats.reset();
  await deployBoard(9000, 'new');
  const changes = Object.keys(at.mutations());
  const order = at.sandbox.stats.recent.flatMap(({ operations }) => operations);
  expect(order.filter((name) => changes.includes(name))).toEqual([
    'saveEnvironmentVariable',
    'addAppVersion',
  ]);
  const [app] = at.store.apps.list(at.to);
  expect(at.store.variables.of('APP', app?.id ?? '')).toMatchObject([{ value: 'new' }]);
});
