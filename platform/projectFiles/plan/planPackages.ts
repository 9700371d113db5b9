import { mapConcurrently } from '../../time/concurrency';
import type { CallOptions } from '../../graphql/send/endpoint';
import type { Platform } from '../../connection/platform';
import { textOf, valueAt } from '../../text/values';
import type { Capabilities } from '../target/capabilities';
import { FIELDS } from '../files/fields';
import { hashOfGivenPackage, hashOfPackage, missingPackage } from '../target/packages';
import type { ParsedFiles } from '../files/parseFiles';
import type { PlanOptions } from '../options';
import type { EntityStep } from './steps';

export const PACKAGE = 'version.package';
const CONCURRENT_COMPARISONS = 4;
const SHOWN_CHARACTERS = 12;

/** Adds to the steps of jobs what their packages need: to be sent, to be kept, or nothing. */
export async function planPackages(
  platform: Platform,
  { model, packages }: ParsedFiles,
  steps: readonly EntityStep[],
  capabilities: Capabilities,
  { comparePackages = 'content' }: PlanOptions,
  options?: CallOptions,
): Promise<void> {
  const jobs = steps.filter(
    ({ kind, action, wanted, isLeftOut }) =>
      kind === 'job' && action !== 'blocked' && wanted && !isLeftOut,
  );
  await mapConcurrently(jobs, CONCURRENT_COMPARISONS, async (step) => {
    const content = packages.get(step.key);
    const name = textOf(valueAt(step.wanted?.file, PACKAGE));
    const { present } = step;
    if (!content || name === undefined)
      return withoutPackage(step, name, model.packages, capabilities);
    const isRenamed = step.changes.some(({ field }) => field === PACKAGE);
    const address = present?.packageAddress;
    if (present && address !== undefined && !isRenamed && comparePackages === 'content') {
      const [here, there] = await Promise.all([
        hashOfGivenPackage(content),
        hashOfPackage(platform, present, options),
      ]);
      if (here !== there) addPackageChange(step, name, there, here);
    }
    const sends = !present || step.changes.some(({ field }) => field === PACKAGE);
    const keeps = address !== undefined && capabilities.canKeepPackages;
    if (sends || !keeps) step.package = content;
    else step.keepsPackage = true;
  });
}

function addPackageChange(
  step: EntityStep,
  name: string | undefined,
  there: string,
  here: string,
): void {
  const shown = (hash: string) => `${name ?? ''} (sha256 ${hash.slice(0, SHOWN_CHARACTERS)})`;
  step.changes.push({ field: PACKAGE, from: shown(there), to: shown(here) });
  step.fields.push(...FIELDS.job.filter(({ path }) => path === PACKAGE));
  step.action = 'update';
}

function withoutPackage(
  step: EntityStep,
  name: string | undefined,
  arePackagesIncluded: boolean,
  capabilities: Capabilities,
): void {
  if (name === undefined) return;
  if (arePackagesIncluded || !step.present) {
    step.action = 'blocked';
    // Else the platform would take the name of a package for a package.
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
