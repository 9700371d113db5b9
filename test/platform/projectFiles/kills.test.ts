import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { cases } from '../../support/cases';
import { PACKAGE_FOLDER } from '../../../harness/packedPackage';
import { addCredentials, chanceOf, fillProject } from '../../support/randomProject';
import { deploy, expectDeployedOnce, filesOf, passwordValues, zipBytes } from './support';

const SEEDS = Number(process.env.DEPLOY_KILLS ?? cases(5));
const FIRST_SEED = Number(process.env.DEPLOY_KILLS_FROM ?? 1);
const KILLS = 2;

const folder = mkdtempSync(path.join(tmpdir(), 'deploy-kills-'));
let source: Sandbox;
beforeAll(async () => {
  source = await startSandbox({ seedRuns: false });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await source.close();
});

/** Calls back as soon as the platform has seen so many requests more. */
function afterRequests({ stats }: Sandbox, count: number, then: () => void): void {
  const record = stats.record.bind(stats);
  let left = count;
  stats.record = (request) => {
    record(request);
    if (--left === 0) then();
  };
}

/** A deploy in a process of its own that dies when the platform has seen so many of its requests. */
async function killedDeploy(
  target: Sandbox,
  zip: string,
  settings: object,
  requests: number,
): Promise<'killed' | 'done'> {
  const client = path.join(PACKAGE_FOLDER, 'dist/platform/index.js');
  const words = [path.join(__dirname, 'deployProcess.cjs'), client, zip, JSON.stringify(settings)];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] });
  afterRequests(target, requests, () => child.kill('SIGKILL'));
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  // What the process had sent is carried out, or has come in only partly.
  while (target.stats.openConnections > 0) await pause(5);
  await pause(20);
  expect(signal === 'SIGKILL' || code === 0).toBe(true);
  return signal === 'SIGKILL' ? 'killed' : 'done';
}

test(`${SEEDS} deploys whose process is killed ${KILLS} times: the next one ends in the same state, and nothing is there twice`, async () => {
  let killed = 0;
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
    const chance = chanceOf(seed + 1_000);
    const from = source.store.addProject({ name: `From ${seed}` });
    const variables = passwordValues(fillProject(source, from.id, seed));
    const files = await filesOf(source, from.id);
    const zip = path.join(folder, `${seed}.zip`);
    await writeFile(zip, await zipBytes(source, from.id));

    const whole = await startSandbox({ seedRuns: false });
    const there = whole.store.addProject({ name: 'To' });
    addCredentials(whole, there.id);
    await deploy(whole, files, there.id, { variables });
    const { requests } = whole.stats;
    await whole.close();

    const target = await startSandbox({ seedRuns: false });
    const to = target.store.addProject({ name: 'To' });
    addCredentials(target, to.id);
    const { credentials } = target;
    const settings = { credentials, projectId: to.id, variables: [...variables] };
    for (let attempt = 0; attempt < KILLS; attempt++) {
      const end = await killedDeploy(target, zip, settings, 1 + chance.below(requests));
      if (end === 'killed') killed++;
    }

    await expectDeployedOnce(seed, target, to.id, files, variables);
    await target.close();
  }
  // The first kill of each comes before a whole deploy has sent all of its requests.
  expect(killed).toBeGreaterThanOrEqual(SEEDS);
  console.info(`${killed} processes were killed in ${SEEDS} deploys`);
}, 3_600_000);
