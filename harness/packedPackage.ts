import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { sourceNewerThanBuild } from './staleBuild';

const ROOT = path.resolve(__dirname, '..');
const FOLDER = path.join(ROOT, '.local', 'packed');

/** The unpacked result of `npm pack`: what is tried here is what would be published. */
export const PACKAGE_FOLDER = process.env.TEST_PACKAGE_FOLDER ?? path.join(FOLDER, 'package');

/** Its archive. */
export const PACKAGE_ARCHIVE = path.join(FOLDER, 'package.tgz');

/** Where the tests are told of a source that is newer than dist/. */
const STALE = 'TEST_SOURCE_NEWER_THAN_BUILD';

/** @throws Error where the package was packed from a dist/ that is older than its sources */
export function requireFreshBuild(): void {
  const source = process.env[STALE];
  if (source) throw new Error(`dist/ is older than ${source}: run "npx gulp build" first`);
}

/** Packs dist/ once before all tests; `gulp build` has made it. A package that was given is used as it is. */
export default function packOnce(): void {
  if (process.env.TEST_PACKAGE_FOLDER) return;
  // Tests of the platform client alone need no dist/, so only those that load it fail.
  process.env[STALE] = sourceNewerThanBuild(ROOT) ?? '';
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const printed = execFileSync(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--loglevel=error', '--pack-destination', FOLDER],
    { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [{ filename }] = JSON.parse(printed) as [{ filename: string }];
  renameSync(path.join(FOLDER, filename), PACKAGE_ARCHIVE);
  execFileSync('tar', ['-xzf', PACKAGE_ARCHIVE, '-C', FOLDER]);
}
