import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { projectRoot } from '../../start/paths';

const MOST_SECONDS = 240;

/** Runs tests in a copy of the project, against the package that was built there. @returns whether all pass, in time */
export async function testsPass(
  folder: string,
  tests: readonly string[],
  env: Record<string, string> = {},
): Promise<boolean> {
  const jest = ['node_modules/jest/bin/jest.js', '--runInBand', '--bail', '--forceExit'];
  const setUp = '--globalSetup=./test/mutants/noSetup.mjs';
  const child = spawn(
    path.join(projectRoot, 'node_modules/.bin/node'),
    [...jest, setUp, '--runTestsByPath', ...tests],
    {
      cwd: folder,
      stdio: 'ignore',
      detached: true,
      env: { ...process.env, TEST_PACKAGE_FOLDER: folder, ...env },
    },
  );
  const tooLong = setTimeout(() => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, MOST_SECONDS * 1000);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(tooLong);
  return code === 0;
}
