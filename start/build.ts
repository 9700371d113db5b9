import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from './command';
import { localFolder, projectRoot } from './paths';

const packageName = 'n8n-nodes-data-platform';

const packedFolder = join(localFolder, 'package');
const stampFile = join(packedFolder, 'sources');
const sources = [
  'credentials',
  'nodes',
  'platform',
  'gulpfile.js',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

/** Builds and packs the package unless its sources are those of the last time; gives the tarball. */
export async function buildPackage(say: (line: string) => void): Promise<string> {
  const stamp = hashOfSources();
  const packed = packedTarball();
  if (packed !== undefined && stampOnDisk() === stamp) return packed;

  const started = Date.now();
  say('Building and packing the nodes …');
  await rm(packedFolder, { recursive: true, force: true });
  await mkdir(packedFolder, { recursive: true });
  await runCommand(join(projectRoot, 'node_modules/.bin/gulp'), ['build'], projectRoot);
  await runCommand('npm', ['pack', '--pack-destination', packedFolder], projectRoot);
  const tarball = packedTarball();
  if (tarball === undefined) throw new Error('npm pack has left no tarball.');
  writeFileSync(stampFile, stamp);
  say(`Built and packed in ${Math.round((Date.now() - started) / 1000)} s.`);
  return tarball;
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

function packedTarball(): string | undefined {
  if (!existsSync(packedFolder)) return undefined;
  const name = readdirSync(packedFolder).find((file) => file.endsWith('.tgz'));
  return name === undefined ? undefined : join(packedFolder, name);
}

function stampOnDisk(): string | undefined {
  return existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : undefined;
}

function hashOfSources(): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of filesOf(source)) {
      hash.update(file);
      hash.update(readFileSync(join(projectRoot, file)));
    }
  }
  return hash.digest('hex');
}

function filesOf(source: string): string[] {
  if (source.includes('.')) return [source];
  return readdirSync(join(projectRoot, source), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(projectRoot.length + 1))
    .sort();
}
