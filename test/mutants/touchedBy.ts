import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../start/paths';
import { ChangedPackage } from '../support/changedPackage';
import { noting } from './functions';
import { runJest } from './runTests';

const KEPT = path.join(projectRoot, '.local', 'mutants', 'touchedBy.json');
/** Longer ones are no help: a mutant is tried against many tests. */
const MAX_SECONDS = 60;
const MAX_SECONDS_FOR_ALL = 3600;
/** What compares constants, which no test calls. */
export const TESTS_OF_CONSTANTS = [
  'test/package/interface.test.ts',
  'test/nodes/repeatable.test.ts',
];

export interface TestFile {
  file: string;
  seconds: number;
  /** Names of the functions that it calls. */
  touched: string[];
}

/** What jest writes with `--json`. */
interface Report {
  testResults: Array<{ name: string; status: string; startTime: number; endTime: number }>;
}

export const sourcesOf = (root: string) =>
  globSync('{platform,nodes}/**/*.ts', { cwd: root }).sort();

/** Which functions of the client and the nodes each test file calls; asked once, then kept in `.local`. */
export async function touchedBy(): Promise<TestFile[]> {
  if (existsSync(KEPT)) {
    const kept = JSON.parse(readFileSync(KEPT, 'utf8')) as TestFile[];
    return kept.filter(({ file }) => existsSync(path.join(projectRoot, file)));
  }
  const copy = new ChangedPackage('mutants/noting');
  for (const file of sourcesOf(projectRoot)) {
    copy.write(file, noting(file, readFileSync(path.join(projectRoot, file), 'utf8')));
  }
  await copy.build();
  const notes = path.join(copy.folder, 'touched.jsonl');
  const report = path.join(copy.folder, 'report.json');
  rmSync(notes, { force: true });
  console.log('Running all tests once, to see what they call');
  await runJest(
    copy.folder,
    [
      '--json',
      `--outputFile=${report}`,
      `(test/(platform|nodes|credentials)/|${TESTS_OF_CONSTANTS.join('|')})`,
    ],
    MAX_SECONDS_FOR_ALL,
    { TOUCHED_FILE: notes },
  );
  const calls = callsOf(readFileSync(notes, 'utf8'));
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const found = testResults.flatMap(({ name, status, startTime, endTime }) => {
    const file = path.relative(copy.folder, name);
    const seconds = (endTime - startTime) / 1000;
    const isSlow = seconds >= MAX_SECONDS;
    if (status === 'passed' && !isSlow) {
      return [{ file, seconds, touched: [...(calls.get(name) ?? [])] }];
    }
    const reason = isSlow ? `takes ${Math.round(seconds)} s here` : 'fails by itself';
    console.log(`${file} ${reason} and is left out: a mutant that only it notices survives`);
    return [];
  });
  writeFileSync(KEPT, JSON.stringify(found));
  return found;
}

/** By test file. */
function callsOf(notes: string): Map<string, Set<string>> {
  const calls = new Map<string, Set<string>>();
  for (const line of notes.trim().split('\n')) {
    const { name, test } = JSON.parse(line) as { name: string; test: string };
    calls.set(test, (calls.get(test) ?? new Set()).add(name));
  }
  return calls;
}
