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

/** Hashes the files, the planned changes with their current entries, and options, without secrets. */
export async function computeFingerprint(
  { entries, include, hasPackages, protect }: ProjectTree,
  project: TargetProject,
  { href: platformUrl }: URL,
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
    .map(({ kind, key, name, doc, variables: ownVariables }) => [
      kind,
      key,
      name,
      doc,
      ownVariables.map((variable) => [variable.name, variable.doc]),
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
  // A new project has no ID yet, and another platform may have a project with the same name.
  const target = project.id ?? `new ${project.name} on ${platformUrl}`;
  const options = {
    deleteExtraneous,
    // Only names, because a user who knows the rest of the plan could try values until the hash is the same.
    variables: [...(variables?.keys() ?? [])].sort(compareTexts),
    select: [...select].sort(compareTexts),
    leaveOut: [...leaveOut].sort(compareTexts),
    technologyLabels: Object.fromEntries(technologyLabels ?? []),
  };
  const all = { files, include, packages: hasPackages, protect, hashes, plan, target, options };
  return createHash('sha256').update(toCanonicalText(all)).digest('hex');
}

/** Returns the fields of an entry that show whether another user has changed it. */
export function toComparableState(current: CurrentEntry): Doc {
  const { doc, variables, isAliasReturned, technologyId, unlistedCredentialId } = current;
  const { packageIdentity, packageAddress } = current;
  return {
    ...doc,
    // A derived alias may change if another entity is renamed.
    ...(isAliasReturned === false && { alias: undefined }),
    technologyId,
    dockerCredentialsId: unlistedCredentialId,
    package: packageIdentity ?? packageAddress,
    variables: variables.map(({ name, doc: own }) => ({ name, ...own })),
  };
}
