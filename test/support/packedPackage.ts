import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '..', '..');
const FOLDER = path.join(ROOT, '.local', 'packed');

/** Folder with the unpacked result of `npm pack`, so that tests use the published files. */
export const PACKAGE_FOLDER = process.env.TEST_PACKAGE_FOLDER ?? path.join(FOLDER, 'package');

export const PACKAGE_ARCHIVE = path.join(FOLDER, 'package.tgz');

/** Builds and packs the package once before all tests, unless TEST_PACKAGE_FOLDER is set. */
export default function packOnce(): void {
  if (process.env.TEST_PACKAGE_FOLDER) return;
  execFileSync(path.join(ROOT, 'node_modules/.bin/gulp'), ['--silent', 'untyped'], {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
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
