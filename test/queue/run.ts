/** `npm run test:queue`: n8n in queue mode, whose processes are killed, next to a sandbox platform. */
import { Shutdown } from '../../start/shutdown';
import { understood } from '../../sandbox/commandLine';
import { isNamedBy, passes } from '../support/checks';
import { deathCases } from './cases/deaths';
import { hoursCases } from './cases/hours';
import { loadCases } from './cases/load';
import { readOptions, USAGE } from './options';
import { Setting } from './setting';

/** Together more than all calls of a case. */
const CONCURRENCY = 300;

const { isShort, size, words } = understood(USAGE, readOptions);
const shutdown = new Shutdown();

const isWanted = isNamedBy(words);
const wanted = [...loadCases, ...deathCases, ...hoursCases].filter(
  (one) => (one.isShort || !isShort) && isWanted(one.name),
);

async function run(): Promise<number> {
  console.log('Starting PostgreSQL, Redis and n8n in queue mode …');
  const setting = await Setting.bringUp(CONCURRENCY, (cleanup) => shutdown.later(cleanup));
  let failed = 0;
  for (const { name, run: play } of wanted) {
    if (!(await passes(name, async () => await play(setting, size)))) failed++;
    setting.sandbox.accidents.clear();
  }
  console.log(`\n${wanted.length - failed} passed, ${failed} failed`);
  return failed === 0 && wanted.length > 0 ? 0 : 1;
}

void shutdown.exitAfter(run());
