import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../start/paths';
import { ChangedPackage } from '../support/changedPackage';
import { addNotes, findFunctions, buildFunctionName } from './functions';
import { runJest } from './runTests';

const CALLS_FILE = path.join(projectRoot, '.local', 'mutants', 'touchedBy.json');
const MAX_SECONDS_FOR_ALL = 3600;
/** Average number of tests of one file that run at the same time, if the file has concurrent tests. */
const CONCURRENT_TESTS = 5;
/** Test files that check constants, for which no function call can be recorded. All of them take about three seconds. */
const TESTS_OF_CONSTANTS = [
  'test/package/interface.test.ts',
  'test/package/projectFileSchemas.test.ts',
  'test/nodes/descriptions.test.ts',
  'test/nodes/Projects/entityFields.test.ts',
];

/** Calls of one test. Without a title, the calls were made outside the tests of the file. */
interface TestCalls {
  file: string;
  title?: string;
  milliseconds?: number;
  /** Indexes of the called functions. */
  touched: number[];
}

export interface Touched {
  /** Names of functions. */
  functions: string[];
  calls: TestCalls[];
}

export const findSources = (root: string) =>
  globSync('{platform,nodes}/**/*.ts', { cwd: root }).sort();

/** Returns which functions each test calls. The result is saved in `.local`. */
export async function readTouchedFunctions(): Promise<Touched> {
  if (existsSync(CALLS_FILE)) {
    const saved = JSON.parse(readFileSync(CALLS_FILE, 'utf8')) as Touched;
    // The run of a deleted test file would count as a failure.
    const existing = new Set(globSync('test/**/*.test.ts', { cwd: projectRoot }));
    return { ...saved, calls: saved.calls.filter(({ file }) => existing.has(file)) };
  }
  const copy = new ChangedPackage('mutants/noting');
  const functions: string[] = [];
  for (const file of findSources(projectRoot)) {
    const text = readFileSync(path.join(projectRoot, file), 'utf8');
    const id = ({ start }: { start: number }) => functions.push(buildFunctionName(file, start)) - 1;
    copy.write(file, addNotes(text, findFunctions(file, text), id));
  }
  await copy.build();
  const notes = path.join(copy.folder, 'notes.jsonl');
  rmSync(notes, { force: true });
  console.log('Running all tests once to record which functions they call');
  const tests = `(test/(platform|nodes|credentials)/|${TESTS_OF_CONSTANTS.join('|')})`;
  const failed = await runJest(copy.folder, [tests], MAX_SECONDS_FOR_ALL, { NOTES_FILE: notes });
  if (failed)
    console.log(`${failed} fails without a mutant. Its failed tests cannot notice mutants.`);
  const lines = readFileSync(notes, 'utf8').trim().split('\n');
  const calls = lines.map((line): TestCalls => {
    const call = JSON.parse(line) as TestCalls;
    return { ...call, file: path.relative(copy.folder, call.file) };
  });
  const found = { functions, calls };
  writeFileSync(CALLS_FILE, JSON.stringify(found));
  return found;
}

export interface ChosenTests {
  file: string;
  titles: string[];
  seconds: number;
}

/**
 * Chooses tests that call a function, with a total time of up to `maxSeconds`. If no test calls it, chooses tests that call another
 * function of its file. Tests in the nearest folders come first, then the fastest tests. The first file is always chosen.
 */
export function chooseTests(
  { functions, calls }: Touched,
  file: string,
  start: number | undefined,
  maxSeconds: number,
): ChosenTests[] {
  const around = functions.indexOf(buildFunctionName(file, start ?? -1));
  const isOfFile = functions.map((name) => name.startsWith(`${file}@`));
  const isCalledBy = ({ touched }: TestCalls) => touched.includes(around);
  const callers = calls.some(isCalledBy)
    ? isCalledBy
    : ({ touched }: TestCalls) => touched.some((index) => isOfFile[index]);
  const expectedTest = `test/${file.replace(/\.ts$/, '')}`;
  const measureDistance = (test: string) =>
    path.relative(expectedTest, test.replace(/\.test\.ts$/, '')).split('/').length;
  let remainingSeconds = maxSeconds;
  const found = [...new Set(calls.map((call) => call.file))]
    .map((testFile) => chooseInFile(testFile, calls, callers))
    .filter(({ titles }) => titles.length > 0)
    .sort((a, b) => measureDistance(a.file) - measureDistance(b.file) || a.seconds - b.seconds)
    .filter(({ seconds }, index) => {
      if (index > 0 && seconds > remainingSeconds) return false;
      remainingSeconds -= seconds;
      return true;
    });
  // A function that no test calls, such as one of the build, may build constants.
  if (start !== undefined && found.length > 0) return found;
  const constants = TESTS_OF_CONSTANTS.map((test) => chooseInFile(test, calls, () => true));
  return [...constants, ...found.filter((test) => !TESTS_OF_CONSTANTS.includes(test.file))];
}

/**
 * Chooses the tests of a file that call a function. It chooses all tests if the call is outside of tests, or if the tests run at
 * the same time, because then the calls of one test are recorded for another, and the sum of their times is too large. It also
 * chooses all tests of constants, because calls that build constants are recorded only for the first test, which loads the module.
 */
function chooseInFile(
  file: string,
  calls: TestCalls[],
  isCaller: (call: TestCalls) => boolean,
): ChosenTests {
  const all = calls.filter((call) => call.file === file);
  const text = readFileSync(path.join(projectRoot, file), 'utf8');
  const areConcurrent = /\.concurrent|support\/ownSandbox/.test(text);
  const sharesCalls = areConcurrent || TESTS_OF_CONSTANTS.includes(file);
  const isWhole = all.some((call) => (call.title === undefined || sharesCalls) && isCaller(call));
  const chosen = all.filter((call) => call.title !== undefined && (isWhole || isCaller(call)));
  const titles = chosen.map(({ title = '' }) => title);
  const milliseconds = chosen.reduce((sum, call) => sum + (call.milliseconds ?? 0), 0);
  const seconds = 0.5 + milliseconds / 1000 / (areConcurrent ? CONCURRENT_TESTS : 1);
  return { file, titles, seconds };
}
