/**
 * Runs `npm start`: the nodes in a real n8n with a sandbox platform. With `-- --once`, it ends after one workflow. `npm run dev`
 * also builds and loads the nodes again after each change. With `--n8n`, it uses an n8n that the user starts.
 */
import { join } from 'node:path';
import { bringUp, bringUpWithExternalN8n, localOwner, type Running } from './bringUp';
import { demonstrate } from './demonstration';
import { refuseFolderInUse } from './localN8n/folderInUse';
import { readOptions, USAGE } from './options';
import { localFolder } from './paths';
import { findRequestedPort } from './ports';
import { reloadOnChange } from './reload';
import { Shutdown } from './shutdown';
import { readOptionsOrExit } from '../sandbox/commandLine';
import { describeAccess } from './describeAccess';

const { once, watch, externalN8n } = readOptionsOrExit(USAGE, readOptions);
const say = (line: string) => console.log(line);
const shutdown = new Shutdown();
const INSPECTOR_PORT = 9229;

async function run(): Promise<number> {
  const running = await start();
  if (watch) return await develop(running);
  const succeeded = await demonstrate(running, say);
  if (once) return succeeded ? 0 : 1;

  sayAccess(running);
  return await waitForEnd(running);
}

async function develop(running: Running): Promise<number> {
  await reloadOnChange(running.userFolder, say);
  sayAccess(running);
  const { logFile } = running.n8n;
  if (logFile !== undefined) {
    say(`
  Log               ${logFile}
  Breakpoints       attach a debugger or chrome://inspect to 127.0.0.1:${INSPECTOR_PORT}`);
  }
  say('  Changes in nodes, platform and credentials are built and loaded at once.');
  return await waitForEnd(running);
}

function sayAccess({ n8n, sandbox }: Running): void {
  const access = externalN8n
    ? {
        email: externalN8n.owner.email,
        password: '(N8N_OWNER_PASSWORD)',
        endedByCtrlC: 'the sandbox',
      }
    : { ...localOwner, endedByCtrlC: 'both' };
  say(`\n${describeAccess({ address: n8n.baseUrl, ...access }, sandbox)}`);
}

async function waitForEnd({ n8n }: Running): Promise<never> {
  await n8n.ended;
  throw new Error(`n8n ended unexpectedly. Its log: ${n8n.logFile}`);
}

async function start(): Promise<Running> {
  const options = {
    sandboxPort: await findRequestedPort('SANDBOX_PORT', 4010, 'the sandbox platform'),
    confPort: await findRequestedPort(
      'SANDBOX_CONF_PORT',
      4011,
      "the sandbox's configuration file service",
    ),
    say,
    addCleanup: (cleanup: () => Promise<void>) => shutdown.addCleanup(cleanup),
    // The workflows about schedules need past runs.
    sandboxOptions: { playsSchedules: true },
  };
  if (externalN8n) return await bringUpWithExternalN8n(externalN8n, options);
  const userFolder = join(localFolder, 'n8n');
  refuseFolderInUse(userFolder);
  return await bringUp({
    ...options,
    userFolder,
    n8nPort: await findRequestedPort('N8N_PORT', 5678, 'n8n'),
    env: watch ? { N8N_DEV_RELOAD: 'true' } : {},
    nodeOptions: watch ? ['--enable-source-maps', `--inspect=127.0.0.1:${INSPECTOR_PORT}`] : [],
  });
}

// Without --once, the user stops the program with Ctrl-C, which is not a failure.
void shutdown.exitAfter(run(), once ? undefined : 0);
