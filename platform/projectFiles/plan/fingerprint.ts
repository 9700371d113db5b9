import { createHash } from 'node:crypto';
import { mapConcurrently } from '../../time/concurrency';
import { hashOfGivenPackage } from '../target/packages';
import type { ParsedFiles } from '../files/parseFiles';
import type { PlanOptions } from '../options';
import type { ProjectSnapshot } from '../target/readTarget';
import { canonicalText, compareTexts } from '../files/stableJson';
import type { Step } from './steps';
import type { TargetProject } from '../target/target';

const CONCURRENT_HASHES = 2;

/**
 * A text that stands for a plan: it is another one as soon as the files, what is on the target, or what a deploy would do
 * have changed. It tells no secret.
 */
export async function planFingerprint(
  { model, packages }: ParsedFiles,
  project: TargetProject,
  snapshot: ProjectSnapshot,
  steps: readonly Step[],
  { deleteExtraneous = false, variables, technologies, leaveOut = [], select = [] }: PlanOptions,
): Promise<string> {
  const hashes = await mapConcurrently(
    [...packages],
    CONCURRENT_HASHES,
    async ([key, content]) => [key, await hashOfGivenPackage(content)] as const,
  );
  const plan = steps.map(({ kind, name, alias, action, changes, reason }) => ({
    kind,
    name,
    alias,
    action,
    changes,
    reason,
  }));
  // Platforms list entities in any order; the names in an object have one.
  const target = {
    id: project.id ?? `new ${project.name}`,
    description: snapshot.description,
    entities: Object.values(snapshot.entities).map((entities) =>
      Object.fromEntries(entities.map((entity) => [entity.id, entity])),
    ),
    variables: Object.fromEntries(snapshot.variables),
    grants: [...(snapshot.grants?.values() ?? [])].map(({ entries, ofPlatform }) => [
      Object.fromEntries(entries),
      Object.fromEntries(ofPlatform),
    ]),
  };
  const options = {
    deleteExtraneous,
    // Their values may be secrets, and whoever knows the rest of the plan could try values.
    variables: [...(variables?.keys() ?? [])].sort(compareTexts),
    select: [...select].sort(compareTexts),
    leaveOut: [...leaveOut].sort(compareTexts),
    technologies: Object.fromEntries(technologies ?? []),
  };
  return hashOf(
    canonicalText({ model, hashes: Object.fromEntries(hashes), plan, target, options }),
  );
}

/** The fingerprint of the same plan with a run after it; the same one where there is none. */
export function withRunAfter(fingerprint: string, runAfter: string | undefined): string {
  return runAfter === undefined ? fingerprint : hashOf(`${fingerprint} ${runAfter}`);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
