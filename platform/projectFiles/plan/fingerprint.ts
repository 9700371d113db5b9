import { createHash } from 'node:crypto';
import { mapConcurrently } from '../../common/time/concurrency';
import type { ProjectTree } from '../files/projectTree';
import { toCanonicalText, compareTexts } from '../files/stableJson';
import type { PlanOptions } from '../options';
import type { Step } from './step';
import { hashFilePackage } from '../target/packageHashes';
import type { TargetProject } from '../target/readTarget';
import type { CurrentEntry, Doc } from '../tree';

const CONCURRENT_HASHES = 2;

/** Hashes the files, the target, the options and the changes of a deploy, without secrets. */
export async function computeFingerprint(
  { entries, include, hasPackages, protect }: ProjectTree,
  project: TargetProject,
  { href }: URL,
  steps: readonly Step[],
  {
    deleteExtraneous = false,
    variables,
    technologyLabels,
    leaveOut = [],
    select = [],
  }: PlanOptions,
): Promise<string> {
  const hashes = await mapConcurrently(
    entries.job,
    CONCURRENT_HASHES,
    async (job) => [job.key, job.package && (await hashFilePackage(job.package))] as const,
  );
  const files = Object.values(entries)
    .flat()
    .map(({ kind, key, name, doc, variables: own }) => [
      ...[kind, key, name, doc],
      own.map((variable) => [variable.name, variable.doc]),
    ]);
  const plan = steps.map((step) => {
    const { kind, name, alias, action, changes, reason, current } = step;
    return {
      kind,
      name,
      alias,
      action,
      changes,
      reason,
      current: current && toComparableState(current),
    };
  });
  // The ID of a project names its platform; a name may exist on several.
  const target = project.id ?? `new ${project.name} on ${href}`;
  const options = {
    deleteExtraneous,
    // Without their values: whoever knows the rest of the plan could find out a secret by trying.
    variables: [...(variables?.keys() ?? [])].sort(compareTexts),
    select: [...select].sort(compareTexts),
    leaveOut: [...leaveOut].sort(compareTexts),
    technologyLabels: Object.fromEntries(technologyLabels ?? []),
  };
  const all = { files, include, packages: hasPackages, protect, hashes, plan, target, options };
  return createHash('sha256').update(toCanonicalText(all)).digest('hex');
}

/** Returns the fields of an entry, by their names in files, that show whether another user has changed it. */
export function toComparableState(current: CurrentEntry): Doc {
  const { doc, variables, isAliasReturned, technologyId, unlistedCredentialsId } = current;
  const { packageIdentity, packageAddress } = current;
  return {
    ...doc,
    // An alias that is derived from names may change with the name of another entity.
    ...(isAliasReturned === false && { alias: undefined }),
    technologyId,
    dockerCredentialsId: unlistedCredentialsId,
    package: packageIdentity ?? packageAddress,
    variables: variables.map(({ name, doc: own }) => ({ name, ...own })),
  };
}
