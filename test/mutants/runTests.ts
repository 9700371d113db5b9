import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../start/paths';
import type { ChosenTests } from './touchedBy';

/** A mutant gets the start of jest, and three times the time of its tests without it. */
const START_SECONDS = 30;
const MAX_TIMES = 3;

const running = new Set<ChildProcess>();

function end({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL');
}

export const endTests = () => running.forEach(end);

/** Runs jest in a copy of the project. @returns first test file that failed, or 'time' if they took too long */
export async function runJest(
  folder: string,
  given: readonly string[],
  mostSeconds: number,
  env: Record<string, string> = {},
): Promise<string | undefined> {
  const jest = ['node_modules/jest/bin/jest.js', '--forceExit'];
  const setUp = [
    '--globalSetup=./test/mutants/noSetup.mjs',
    '--env=./test/mutants/environment.cjs',
  ];
  const child = spawn(
    path.join(projectRoot, 'node_modules/.bin/node'),
    [...jest, ...setUp, ...given],
    {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
      env: { ...process.env, TEST_PACKAGE_FOLDER: folder, ...env },
    },
  );
  let report = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (report += text));
  running.add(child);
  const tooLong = setTimeout(() => end(child), mostSeconds * 1000);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(tooLong);
  running.delete(child);
  if (code === 0) return undefined;
  return /^FAIL (\S+)/m.exec(report)?.[1] ?? 'time';
}

export async function firstFailure(
  folder: string,
  tests: readonly ChosenTests[],
): Promise<string | undefined> {
  const files = tests.map(({ file }) => file);
  const chosen = tests.map(({ file, titles }) => [path.join(folder, file), titles] as const);
  const chosenFile = path.join(folder, 'chosen.json');
  writeFileSync(chosenFile, JSON.stringify(Object.fromEntries(chosen)));
  const inOrder = ['--testSequencer=./test/mutants/inOrder.cjs', '--runInBand', '--bail'];
  const seconds = tests.reduce((sum, one) => sum + one.seconds, 0);
  const mostSeconds = START_SECONDS + MAX_TIMES * seconds;
  return await runJest(folder, [...inOrder, '--runTestsByPath', ...files], mostSeconds, {
    TESTS_IN_ORDER: files.join(','),
    CHOSEN_FILE: chosenFile,
  });
}
