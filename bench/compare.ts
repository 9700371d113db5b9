/** Whether a change made the package slower: the same work by this package and by an earlier one, in turn. */
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import packOnce, { PACKAGE_FOLDER } from '../harness/packedPackage';
import { runCommand } from '../start/command';
import { projectRoot } from '../start/paths';
import { understood } from '../start/usage';
import { comparePackages, type TwoPackages } from './measure/twoPackages';
import { startServer } from './server/start';
import { findTask, TASKS } from './tasks';

const USUAL_ROUNDS = 5;

const USAGE = `The same work by this package and by an earlier one, in turn.

  npx tsx bench/compare.ts <package.tgz> [task ...] [options]

  <package.tgz>    the earlier one, as "npm pack" makes it
  --rounds <n>     how often each task is done (default ${USUAL_ROUNDS})
  --help           this text

  Tasks, all where none is named: ${TASKS.map(({ name }) => name).join(', ')}
`;

function readOptions(args: string[]) {
  const options = { rounds: { type: 'string' }, help: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  if (values.help) return 'help';
  const [archive, ...names] = positionals;
  const rounds = Number(values.rounds ?? USUAL_ROUNDS);
  if (archive === undefined) throw new Error('Name the archive of an earlier package');
  if (!(Number.isInteger(rounds) && rounds >= 1)) throw new Error('--rounds wants a whole number');
  return { archive: resolve(archive), tasks: names.length ? names.map(findTask) : TASKS, rounds };
}

async function main(): Promise<void> {
  const { archive, tasks, rounds } = understood(USAGE, readOptions);
  await runCommand(join(projectRoot, 'node_modules/.bin/gulp'), ['build'], projectRoot);
  packOnce();
  const packages: TwoPackages = [
    ['before', await unpacked(archive)],
    ['now', PACKAGE_FOLDER],
  ];
  const server = startServer();
  try {
    for (const task of tasks) {
      for (const latencyMs of task.latenciesMs) {
        const title = `${task.title}, latency ${latencyMs} ms`;
        await comparePackages(server, title, task, latencyMs, packages, rounds);
      }
    }
  } finally {
    server.stop();
  }
}

async function unpacked(archive: string): Promise<string> {
  const folder = join(projectRoot, '.local', 'bench', 'earlier');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await runCommand('tar', ['-xzf', archive, '-C', folder], projectRoot);
  return join(folder, 'package');
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
