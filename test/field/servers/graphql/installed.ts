import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Where the servers have a package.json of their own. */
const FOLDER = path.resolve(__dirname, '..', '..');
const INSTALLER = path.resolve(FOLDER, '..', '..', 'start', 'npm.mjs');

/** Installs the servers, once for each lock file. */
export function installServers(): void {
  const script = `
    const { installLocked } = await import(${JSON.stringify(pathToFileURL(INSTALLER).href)});
    const { rmSync } = await import('node:fs');
    const directory = ${JSON.stringify(FOLDER)};
    const isNew = await installLocked(directory, 'the GraphQL servers', ['graphql']);
    // All of them share the one that made the sandbox's schema: graphql takes no schema of another copy of itself.
    if (isNew) rmSync(directory + '/node_modules/graphql', { recursive: true, force: true });
  `;
  execFileSync(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' });
}

const requireInstalled = createRequire(path.join(FOLDER, 'package.json'));

/** A module of those servers; they are not there when types are checked. */
export function installed<Module>(name: string): Module {
  return requireInstalled(name) as Module;
}
