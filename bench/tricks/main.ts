/**
 * What each trick of the package brings: the same work by the package as it is and by one that has the file in its
 * plain form, in turn. `npx tsx bench/tricks/main.ts [rounds]`
 */
import { join } from 'node:path';
import { runCommand } from '../../start/command';
import { projectRoot } from '../../start/paths';
import packOnce, { PACKAGE_FOLDER } from '../../harness/packedPackage';
import { comparePackages, type TwoPackages } from '../measure/twoPackages';
import { startServer } from '../server/start';
import { findTask } from '../tasks';
import { plainPackage } from './plainPackage';
import { TRICKS } from './tricks';

const [rounds = 5] = process.argv.slice(2).map(Number);

async function main(): Promise<void> {
  await runCommand(join(projectRoot, 'node_modules/.bin/gulp'), ['build'], projectRoot);
  packOnce();
  const server = startServer();
  try {
    for (const trick of TRICKS) {
      const packages: TwoPackages = [
        ['with', PACKAGE_FOLDER],
        ['without', await plainPackage(trick)],
      ];
      for (const task of trick.tasks.map(findTask)) {
        const title = `${trick.name} (${trick.file}), ${task.name}`;
        await comparePackages(server, title, task, 0, packages, rounds);
      }
    }
  } finally {
    server.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
