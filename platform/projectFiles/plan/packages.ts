import { excerpt } from '../../common/text/text';
import { toText, valueAt } from '../../common/text/values';
import { mapConcurrently } from '../../common/time/concurrency';
import { hashFilePackage, hashStoredPackage } from '../target/packageHashes';
import type { ProjectTree } from '../files/projectTree';
import { compareEntity } from './compare';
import { addReason, block, type FieldChange, type WantedStep } from './step';
import type { PlanContext } from './planEntry';

export const PACKAGE = 'version.package';
const CONCURRENT_COMPARISONS = 4;
const SHOWN_HASH_CHARACTERS = 12;

/** Decides whether jobs get the packages of the files or keep those of the target. */
export async function planPackages(
  steps: readonly WantedStep[],
  { platform, tree, capabilities, planOptions, options }: PlanContext,
): Promise<void> {
  const { comparePackages = 'content' } = planOptions;
  const contents = new Map(tree.entries.job.map((job) => [job.key, job.package]));
  const jobs = steps.filter(({ action, isLeftOut }) => action !== 'blocked' && !isLeftOut);
  await mapConcurrently(jobs, CONCURRENT_COMPARISONS, async (step) => {
    const content = contents.get(step.key);
    const name = toText(valueAt(step.wanted.doc, PACKAGE));
    const { current } = step;
    if (name === undefined) return;
    if (!content) return keepPackage(step, name, tree, capabilities.canKeepPackages);
    const isRenamed = step.changes.some(({ field }) => field === PACKAGE);
    const isStored = current?.packageAddress !== undefined;
    if (current && isStored && !isRenamed && comparePackages === 'content') {
      const [wanted, stored] = await Promise.all([
        hashFilePackage(content),
        hashStoredPackage(platform, current, options),
      ]);
      if (wanted !== stored) {
        step.packageChange = buildPackageChange(name, stored, wanted);
        compareEntity(step);
      }
    }
    if (current && !isStored && !isRenamed) {
      addReason(step, 'The target does not return its package, so it is not compared.');
    }
    const isSent = !current || step.changes.some(({ field }) => field === PACKAGE);
    if (isSent || !isStored || !capabilities.canKeepPackages) step.package = content;
    else step.keepsPackage = true;
  });
}

function buildPackageChange(name: string, from: string, to: string): FieldChange {
  const describe = (hash: string) => `${name} (sha256 ${hash.slice(0, SHOWN_HASH_CHARACTERS)})`;
  return { field: PACKAGE, from: describe(from), to: describe(to) };
}

/** Keeps the package of the target. Blocks the step if the files should contain a package, or if the job is new. */
function keepPackage(step: WantedStep, name: string, tree: ProjectTree, canKeep: boolean): void {
  if (tree.hasPackages) return block(step, describeMissingPackage(name));
  if (!step.current) {
    // Otherwise, the platform would create a job that refers to a missing package.
    return block(step, 'The job is not on the target, and the files contain no packages.');
  }
  step.ignored.push(PACKAGE);
  step.keepsPackage = canKeep;
  compareEntity(step);
}

export function describeMissingPackage(name: string): string {
  return `The settings refer to the package "${excerpt(name)}", but it is not in the files. Add it to the job's folder. To keep the packages of the target, set "packages" to false in project.json.`;
}
