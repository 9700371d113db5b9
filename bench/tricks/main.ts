/**
 * What each trick of the package brings: the same work by the package as it is and by one that has the file in its
 * plain form, in turn. `npx tsx bench/tricks/main.ts [rounds]`
 */
import { join } from 'node:path';
import { runCommand } from '../../start/command';
import { projectRoot } from '../../start/paths';
import packOnce, { PACKAGE_FOLDER } from '../../harness/packedPackage';
import { runSide } from '../measure/runSide';
import type { Sample } from '../measure/sample';
import { median, significant } from '../report/numbers';
import { startServer } from '../server/start';
import { findTask } from '../tasks';
import { plainPackage } from './plainPackage';
import { TRICKS } from './tricks';

const [rounds = 5] = process.argv.slice(2).map(Number);

const MEASURES = [
  ['time (s)', 'seconds'],
  ['CPU (s)', 'cpuSeconds'],
  ['memory (MiB)', 'grownMiB'],
] as const;

async function main(): Promise<void> {
  await runCommand(join(projectRoot, 'node_modules/.bin/gulp'), ['build'], projectRoot);
  packOnce();
  const server = startServer();
  try {
    for (const trick of TRICKS) {
      const folders = { with: PACKAGE_FOLDER, without: await plainPackage(trick) };
      for (const task of trick.tasks.map(findTask)) {
        const samples = { with: [] as Sample[], without: [] as Sample[] };
        for (let round = 0; round < rounds; round++) {
          const names = ['with', 'without'] as const;
          for (const name of round % 2 ? names.toReversed() : names) {
            samples[name].push(await runSide(server, task, 'ours', 0, folders[name]));
          }
        }
        print(`${trick.name} (${trick.file}), ${task.name}`, samples);
      }
    }
  } finally {
    server.stop();
  }
}

function print(title: string, samples: Record<'with' | 'without', Sample[]>): void {
  console.log(title);
  for (const [measure, key] of MEASURES) {
    const [mine = 0, plain = 0] = [samples.with, samples.without].map((each) =>
      median(each.map((sample) => sample[key])),
    );
    const ratio = significant(plain / mine);
    console.log(`  ${measure}: ${significant(mine)} with, ${significant(plain)} without: ${ratio}`);
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
