import { readdirSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from './command';
import { localFolder, projectRoot } from './paths';

const packageName = 'n8n-nodes-data-platform';

const packedFolder = join(localFolder, 'package');

/** Builds and packs the package. Returns the path of the tarball. */
export async function buildPackage(say: (line: string) => void): Promise<string> {
  const started = Date.now();
  await runCommand(join(projectRoot, 'node_modules/.bin/gulp'), ['untyped'], projectRoot);
  await rm(packedFolder, { recursive: true, force: true });
  await mkdir(packedFolder, { recursive: true });
  const pack = ['pack', '--ignore-scripts', '--pack-destination', packedFolder];
  await runCommand('npm', pack, projectRoot);
  const [tarball] = readdirSync(packedFolder);
  if (tarball === undefined) throw new Error('npm pack has left no tarball.');
  say(`Built and packed in ${Math.round((Date.now() - started) / 1000)} s.`);
  return join(packedFolder, tarball);
}

/** Unpacks the tarball where n8n looks for community packages: what runs is what would be published. */
export async function installPackage(tarball: string, userFolder: string): Promise<void> {
  const target = installedPackage(userFolder);
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  await runCommand('tar', ['-xzf', tarball, '-C', target, '--strip-components=1'], projectRoot);
}

/** Where n8n looks for this package. */
export function installedPackage(userFolder: string): string {
  return join(userFolder, '.n8n', 'nodes', 'node_modules', packageName);
}
