/**
 * What each trick of the package brings: the same work by the package as it is and by one that has the file in its
 * plain form, in turn. `npx tsx bench/tricks/main.ts [rounds]`
 */
import { PACKAGE_FOLDER } from '../../harness/packedPackage';
import { withFreshPackage } from '../measure/freshPackage';
import { comparePackages } from '../measure/twoPackages';
import { findTask } from '../tasks';
import { plainPackage } from './plainPackage';
import { TRICKS } from './tricks';

const [rounds = 5] = process.argv.slice(2).map(Number);

async function main(): Promise<void> {
  await withFreshPackage(async (server) => {
    for (const trick of TRICKS) {
      const usual = { name: 'with', folder: PACKAGE_FOLDER };
      const plain = { name: 'without', folder: await plainPackage(trick) };
      for (const task of trick.tasks.map(findTask)) {
        const title = `${trick.name} (${trick.file}), ${task.name}`;
        await comparePackages(server, title, task, 0, [usual, plain], rounds);
      }
    }
  });
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
