/** Whether a change made the package slower: the same work by this package and by an earlier one, in turn. */
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { PACKAGE_FOLDER } from '../harness/packedPackage';
import { understood } from '../sandbox/commandLine';
import { runCommand } from '../start/command';
import { projectRoot } from '../start/paths';
import { runSide } from './measure/runSide';
import { nameOf, withFreshPackage } from './measure/runTask';
import { namesOf, readRounds, USUAL_ROUNDS } from './options';
import { median, significant } from './report/numbers';
import { findTask, TASKS } from './tasks';
import type { Sample } from './task';

const COMPARED = TASKS.filter(({ unit }) => unit === undefined);

const USAGE = `The same work by this package and by an earlier one, in turn.

  npx tsx bench/compare.ts <package.tgz> [task ...] [options]

  <package.tgz>    the earlier one, as "npm pack" makes it
  --rounds <n>     how often each task is done (default ${USUAL_ROUNDS})
  --help           this text

  Tasks, all if none is named: ${namesOf(COMPARED)}
`;

const MEASURES = [
  ['time (s)', 'seconds'],
  ['CPU (s)', 'cpuSeconds'],
  ['memory (MiB)', 'grownMiB'],
  ['requests', 'requests'],
] as const;

function readOptions(args: string[]) {
  const options = { rounds: { type: 'string' }, help: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  if (values.help) return 'help';
  const [archive, ...names] = positionals;
  if (archive === undefined) throw new Error('Name the archive of an earlier package');
  const rounds = readRounds(values.rounds) ?? USUAL_ROUNDS;
  const tasks = names.length > 0 ? names.map(findTask) : COMPARED;
  return { archive: resolve(archive), tasks, rounds };
}

async function main(): Promise<void> {
  const { archive, tasks, rounds } = understood(USAGE, readOptions);
  await withFreshPackage(async (server) => {
    const folders = { before: await unpack(archive), now: PACKAGE_FOLDER };
    for (const task of tasks) {
      for (const one of task.cases) {
        const before: Sample[] = [];
        const now: Sample[] = [];
        const sides = [
          { samples: before, folder: folders.before },
          { samples: now, folder: folders.now },
        ];
        for (let round = 0; round < rounds; round++) {
          for (const { samples, folder } of round % 2 ? sides.toReversed() : sides) {
            samples.push(await runSide(server, task, 'ours', one, folder));
          }
        }
        console.log(`${task.title}, ${nameOf(task, one)}`);
        printComparison(before, now);
      }
    }
  });
}

/** The medians of both packages and the second's, if the first's is 1. */
function printComparison(before: Sample[], now: Sample[]): void {
  for (const [title, measure] of MEASURES) {
    const [first, second] = [before, now].map((samples) =>
      median(samples.map((sample) => sample[measure])),
    ) as [number, number];
    if (first === 0 && second === 0) continue;
    const ratio = significant(second / first);
    console.log(`  ${title}: ${significant(first)} before, ${significant(second)} now: ${ratio}`);
  }
}

async function unpack(archive: string): Promise<string> {
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
