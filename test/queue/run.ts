/** `npm run test:queue`: n8n in queue mode, whose processes are killed, next to a sandbox platform. */
import { parseArgs } from 'node:util';
import { readOptionsOrExit } from '../../sandbox/commandLine';
import { Shutdown } from '../../start/shutdown';
import { buildNameFilter, runChecks, summarize } from '../support/checks';
import { deathCases } from './cases/deaths';
import { loadCases } from './cases/load';
import { Setting, type QueueCase, type Size } from './setting';

const SHORT: Size = { calls: 60, uploads: 20, lostAnswers: 12, killed: 20 };
const LONG: Size = { calls: 300, uploads: 300, lostAnswers: 40, killed: 60 };

const USAGE = `n8n in queue mode: PostgreSQL, Redis, a main and a webhook process and two workers, next to the local platform.

  npm run test:queue -- [words of a case's name ...] [options]

  --short   fewer calls and fewer cases, for CI
  --help    this text

  Needs redis-server, redis-cli, PostgreSQL's server and psql.
`;

const { isShort, words } = readOptionsOrExit(USAGE, (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { short: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  return values.help ? 'help' : { isShort: values.short === true, words: positionals };
});
const shutdown = new Shutdown();

async function run(): Promise<number> {
  console.log('Starting PostgreSQL, Redis and n8n in queue mode …');
  const setting = await Setting.bringUp((cleanup) => shutdown.addCleanup(cleanup));
  const isWanted = buildNameFilter(words);
  const wanted = [...loadCases, ...deathCases].filter(
    (one) => (one.isShort || !isShort) && isWanted(one.name),
  );
  const play = async (one: QueueCase) =>
    await one.run(setting, isShort ? SHORT : LONG).finally(() => setting.sandbox.faults.clear());
  return summarize(await runChecks(wanted, play));
}

void shutdown.exitAfter(run());
