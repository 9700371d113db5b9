import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from '../../start/command';
import { projectRoot } from '../../start/paths';

const SOURCES = [
  'package.json',
  'gulpfile.js',
  'tsconfig.json',
  'jest.config.mjs',
  'nodes',
  'credentials',
  'platform',
  'sandbox',
  'start',
  'test',
  // Tests read the docs and the workflows.
  'docs',
  'workflows',
  'dist',
];

/** A copy of the project whose sources a test changes. */
export class ChangedPackage {
  readonly folder: string;

  /** @param name folder below `.local` */
  constructor(name: string) {
    this.folder = path.join(projectRoot, '.local', name);
    rmSync(this.folder, { recursive: true, force: true });
    mkdirSync(this.folder, { recursive: true });
    for (const source of SOURCES) {
      cpSync(path.join(projectRoot, source), path.join(this.folder, source), {
        recursive: true,
        filter: (file) => path.basename(file) !== 'node_modules',
      });
    }
    symlinkSync(path.join(projectRoot, 'node_modules'), path.join(this.folder, 'node_modules'));
  }

  write(file: string, text: string): void {
    writeFileSync(path.join(this.folder, file), text);
  }

  async build(): Promise<void> {
    await runCommand(path.join(projectRoot, 'node_modules/.bin/gulp'), ['bundle'], this.folder);
  }
}
