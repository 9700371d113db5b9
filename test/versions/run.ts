/** `npm run test:versions`: the packed nodes in the engines of old and new versions of n8n, next to a sandbox platform. */
import { fork } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { buildPackage } from '../../start/build';
import { Shutdown } from '../../start/shutdown';
import { understood } from '../../sandbox/commandLine';
import { installNode, installRelease, packageIn } from './install';
import { readOptions, USAGE } from './options';
import { startPlatform } from './platform';
import type { Answer, Question, ScenarioResult } from './questions';
import type { Release } from './releases';

const MINUTES_FOR_A_SCENARIO = 3;

const shutdown = new Shutdown();

async function run(): Promise<number> {
  const { releases, isAll } = await readReleases();
  const tarball = await buildPackage(console.log);
  const total: ScenarioResult = { passed: 0, failed: 0 };
  for (const release of releases) {
    const { passed, failed } = await tried(release, tarball, isAll);
    total.passed += passed;
    total.failed += failed;
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
}

const readReleases = understood(USAGE, readOptions);

async function tried(release: Release, tarball: string, isAll: boolean): Promise<ScenarioResult> {
  const title = `n8n ${release.n8n} (n8n-core ${release.core}, Node ${release.node})`;
  const started = Date.now();
  try {
    const [node, folder] = await Promise.all([
      installNode(release.node),
      installRelease(release, tarball),
    ]);
    console.log(`\n${title}, there after ${seconds(started)} s`);
    const begun = Date.now();
    const result = await playScenario(node, folder);
    console.log(`  ${result.passed} passed, ${result.failed} failed in ${seconds(begun)} s`);
    if (isAll) await rm(folder, { recursive: true, force: true });
    return result;
  } catch (error) {
    const { message } = error as Error;
    const missing = missingPackage(message);
    // An old release that nobody can install any more is no fault of the package; the usual ones have to be there.
    if (isAll && missing !== undefined) {
      console.log(`- ${title} cannot be installed: the registry has no ${missing}`);
      return { passed: 0, failed: 0 };
    }
    console.log(`✗ ${title}: ${message}`);
    return { passed: 0, failed: 1 };
  }
}

/** Of what npm says where the registry lacks something that a release needs. */
function missingPackage(message: string): string | undefined {
  return /No matching version found for (\S+?)\.?$/m.exec(message)?.[1];
}

/** Runs the scenario in a process of its own, on the given Node and with the engine of the folder. */
async function playScenario(node: string, folder: string): Promise<ScenarioResult> {
  const script = join(folder, 'scenario.cjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'scenario', 'main.ts')],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['n8n-core', 'n8n-workflow', '@n8n/di'],
    outfile: script,
    logLevel: 'warning',
  });
  const platform = await startPlatform();
  const packageFolder = packageIn(folder);
  const input = { ...platform.input, packageFolder };
  const child = fork(script, [JSON.stringify(input)], {
    execPath: node,
    execArgv: [],
    cwd: folder,
    env: {
      ...process.env,
      N8N_USER_FOLDER: join(folder, 'user'),
      N8N_LOG_LEVEL: 'silent',
      TEST_PACKAGE_FOLDER: packageFolder,
    },
  });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const timer = setTimeout(end, MINUTES_FOR_A_SCENARIO * 60_000);
  try {
    return await new Promise<ScenarioResult>((resolve, reject) => {
      let result: ScenarioResult | undefined;
      child.on('message', (message: Question | ScenarioResult) => {
        if ('passed' in message) result = message;
        else child.send({ id: message.id, value: platform.answer(message) } satisfies Answer);
      });
      child.once('error', reject);
      child.once('close', (code, signal) => {
        if (result) resolve(result);
        else reject(new Error(`The scenario broke off (${signal ?? code})`));
      });
    });
  } finally {
    clearTimeout(timer);
    process.off('exit', end);
    await platform.close();
  }
}

function seconds(since: number): number {
  return Math.round((Date.now() - since) / 1000);
}

void shutdown.exitAfter(run());
