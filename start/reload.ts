import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { installedPackage } from './build';
import { runCommand } from './command';
import { projectRoot } from './paths';
import { watchFolders } from './watchFolders';

const sources = ['nodes', 'platform', 'credentials'];
/** An editor may save several files, each in several steps. */
const quietMs = 150;

/** After each change, builds the package into the folder that n8n watches. Types are checked by the editor and the tests. */
export async function reloadOnChange(
  userFolder: string,
  say: (line: string) => void,
): Promise<void> {
  // Only these builds have source maps, for breakpoints. Published files have none.
  process.env.SOURCE_MAPS = 'true';
  await rebuild(userFolder, 'Every file', say);
  let quiet: NodeJS.Timeout | undefined;
  let building = Promise.resolve();
  const watchNewFolders = watchFolders(projectRoot, sources, (file) => {
    clearTimeout(quiet);
    quiet = setTimeout(() => {
      try {
        watchNewFolders();
      } catch (error) {
        say(
          `Not every folder is watched. Restart if a change is not noticed. The error: ${(error as Error).message}`,
        );
      }
      building = building.then(() => rebuild(userFolder, file, say));
    }, quietMs);
  });
}

async function rebuild(
  userFolder: string,
  file: string,
  say: (line: string) => void,
): Promise<void> {
  const started = Date.now();
  try {
    await runCommand(join(projectRoot, 'node_modules/.bin/gulp'), ['bundle'], projectRoot);
    const target = join(installedPackage(userFolder), 'dist');
    await cp(join(projectRoot, 'dist'), target, { recursive: true });
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    say(`${file}: built and loaded in ${seconds} s`);
  } catch (error) {
    say(`${file}: cannot be built\n${(error as Error).message}`);
  }
}
