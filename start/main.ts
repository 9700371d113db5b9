/**
 * `npm start` runs the nodes in a real n8n with a sandbox platform. With `-- --once`, it ends after one workflow. `npm run dev`
 * also builds and loads the nodes again after each change. With `--n8n`, n8n runs elsewhere.
 */
import { join } from 'node:path';
import { bringUp, bringUpElsewhere, localOwner, type Running } from './bringUp';
import { demonstrate } from './demonstration';
import { refuseFolderInUse } from './localN8n/folderInUse';
import { readOptions, USAGE } from './options';
import { localFolder } from './paths';
import { wantedPort } from './ports';
import { reloadOnChange } from './reload';
import { Shutdown } from './shutdown';
import { readOptionsOrExit } from '../sandbox/commandLine';
import { whereToGo } from './whereToGo';

const { once, watch, elsewhere } = readOptionsOrExit(USAGE, readOptions);
const say = (line: string) => console.log(line);
const shutdown = new Shutdown();
const INSPECTOR_PORT = 9229;

async function run(): Promise<number> {
  const running = await start();
  if (watch) return await develop(running);
  const succeeded = await demonstrate(running, say);
  if (once) return succeeded ? 0 : 1;

  sayWhereToGo(running);
  return await waitForEnd(running);
}

async function develop(running: Running): Promise<number> {
  await reloadOnChange(running.userFolder, say);
  sayWhereToGo(running);
  const { logFile } = running.n8n;
  if (logFile !== undefined) {
    say(`
  Log               ${logFile}
  Breakpoints       attach a debugger to 127.0.0.1:${INSPECTOR_PORT}; chrome://inspect does, too`);
  }
  say('  What you change in nodes, platform and credentials is built and loaded at once.');
  return await waitForEnd(running);
}

function sayWhereToGo({ n8n, sandbox }: Running): void {
  const access = elsewhere
    ? {
        email: elsewhere.owner.email,
        password: '(N8N_OWNER_PASSWORD)',
        endedByCtrlC: 'the sandbox',
      }
    : { ...localOwner, endedByCtrlC: 'both' };
  say(`\n${whereToGo({ address: n8n.baseUrl, ...access }, sandbox)}`);
}

async function waitForEnd({ n8n }: Running): Promise<never> {
  await n8n.ended;
  throw new Error(`n8n has ended by itself. Its log: ${n8n.logFile}`);
}

async function start(): Promise<Running> {
  const surroundings = {
    sandboxPort: await wantedPort('SANDBOX_PORT', 4010, 'the sandbox platform'),
    confPort: await wantedPort('SANDBOX_CONF_PORT', 4011, 'its service of configuration files'),
    say,
    later: (cleanup: () => Promise<void>) => shutdown.later(cleanup),
    // The workflows about schedules need past runs.
    sandboxOptions: { playsSchedules: true },
  };
  if (elsewhere) return await bringUpElsewhere(elsewhere, surroundings);
  const userFolder = join(localFolder, 'n8n');
  refuseFolderInUse(userFolder);
  return await bringUp({
    ...surroundings,
    userFolder,
    n8nPort: await wantedPort('N8N_PORT', 5678, 'n8n'),
    env: watch ? { N8N_DEV_RELOAD: 'true' } : {},
    nodeOptions: watch ? ['--enable-source-maps', `--inspect=127.0.0.1:${INSPECTOR_PORT}`] : [],
  });
}

// Without --once, a user ends it with Ctrl-C, which is no failure.
void shutdown.exitAfter(run(), once ? undefined : 0);
