import { existsSync, writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../../start/command';
import { npm } from '../../start/npm.mjs';
import { localFolder, projectRoot } from '../../start/paths';

type NodeMajor = 20 | 22 | 24;

export interface Release {
  /** Version of n8n without the last number, such as 1.81. */
  n8n: string;
  /** Version of the package n8n-core. */
  core: string;
  node: NodeMajor;
}

/** Describes the release with this version of n8n-core. */
export function toRelease(core: string): Release {
  const [major = 0, minor = 0] = core.split('.').map(Number);
  // Until 2.0, n8n-core was one minor version behind n8n.
  const n8n = `${major}.${major === 1 ? minor + 1 : minor}`;
  if (major === 1) return { n8n, core, node: minor < 100 ? 20 : 22 };
  return { n8n, core, node: minor < 20 ? 22 : 24 };
}

const cache = join(localFolder, 'versions');
const QUIET = ['--no-package-lock', '--no-audit', '--no-fund'];

/** Installs the engine of a release, and beside it the packed nodes, as in n8n. @returns the folder */
export async function installRelease({ core }: Release, tarball: string): Promise<string> {
  const folder = await download(`core-${core}`, { 'n8n-core': core });
  const nodes = packageIn(folder);
  await rm(nodes, { recursive: true, force: true });
  await mkdir(nodes, { recursive: true });
  await runCommand('tar', ['-xzf', tarball, '-C', nodes, '--strip-components=1'], projectRoot);
  return folder;
}

export function packageIn(folder: string): string {
  return join(folder, 'node_modules', 'n8n-nodes-data-platform');
}

/** @returns path of a Node of this version */
export async function installNode(major: NodeMajor): Promise<string> {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const folder = await download(`node-${major}`, { node: String(major) }, ['node']);
  return join(folder, 'node_modules', 'node', 'bin', 'node');
}

/** Downloads packages into a folder of their own, once. There is no lock file, since users have none either. */
export async function download(
  name: string,
  dependencies: Record<string, string>,
  rebuild: string[] = [],
): Promise<string> {
  const folder = join(cache, name);
  const stamp = join(folder, 'installed');
  if (existsSync(stamp)) return folder;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  await npm(folder, ['install', '--ignore-scripts', ...QUIET]);
  if (rebuild.length > 0) await npm(folder, ['rebuild', ...rebuild, '--ignore-scripts=false']);
  writeFileSync(stamp, '');
  return folder;
}
