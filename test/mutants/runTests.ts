import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../start/paths';
import type { ChosenTests } from './touchedFunctions';

/** The time limit of a mutant is the start of Jest plus three times the time of its tests without the mutant. */
const START_SECONDS = 30;
const TIME_FACTOR = 3;

const running = new Set<ChildProcess>();

function killTests({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL');
}

export const endTests = () => running.forEach(killTests);

/** Runs Jest in a copy of the project. @returns first test file that failed, or 'time' if the tests took too long */
export async function runJest(
  folder: string,
  args: readonly string[],
  maxSeconds: number,
  env: Record<string, string> = {},
): Promise<string | undefined> {
  const jest = ['node_modules/jest/bin/jest.js', '--forceExit'];
  const setUp = [
    '--globalSetup=./test/mutants/noSetup.mjs',
    '--env=./test/mutants/environment.cjs',
  ];
  const child = spawn(
    path.join(projectRoot, 'node_modules/.bin/node'),
    [...jest, ...setUp, ...args],
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
  const timer = setTimeout(() => killTests(child), maxSeconds * 1000);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  running.delete(child);
  if (code === 0) return undefined;
  return /^FAIL (\S+)/m.exec(report)?.[1] ?? 'time';
}

export async function findFirstFailure(
  folder: string,
  tests: readonly ChosenTests[],
): Promise<string | undefined> {
  const files = tests.map(({ file }) => file);
  const chosen = tests.map(({ file, titles }) => [path.join(folder, file), titles] as const);
  const chosenFile = path.join(folder, 'chosen.json');
  writeFileSync(chosenFile, JSON.stringify(Object.fromEntries(chosen)));
  const inOrder = ['--testSequencer=./test/mutants/inOrder.cjs', '--runInBand', '--bail'];
  const seconds = tests.reduce((sum, test) => sum + test.seconds, 0);
  const maxSeconds = START_SECONDS + TIME_FACTOR * seconds;
  return await runJest(folder, [...inOrder, '--runTestsByPath', ...files], maxSeconds, {
    TESTS_IN_ORDER: files.join(','),
    CHOSEN_FILE: chosenFile,
  });
}
