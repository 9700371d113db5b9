/** `npm run test:queue`: n8n in queue mode, whose processes are killed, next to a sandbox platform. */
import { Shutdown } from '../../start/shutdown';
import { understood } from '../../sandbox/commandLine';
import { deathCases } from './cases/deaths';
import { hoursCases } from './cases/hours';
import { loadCases } from './cases/load';
import type { Case, Size } from './cases/case';
import { readOptions, USAGE } from './options';
import { Setting } from './setting';

/** Together more than all calls of a case. */
const CONCURRENCY = 300;

const { isShort, size, words } = understood(USAGE, readOptions);
const shutdown = new Shutdown();
const began = Date.now();

const wanted = [...loadCases, ...deathCases, ...hoursCases]
  .filter((one) => one.isShort || !isShort)
  .filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));

async function run(): Promise<number> {
  console.log('Starting PostgreSQL, Redis and n8n in queue mode …');
  const setting = await Setting.bringUp(CONCURRENCY, (cleanup) => shutdown.later(cleanup));
  console.log(`All of it is ready after ${since(began)} s.\n`);
  let failed = 0;
  for (const one of wanted) if (!(await passes(one, setting, size))) failed++;
  console.log(`\n${wanted.length - failed} passed, ${failed} failed`);
  return failed === 0 && wanted.length > 0 ? 0 : 1;
}

async function passes({ name, run: play }: Case, setting: Setting, how: Size): Promise<boolean> {
  const started = Date.now();
  try {
    const measured = await play(setting, how);
    console.log(`✓ ${name} (${since(started)} s)\n  ${measured}`);
    return true;
  } catch (error) {
    console.log(
      `✗ ${name} (${since(started)} s)\n  ${(error as Error).message.replaceAll('\n', '\n  ')}`,
    );
    return false;
  } finally {
    setting.sandbox.accidents.clear();
  }
}

function since(start: number): string {
  return ((Date.now() - start) / 1000).toFixed(0);
}

void shutdown.exitAfter(run());
