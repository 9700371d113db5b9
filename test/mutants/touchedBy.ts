import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../start/paths';
import { ChangedPackage } from '../support/changedPackage';
import { addNotes, findFunctions, functionName } from './functions';
import { runJest } from './runTests';

const KEPT = path.join(projectRoot, '.local', 'mutants', 'touchedBy.json');
const MAX_SECONDS_FOR_ALL = 3600;
/** So many concurrent tests of a file run at the same time, on average. */
const CONCURRENT_TESTS = 5;
/** These test files compare constants, which no test calls. */
const TESTS_OF_CONSTANTS = ['test/package/interface.test.ts', 'test/nodes/descriptions.test.ts'];

/** Calls of a test, or, without a title, calls outside the tests of its file. */
interface Call {
  file: string;
  title?: string;
  milliseconds?: number;
  /** Indexes of functions. */
  touched: number[];
}

export interface Touched {
  /** Names of functions. */
  functions: string[];
  calls: Call[];
}

export const findSources = (root: string) =>
  globSync('{platform,nodes}/**/*.ts', { cwd: root }).sort();

/** Finds out which functions each test calls, and keeps that in `.local`. */
export async function touchedBy(): Promise<Touched> {
  if (existsSync(KEPT)) {
    const kept = JSON.parse(readFileSync(KEPT, 'utf8')) as Touched;
    // A deleted test file would count as a failure.
    const there = new Set(globSync('test/**/*.test.ts', { cwd: projectRoot }));
    return { ...kept, calls: kept.calls.filter(({ file }) => there.has(file)) };
  }
  const copy = new ChangedPackage('mutants/noting');
  const functions: string[] = [];
  for (const file of findSources(projectRoot)) {
    const text = readFileSync(path.join(projectRoot, file), 'utf8');
    const id = ({ start }: { start: number }) => functions.push(functionName(file, start)) - 1;
    copy.write(file, addNotes(text, findFunctions(file, text), id));
  }
  await copy.build();
  const notes = path.join(copy.folder, 'notes.jsonl');
  rmSync(notes, { force: true });
  console.log('Running all tests once, to see what they call');
  const tests = `(test/(platform|nodes|credentials)/|${TESTS_OF_CONSTANTS.join('|')})`;
  const failed = await runJest(copy.folder, [tests], MAX_SECONDS_FOR_ALL, { NOTES_FILE: notes });
  if (failed)
    console.log(`${failed} fails by itself: a mutant that only its failed tests notice survives`);
  const lines = readFileSync(notes, 'utf8').trim().split('\n');
  const calls = lines.map((line): Call => {
    const call = JSON.parse(line) as Call;
    return { ...call, file: path.relative(copy.folder, call.file) };
  });
  const found = { functions, calls };
  writeFileSync(KEPT, JSON.stringify(found));
  return found;
}

export interface ChosenTests {
  file: string;
  titles: string[];
  seconds: number;
}

/**
 * Chooses tests that call a function, or else any function of its file, up to `maxSeconds` together. Tests of the nearest
 * folders come first, of these the fastest. The first file is chosen in any case.
 */
export function chooseTests(
  { functions, calls }: Touched,
  file: string,
  start: number | undefined,
  maxSeconds: number,
): ChosenTests[] {
  const around = functions.indexOf(functionName(file, start ?? -1));
  const isOfFile = functions.map((name) => name.startsWith(`${file}@`));
  const isCalledBy = ({ touched }: Call) => touched.includes(around);
  const callers = calls.some(isCalledBy)
    ? isCalledBy
    : ({ touched }: Call) => touched.some((one) => isOfFile[one]);
  const own = `test/${file.replace(/\.ts$/, '')}`;
  const distanceTo = (test: string) =>
    path.relative(own, test.replace(/\.test\.ts$/, '')).split('/').length;
  let left = maxSeconds;
  const found = [...new Set(calls.map((call) => call.file))]
    .map((testFile) => chooseInFile(testFile, calls, callers))
    .filter(({ titles }) => titles.length > 0)
    .sort((a, b) => distanceTo(a.file) - distanceTo(b.file) || a.seconds - b.seconds)
    .filter(({ seconds }, index) => {
      if (index > 0 && seconds > left) return false;
      left -= seconds;
      return true;
    });
  const isConstant = start === undefined && file.startsWith('nodes/');
  const constants = TESTS_OF_CONSTANTS.map((test) => chooseInFile(test, calls, () => true));
  return isConstant ? [...constants, ...found] : found;
}

/**
 * Chooses all tests of a file if a call outside its tests counts, or if they run at the same time: then it is not known which
 * of them called what, and their times add up to more than they take.
 */
function chooseInFile(file: string, calls: Call[], isCaller: (call: Call) => boolean): ChosenTests {
  const all = calls.filter((call) => call.file === file);
  const text = readFileSync(path.join(projectRoot, file), 'utf8');
  const areConcurrent = /\.concurrent|support\/ownSandbox/.test(text);
  const isWhole = all.some((call) => (call.title === undefined || areConcurrent) && isCaller(call));
  const chosen = all.filter((call) => call.title !== undefined && (isWhole || isCaller(call)));
  const titles = chosen.map(({ title = '' }) => title);
  const milliseconds = chosen.reduce((sum, call) => sum + (call.milliseconds ?? 0), 0);
  const seconds = 0.5 + milliseconds / 1000 / (areConcurrent ? CONCURRENT_TESTS : 1);
  return { file, titles, seconds };
}
