/** `npm run test:quick -- <file>`: some tests, on what has changed; types are left to the editor and `npm test`. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { projectRoot } from '../start/paths';
import { sourceNewerThanBuild } from './staleBuild';

const command = (name: string, ...given: string[]) => {
  const file = path.join(projectRoot, 'node_modules/.bin', name);
  const options = { cwd: projectRoot, stdio: 'inherit', shell: process.platform === 'win32' };
  return spawnSync(file, given, options as object).status ?? 1;
};

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error('Which tests? As: npm run test:quick -- test/nodes/Projects/app/app.test.ts');
  process.exit(1);
}
const changed = sourceNewerThanBuild(projectRoot);
if (changed !== undefined) {
  console.log(`${changed} has changed: building, without a check of types`);
  const status = command('gulp', '--silent', 'untyped');
  if (status !== 0) process.exit(status);
}
process.exit(command('jest', '--maxWorkers=1', ...files));
