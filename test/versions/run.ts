/** `npm run test:versions`: the packed nodes in the engines of old and new versions of n8n, next to a sandbox platform. */
import { fork } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { understood } from '../../sandbox/commandLine';
import { buildPackage } from '../../start/build';
import { Shutdown } from '../../start/shutdown';
import { summarize, type Outcome } from '../support/checks';
import { installNode, installRelease, packageIn } from './install';
import {
  startPlatform,
  type Answer,
  type Question,
  type ScenarioInput,
  type ScenarioResult,
} from './platform';
import { findReleases, USUAL_RELEASES, type Release } from './releases';

const MINUTES_FOR_A_SCENARIO = 3;

const USAGE = `The package in the engines of old and new versions of n8n, each on the Node that it needs.

  npm run test:versions -- [options]

  --all            the newest release of each minor version from n8n 1.81 on; takes hours
  --from <name>    the same from this one on, as 2.30; takes some minutes
  --help           this text

  Without options: n8n ${USUAL_RELEASES.map(({ n8n }) => n8n).join(', ')}. What was downloaded stays in .local/versions, but after --all and --from.
`;

const { isAll, from } = understood(USAGE, (args) => {
  const options = { all: { type: 'boolean' }, from: { type: 'string' } } as const;
  const { values } = parseArgs({ args, options: { ...options, help: { type: 'boolean' } } });
  const { all = false, from } = values;
  return values.help ? 'help' : { isAll: all || from !== undefined, from };
});

async function run(): Promise<number> {
  const releases = isAll ? await findReleases(from) : USUAL_RELEASES;
  const tarball = await buildPackage(console.log);
  const outcomes: Outcome[] = [];
  for (const release of releases) outcomes.push(...(await tryRelease(release, tarball)));
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
    if (isAll) await rm(folder, { recursive: true, force: true });
    return outcomes.map(({ name, isPassed }) => ({ name: `${title}: ${name}`, isPassed }));
  } catch (error) {
    const { message } = error as Error;
    const [, missing] = /No matching version found for (\S+?)\.?$/m.exec(message) ?? [];
    // An old release that nobody can install any more is no fault of the package; the usual ones have to be there.
    if (isAll && missing !== undefined) {
      console.log(`- ${title} cannot be installed: the registry has no ${missing}`);
      return [];
    }
    return [{ name: `${title}: ${message}`, isPassed: false }];
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
