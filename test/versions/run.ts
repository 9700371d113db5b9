/** `npm run test:versions`: the packed nodes in the engines of old and new versions of n8n, next to a sandbox platform. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { readOptionsOrExit } from '../../sandbox/commandLine';
import { buildPackage } from '../../start/build';
import { Shutdown } from '../../start/shutdown';
import { summarize, type Outcome } from '../support/checks';
import { installNode, installRelease, packageIn, toRelease, type Release } from './install';
import {
  startPlatform,
  type Answer,
  type Question,
  type ScenarioInput,
  type ScenarioResult,
} from './platform';

const MINUTES_FOR_A_SCENARIO = 3;

/** The oldest that is supported, the last 1.x, the first 2.x, and some up to the newest. */
const USUAL = ['1.80.2', '1.122.48', '2.0.0', '2.30.4', '2.35.5', '2.40.3', '2.41.1'];

const USAGE = `The package in the engines of old and new versions of n8n, each on the Node that it needs.

  npm run test:versions -- [version of n8n-core ...] [options]

  --help   this text

  Without versions: ${USUAL.join(', ')}. Until n8n 2.0, n8n-core was one minor version behind n8n. Downloads stay in .local/versions.
`;

const cores = readOptionsOrExit(USAGE, (args) => {
  const options = { help: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  if (values.help) return 'help';
  const wrong = positionals.find((core) => !/^\d+\.\d+\.\d+$/.test(core));
  if (wrong !== undefined) throw new Error(`"${wrong}" is not a version such as 2.41.1`);
  return positionals.length > 0 ? positionals : USUAL;
});

async function run(): Promise<number> {
  const tarball = await buildPackage(console.log);
  const outcomes: Outcome[] = [];
  for (const core of cores) outcomes.push(...(await tryRelease(toRelease(core), tarball)));
  return summarize(outcomes);
}

async function tryRelease(release: Release, tarball: string): Promise<Outcome[]> {
  const title = `n8n ${release.n8n} (n8n-core ${release.core}, Node ${release.node})`;
  try {
    const [node, folder] = await Promise.all([
      installNode(release.node),
      installRelease(release, tarball),
    ]);
    console.log(`\n${title}`);
    const outcomes = await playScenario(node, folder);
    return outcomes.map(({ name, isPassed }) => ({ name: `${title}: ${name}`, isPassed }));
  } catch (error) {
    return [{ name: `${title}: ${(error as Error).message}`, isPassed: false }];
  }
}

/** Runs the scenario in a process of its own, on the given Node and with the engine of the folder. */
async function playScenario(node: string, folder: string): Promise<Outcome[]> {
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
  const { projectId, credentials, answer, close } = await startPlatform();
  const packageFolder = packageIn(folder);
  const input: ScenarioInput = { projectId, credentials, packageFolder };
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
    return await new Promise<Outcome[]>((resolve, reject) => {
      let outcomes: Outcome[] | undefined;
      child.on('message', (message: Question | ScenarioResult) => {
        if ('outcomes' in message) outcomes = message.outcomes;
        else child.send({ id: message.id, value: answer(message) } satisfies Answer);
      });
      child.once('error', reject);
      child.once('close', (code, signal) => {
        if (outcomes) resolve(outcomes);
        else reject(new Error(`The scenario broke off (${signal ?? code})`));
      });
    });
  } finally {
    clearTimeout(timer);
    process.off('exit', end);
    await close();
  }
}

const shutdown = new Shutdown();
void shutdown.exitAfter(run());
