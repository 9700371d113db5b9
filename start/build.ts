import { readdirSync } from 'node:fs';
import { mkdir, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runCommand } from './command';
import { localFolder, n8nFolder, projectRoot } from './paths';

const packageName = 'n8n-nodes-data-platform';

const packedFolder = join(localFolder, 'package');

/** Builds and packs the package. @returns the path of the tarball */
export async function buildPackage(say: (line: string) => void): Promise<string> {
  const started = Date.now();
  await runCommand(join(projectRoot, 'node_modules/.bin/gulp'), ['untyped'], projectRoot);
  await rm(packedFolder, { recursive: true, force: true });
  await mkdir(packedFolder, { recursive: true });
  const pack = ['pack', '--ignore-scripts', '--pack-destination', packedFolder];
  await runCommand('npm', pack, projectRoot);
  const [tarball] = readdirSync(packedFolder);
  if (tarball === undefined) throw new Error('npm pack did not create a tarball.');
  say(`Built and packed in ${Math.round((Date.now() - started) / 1000)} s.`);
  return join(packedFolder, tarball);
}

/** Replaces the package in the folder of the n8n that this project installs. */
export async function installPackage(tarball: string, userFolder: string): Promise<void> {
  const target = locatePackage(userFolder);
  await rm(target, { recursive: true, force: true });
  await unpackPackage(tarball, userFolder);
  await linkN8nWorkflow(dirname(target));
}

/** Unpacks over an older version: an n8n that watches the folder would not notice that the folder is replaced. */
export async function unpackPackage(tarball: string, userFolder: string): Promise<void> {
  const target = locatePackage(userFolder);
  await mkdir(target, { recursive: true });
  await runCommand('tar', ['-xzf', tarball, '-C', target, '--strip-components=1'], projectRoot);
}

/**
 * Without this link, Node would find the development copy of n8n-workflow above the user folder, and n8n would not recognize
 * the classes of its errors. In other folders, Node finds n8n's own copy.
 */
async function linkN8nWorkflow(modules: string): Promise<void> {
  const link = join(modules, 'n8n-workflow');
  await rm(link, { recursive: true, force: true });
  await symlink(join(n8nFolder, 'node_modules', 'n8n-workflow'), link);
}

export function locatePackage(userFolder: string): string {
  return join(userFolder, '.n8n', 'nodes', 'node_modules', packageName);
}
