import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from '../../start/command';
import { projectRoot } from '../../start/paths';
import type { Trick } from './tricks';

const SOURCES = [
  'package.json',
  'gulpfile.js',
  'tsconfig.json',
  'nodes',
  'credentials',
  'platform',
  'dist',
];

/** Builds the package with one file in its plain form. @returns its folder */
export async function plainPackage({ file, plain }: Trick): Promise<string> {
  const folder = path.join(projectRoot, '.local', 'bench', 'plain', path.parse(plain).name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const source of SOURCES) {
    cpSync(path.join(projectRoot, source), path.join(folder, source), { recursive: true });
  }
  symlinkSync(path.join(projectRoot, 'node_modules'), path.join(folder, 'node_modules'));
  cpSync(path.join(__dirname, 'plain', plain), path.join(folder, file));
  await runCommand(path.join(projectRoot, 'node_modules/.bin/gulp'), ['bundle'], folder);
  return folder;
}
