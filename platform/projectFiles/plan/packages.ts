import type { Platform } from '../../connection/platform';
import type { CallOptions } from '../../graphql/send/endpoint';
import { textOf, valueAt } from '../../text/values';
import { mapConcurrently } from '../../time/concurrency';
import { ENTITIES } from '../kinds';
import type { PlanOptions } from '../options';
import type { Capabilities } from '../target/schema';
import { hashOfGivenPackage, hashOfPackage, missingPackage } from '../target/packages';
import type { ProjectTree } from '../tree';
import type { Step } from './step';

export const PACKAGE = 'version.package';
const CONCURRENT_COMPARISONS = 4;
const SHOWN_CHARACTERS = 12;

/** Decides for the steps of jobs whether their packages are sent or kept. */
export async function planPackages(
  platform: Platform,
  tree: ProjectTree,
  steps: readonly Step[],
  capabilities: Capabilities,
  { comparePackages = 'content' }: PlanOptions,
  options?: CallOptions,
): Promise<void> {
  const contents = new Map(tree.entries.job.map((job) => [job.key, job.package]));
  const jobs = steps.filter(
    ({ action, wanted, isLeftOut }) => action !== 'blocked' && wanted && !isLeftOut,
  );
  await mapConcurrently(jobs, CONCURRENT_COMPARISONS, async (step) => {
    const content = contents.get(step.key);
    const name = textOf(valueAt(step.wanted?.doc, PACKAGE));
    const { current } = step;
    if (!content || name === undefined) {
      return withoutPackage(step, name, tree.packages, capabilities);
    }
    const isRenamed = step.changes.some(({ field }) => field === PACKAGE);
    const isStored = current?.packageAddress !== undefined;
    if (current && isStored && !isRenamed && comparePackages === 'content') {
      const [wanted, stored] = await Promise.all([
        hashOfGivenPackage(content),
        hashOfPackage(platform, current, options),
      ]);
      if (wanted !== stored) addPackageChange(step, name, stored, wanted);
    }
    const isSent = !current || step.changes.some(({ field }) => field === PACKAGE);
    if (isSent || !isStored || !capabilities.canKeepPackages) step.package = content;
    else step.keepsPackage = true;
  });
}

function addPackageChange(step: Step, name: string, from: string, to: string): void {
  const shown = (hash: string) => `${name} (sha256 ${hash.slice(0, SHOWN_CHARACTERS)})`;
  step.changes.push({ field: PACKAGE, from: shown(from), to: shown(to) });
  step.fields.push(...ENTITIES.job.fields.filter(({ path }) => path === PACKAGE));
  step.action = 'update';
}

function withoutPackage(
  step: Step,
  name: string | undefined,
  arePackagesIncluded: boolean,
  capabilities: Capabilities,
): void {
  if (name === undefined) return;
  if (arePackagesIncluded || !step.current) {
    step.action = 'blocked';
    // Otherwise the platform would take the name of a package for a package.
    step.reason = arePackagesIncluded
      ? missingPackage(name)
      : 'The job is not on the target, and the files contain no packages.';
    return;
  }
  step.changes = step.changes.filter(({ field }) => field !== PACKAGE);
  step.fields = step.fields.filter(({ path }) => path !== PACKAGE);
  step.keepsPackage = capabilities.canKeepPackages;
  if (step.changes.length === 0) step.action = 'unchanged';
}
