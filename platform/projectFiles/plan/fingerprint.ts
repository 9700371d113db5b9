import { createHash } from 'node:crypto';
import { mapConcurrently } from '../../common/time/concurrency';
import type { ProjectTree } from '../files/projectTree';
import { canonicalText, compareTexts } from '../files/stableJson';
import type { PlanOptions } from '../options';
import type { Step } from './step';
import { hashOfGivenPackage } from '../target/packageHashes';
import type { TargetProject } from '../target/readTarget';
import type { Current, Doc } from '../tree';

const CONCURRENT_HASHES = 2;

/** Identifies a plan: it differs as soon as the files, the target, or the changes of a deploy differ. It reveals no secret. */
export async function planFingerprint(
  { entries, include, packages, protect }: ProjectTree,
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
    async (job) => [job.key, job.package && (await hashOfGivenPackage(job.package))] as const,
  );
  const files = Object.values(entries)
    .flat()
    .map(({ kind, key, name, doc, variables: own }) => [
      ...[kind, key, name, doc],
      own.map((variable) => [variable.name, variable.doc]),
    ]);
  const plan = steps.map((step) => {
    const { kind, name, alias, action, changes, reason, current } = step;
    return { kind, name, alias, action, changes, reason, current: current && stateOf(current) };
  });
  // The ID of a project names its platform; a name may exist on several.
  const target = project.id ?? `new ${project.name} on ${href}`;
  const options = {
    deleteExtraneous,
    // Their values may be secrets, and anyone who knows the rest of the plan could try values.
    variables: [...(variables?.keys() ?? [])].sort(compareTexts),
    select: [...select].sort(compareTexts),
    leaveOut: [...leaveOut].sort(compareTexts),
    technologyLabels: Object.fromEntries(technologyLabels ?? []),
  };
  const all = { files, include, packages, protect, hashes, plan, target, options };
  return createHash('sha256').update(canonicalText(all)).digest('hex');
}

/**
 * Returns the fields of an entry on the target, by the names that files use: one with the same values as before was not changed by
 * another user. Fingerprints of plans and the checks during a deploy compare these.
 */
export function stateOf(current: Current): Doc {
  const { doc, variables, hasAlias, technologyId, unlistedCredentialsId } = current;
  const { packageVersion, packageAddress } = current;
  return {
    ...doc,
    // An alias that is made of the names of all entities may change with theirs.
    ...(hasAlias === false && { alias: undefined }),
    technologyId,
    dockerCredentialsId: unlistedCredentialsId,
    package: packageVersion ?? packageAddress,
    variables: variables.map(({ name, doc: own }) => ({ name, ...own })),
  };
}
