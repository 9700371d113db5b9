/** Whether a change made the package slower: the same work by this package and by an earlier one, in turn. */
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { PACKAGE_FOLDER } from '../harness/packedPackage';
import { runCommand } from '../start/command';
import { projectRoot } from '../start/paths';
import { understood } from '../sandbox/commandLine';
import { withFreshPackage } from './measure/freshPackage';
import { comparePackages } from './measure/twoPackages';
import { readRounds, USUAL_ROUNDS } from './options';
import { findTask, TASKS } from './tasks';

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
  if (archive === undefined) throw new Error('Name the archive of an earlier package');
  const rounds = readRounds(values.rounds) ?? USUAL_ROUNDS;
  return { archive: resolve(archive), tasks: names.length ? names.map(findTask) : TASKS, rounds };
}

async function main(): Promise<void> {
  const { archive, tasks, rounds } = understood(USAGE, readOptions);
  await withFreshPackage(async (server) => {
    const before = { name: 'before', folder: await unpacked(archive) };
    const now = { name: 'now', folder: PACKAGE_FOLDER };
    for (const task of tasks) {
      for (const latencyMs of task.latenciesMs) {
        const title = `${task.title}, latency ${latencyMs} ms`;
        await comparePackages(server, title, task, latencyMs, [before, now], rounds);
      }
    }
  });
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
