import { Platform } from '../../../../platform/connection/platform';
import { deployProject } from '../../../../platform/projectFiles/deploy/deploy';
import { parseFiles } from '../../../../platform/projectFiles/files/parseFiles';
import type { DeployOptions } from '../../../../platform/projectFiles/options';
import { planDeploy } from '../../../../platform/projectFiles/plan/plan';
import { startSandbox, type Sandbox } from '../../../../sandbox';
import { madeProject, type MadeProject } from '../../../../harness/madeProject';
import { MAX_PARTS } from '../../../../platform/http/limits';
import { NO_WAITS } from '../support';

let sandbox: Sandbox;
beforeEach(async () => (sandbox = await startSandbox({ seedRuns: false })));
afterEach(async () => await sandbox.close());

const SMALL: MadeProject = { jobs: 20, packageBytes: 1000, pipelines: 5, apps: 3 };
const LARGE: MadeProject = { jobs: 300, packageBytes: 100, pipelines: 40, apps: 20 };

/** So many times the least may be sent. */
const ALLOWED = 1.1;

/**
 * The least that a process needs once, before its first deploy: the login, and of both modules the schema and whether they
 * are there.
 */
const ONCE = 1 + 2 * 2;

/**
 * The least that tells what is there: one request for the project, its lists, its credentials and its variables; those of
 * jobs, pipelines and apps cannot be asked for before their IDs are known, and a request holds so many of them; the catalog
 * has another address.
 */
const leastToRead = (owners: number) => 1 + Math.ceil(owners / MAX_PARTS) + 1;

const ownersIn = ({ jobs, pipelines, apps }: MadeProject) => jobs + pipelines + apps;

/** The requests of some work. */
async function requestsOf(work: () => Promise<unknown>): Promise<number> {
  const before = sandbox.stats.requests;
  await work();
  return sandbox.stats.requests - before;
}

async function deploy(platform: Platform, made: MadeProject, options: DeployOptions = {}) {
  const files = await parseFiles(madeProject(made));
  const [project] = sandbox.store.projects().filter(({ name }) => name === 'Target');
  const id = project?.id ?? sandbox.store.addProject({ name: 'Target' }).id;
  const target = { projectId: id };
  const { changes } = await deployProject(platform, files, target, {
    timing: NO_WAITS,
    ...options,
  });
  expect(changes.filter(({ failure }) => failure)).toEqual([]);
}

/**
 * Each change is a request of its own, as nothing else could tell what became of it: a job with its package, each of its
 * variables (which a job cannot be made with), an app, a pipeline. Afterwards, one request reads what did not take.
 */
test.each([
  ['20 jobs', SMALL],
  ['300 jobs', LARGE],
])('a deploy of %s that are new sends at most 1.1 times the least', async (_what, made) => {
  const platform = Platform.connect(sandbox.credentials);
  const { jobs, pipelines, apps } = made;
  const changes = 2 * jobs + pipelines + apps;
  const least = ONCE + leastToRead(0) + changes + 1;
  const sent = await requestsOf(async () => await deploy(platform, made));
  expect(sent).toBeGreaterThanOrEqual(least);
  expect(sent).toBeLessThanOrEqual(least * ALLOWED);
});

test('a deploy of 300 jobs that changes nothing sends at most 12 requests, in a process that knows nothing', async () => {
  await deploy(Platform.connect(sandbox.credentials), LARGE);
  // By another name of the same host.
  const baseUrl = sandbox.credentials.baseUrl.replace('127.0.0.1', 'localhost');
  const fresh = Platform.connect({ ...sandbox.credentials, baseUrl });
  const sent = await requestsOf(
    async () => await deploy(fresh, LARGE, { comparePackages: 'name' }),
  );
  expect(sent).toBeGreaterThanOrEqual(ONCE + leastToRead(ownersIn(LARGE)));
  expect(sent).toBeLessThanOrEqual(12);
});

describe('packages of the platform', () => {
  const downloads = () => sandbox.stats.byOperation.downloadArtifact ?? 0;

  async function plan(platform: Platform, made = SMALL) {
    const files = await parseFiles(madeProject(made));
    const [{ id } = { id: '' }] = sandbox.store.projects().filter((one) => one.name === 'Target');
    return await planDeploy(platform, files, { projectId: id });
  }

  test('are read by the plan, and not once more by the deploy that was approved', async () => {
    const platform = Platform.connect(sandbox.credentials);
    await deploy(platform, SMALL);
    const { fingerprint } = await plan(platform);
    expect(downloads()).toBe(SMALL.jobs);
    const again = Platform.connect(sandbox.credentials);
    const approved = async () => await deploy(again, SMALL, { approvedPlan: fingerprint });
    expect(await requestsOf(approved)).toBe(leastToRead(ownersIn(SMALL)));
    expect(downloads()).toBe(SMALL.jobs);
  });

  test('are read where they are of another version', async () => {
    const platform = Platform.connect(sandbox.credentials);
    await deploy(platform, SMALL);
    await plan(platform);
    const [job] = sandbox.store.jobs().filter(({ name }) => name === 'Job 3');
    const sha256 = sandbox.store.packages.add(Buffer.from('somebody else'));
    const packageInfo = { name: 'main.py', size: 13, sha256 };
    sandbox.store.addJobVersion(
      job?.id ?? '',
      { commandLine: 'python {file}', packageInfo },
      'somebody',
    );
    const { steps } = await plan(platform);
    expect(downloads()).toBe(SMALL.jobs + 1);
    expect(steps.filter(({ action }) => action === 'update').map(({ name }) => name)).toEqual([
      'Job 3',
    ]);
  });
});

describe('variables', () => {
  const ofJobs = () =>
    sandbox.store
      .jobs()
      .filter(({ name }) => /^Job \d+$/.test(name))
      .map(({ id, name }) => ({ name, variable: sandbox.store.variables.of('JOB', id)[0] }));

  test('of jobs that are there are listed together before they are set', async () => {
    const platform = Platform.connect(sandbox.credentials);
    const made = { ...SMALL, pipelines: 0, apps: 0 };
    await deploy(platform, made);
    for (const { variable } of ofJobs()) {
      if (variable) sandbox.store.variables.replace({ ...variable, value: 'another' });
    }
    const options: DeployOptions = { comparePackages: 'name' };
    const sent = await requestsOf(async () => await deploy(platform, made, options));
    expect(sent).toBeLessThanOrEqual(leastToRead(made.jobs) + 1 + made.jobs + 1);
    expect(ofJobs().length).toBe(made.jobs);
    for (const { name, variable } of ofJobs()) expect(`Job ${variable?.value}`).toBe(name);
  });
});
