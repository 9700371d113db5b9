import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { locatePackage } from './build';
import { runCommand } from './command';
import { projectRoot } from './paths';
import { watchFolders } from './watchFolders';

const sources = ['nodes', 'platform', 'credentials'];
/** Time without changes before a build starts, because an editor may save several files, each in several steps. */
const debounceMs = 150;

/** Builds the package into the folder that n8n watches, now and after each change. Types are not checked. */
export async function reloadOnChange(
  userFolder: string,
  say: (line: string) => void,
): Promise<void> {
  // Only these builds have source maps, which breakpoints need.
  process.env.SOURCE_MAPS = 'true';
  await rebuild(userFolder, 'All files', say);
  let debounce: NodeJS.Timeout | undefined;
  let building = Promise.resolve();
  const watchNewFolders = watchFolders(projectRoot, sources, (file) => {
    clearTimeout(debounce);
    debounce = setTimeout(() => {
      try {
        watchNewFolders();
      } catch (error) {
        say(
          `Some folders are not watched. If a change has no effect, restart this command. The error: ${(error as Error).message}`,
        );
      }
      building = building.then(() => rebuild(userFolder, file, say));
    }, debounceMs);
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
    const target = join(locatePackage(userFolder), 'dist');
    await cp(join(projectRoot, 'dist'), target, { recursive: true });
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    say(`${file}: built and loaded in ${seconds} s`);
  } catch (error) {
    say(`${file}: the build failed\n${(error as Error).message}`);
  }
}
