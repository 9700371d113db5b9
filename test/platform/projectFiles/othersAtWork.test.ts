import { Platform } from '../../../platform/connection/platform';
import { deployProject } from '../../../platform/projectFiles/deploy/deploy';
import { parseFiles } from '../../../platform/projectFiles/files/parseFiles';
import type { DeployOptions } from '../../../platform/projectFiles/options';
import { planDeploy } from '../../../platform/projectFiles/plan/plan';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { madeProject } from '../../../harness/madeProject';
import { mutations, NO_WAITS } from './support';

const MADE = { jobs: 20, packageBytes: 100, pipelines: 5, apps: 3 };

let sandbox: Sandbox;
let projectId: string;
beforeEach(async () => {
  sandbox = await startSandbox({ seedRuns: false });
  projectId = sandbox.store.addProject({ name: 'Target' }).id;
});
afterEach(async () => await sandbox.close());

/** Another deploy makes a job as soon as the platform has been asked so often for one. */
function makesAfter(count: number, name: string): void {
  const { stats, store } = sandbox;
  const record = stats.record.bind(stats);
  let left = count;
  stats.record = (request) => {
    record(request);
    if (!request.operations.includes('createJob') || --left !== 0) return;
    // A platform takes two jobs of one name, and not of one alias.
    store.addJob({ projectId, name, alias: 'by_others' });
  };
}

async function deploy(isApproved: boolean) {
  const platform = Platform.connect(sandbox.credentials);
  const files = await parseFiles(madeProject(MADE));
  const target = { projectId };
  const { fingerprint } = await planDeploy(platform, files, target);
  // What is read back comes later than what else is read.
  const options: DeployOptions = { timing: { ...NO_WAITS, lookupDelaysMs: [50] } };
  if (isApproved) options.approvedPlan = fingerprint;
  return await deployProject(platform, files, target, options);
}

describe.each([
  ['with an approved plan', true],
  ['without an approved plan', false],
])('%s, of what another deploy makes at the same time', (_what, isApproved) => {
  test('no more than four things are made twice before that is seen', async () => {
    makesAfter(2, 'Job 1');
    const { changes, conflict } = await deploy(isApproved);
    expect(conflict?.message).toBe(
      'Another deploy is running on this target: both created the job "Job 1"',
    );
    expect(mutations(sandbox)).toMatchObject({ createJob: 4 });
    const rest = changes.filter(({ kind, action }) => kind !== 'project' && action === 'failed');
    expect(rest.length).toBe(MADE.jobs - 3 + MADE.pipelines + MADE.apps);
    expect(rest.at(-1)?.reason).toMatch(/^It was not tried: another deploy is running/);
  });

  test('what comes last is seen before apps and pipelines are made', async () => {
    makesAfter(20, 'Job 19');
    const { conflict } = await deploy(isApproved);
    expect(conflict?.message).toContain('both created the job "Job 19"');
    const { createJob, createApp, createGraphPipeline } = mutations(sandbox);
    expect([createJob, createApp, createGraphPipeline]).toEqual([20, undefined, undefined]);
  });
});

test('changes are begun in the order of kinds', async () => {
  const begun: string[] = [];
  const { stats } = sandbox;
  const record = stats.record.bind(stats);
  stats.record = (request) => {
    record(request);
    begun.push(...request.operations.filter((name) => name.startsWith('create')));
  };
  const files = await parseFiles([
    ...madeProject({ ...MADE, jobs: 3 }),
    ...['a', 'b'].map((name) => ({
      path: `volumes/${name}.json`,
      content: {
        size: Buffer.byteLength(JSON.stringify({ name, size: '1Gi' })),
        open: () => [Buffer.from(JSON.stringify({ name, size: '1Gi' }))],
      },
    })),
  ]);
  const platform = Platform.connect(sandbox.credentials);
  await deployProject(platform, files, { projectId }, { timing: NO_WAITS });
  const before = begun.slice(0, 5).sort();
  expect(before).toEqual(['createJob', 'createJob', 'createJob', 'createVolume', 'createVolume']);
  expect(new Set(begun.slice(5))).toEqual(new Set(['createApp', 'createGraphPipeline']));
});
