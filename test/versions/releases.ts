import { runCommand } from '../../start/command';
import { projectRoot } from '../../start/paths';

export interface Release {
  /** Version of n8n without the last number, such as 1.81. */
  n8n: string;
  /** Version of the package n8n-core. */
  core: string;
  node: NodeMajor;
}

export type NodeMajor = 20 | 22 | 24;

/** The oldest that is supported, the last 1.x, the first 2.x, and some up to the newest. */
export const USUAL_RELEASES = [
  '1.80.2',
  '1.122.48',
  '2.0.0',
  '2.30.4',
  '2.35.5',
  '2.40.3',
  '2.41.1',
].map(toRelease);

const OLDEST_CORE = '1.80';

/** Finds the newest release of each minor version in the registry. @param oldest version of n8n; default: the oldest that is supported */
export async function findReleases(oldest = ''): Promise<Release[]> {
  const printed = await runCommand('npm', ['view', 'n8n-core', 'versions', '--json'], projectRoot);
  const newest = new Map<string, string>();
  for (const version of (JSON.parse(printed) as string[]).sort(byNumbers)) {
    const minor = version.split('.').slice(0, 2).join('.');
    const isWanted = /^[\d.]+$/.test(version) && byNumbers(minor, OLDEST_CORE) >= 0;
    if (isWanted) newest.set(minor, version);
  }
  const releases = [...newest.values()].map(toRelease);
  return releases.filter(({ n8n }) => byNumbers(n8n, oldest) >= 0);
}

function toRelease(core: string): Release {
  const [major = 0, minor = 0] = core.split('.').map(Number);
  // Until 2.0, n8n-core was one minor version behind n8n.
  const n8n = `${major}.${major === 1 ? minor + 1 : minor}`;
  if (major === 1) return { n8n, core, node: minor < 100 ? 20 : 22 };
  return { n8n, core, node: minor < 20 ? 22 : 24 };
}

function byNumbers(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}
