import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../start/paths';
import { ChangedPackage } from '../support/changedPackage';
import { noting } from './functions';
import { testsPass } from './runTests';

const KEPT = path.join(projectRoot, '.local', 'mutants', 'touchedBy.json');
/** Longer ones are no help: a mutant is tried against many tests. */
const MOST_SECONDS = 60;

export interface TestFile {
  file: string;
  seconds: number;
  /** Names of the functions that it calls. */
  touched: string[];
}

export const sourcesOf = (root: string) => globSync('platform/**/*.ts', { cwd: root }).sort();

/** Which functions of the platform client each test file calls; asked once, then kept in \`.local\`. */
export async function touchedBy(): Promise<TestFile[]> {
  if (existsSync(KEPT)) return JSON.parse(readFileSync(KEPT, 'utf8')) as TestFile[];
  const copies = [new ChangedPackage('mutants/noting-0'), new ChangedPackage('mutants/noting-1')];
  for (const copy of copies) {
    for (const file of sourcesOf(projectRoot)) {
      copy.write(file, noting(file, readFileSync(path.join(projectRoot, file), 'utf8')));
    }
    await copy.build();
  }
  const waiting = globSync('test/{platform,nodes,credentials}/**/*.test.ts', { cwd: projectRoot });
  const found: TestFile[] = [];
  await Promise.all(
    copies.map(async ({ folder }) => {
      for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
        const notes = path.join(folder, 'touched.txt');
        rmSync(notes, { force: true });
        const began = Date.now();
        const passes = await testsPass(folder, [file], { TOUCHED_FILE: notes });
        const seconds = (Date.now() - began) / 1000;
        const touched = existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n') : [];
        console.log(
          `${file}: ${touched.length} functions, ${seconds.toFixed(0)} s${passes ? '' : ', failed'}`,
        );
        if (passes && seconds < MOST_SECONDS)
          found.push({ file, seconds, touched: [...new Set(touched)] });
      }
    }),
  );
  writeFileSync(KEPT, JSON.stringify(found));
  return found;
}
