import { createHash } from 'node:crypto';
import { mapConcurrently } from '../../time/concurrency';
import { hashOfGivenPackage } from '../target/packages';
import type { ParsedFiles } from '../files/parseFiles';
import type { PlanOptions } from '../options';
import type { GrantList } from '../target/grants';
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
    [...packages].sort(([one], [other]) => compareTexts(one, other)),
    CONCURRENT_HASHES,
    async ([key, content]) => [key, await hashOfGivenPackage(content)],
  );
  const plan = steps.map(({ kind, name, alias, action, changes, reason }) => ({
    kind,
    name,
    alias,
    action,
    changes,
    reason,
  }));
  const target = {
    id: project.id ?? `new ${project.name}`,
    description: snapshot.description,
    // Platforms list entities in any order.
    entities: Object.values(snapshot.entities).map((entities) =>
      [...entities].sort((one, other) => compareTexts(one.id, other.id)),
    ),
    variables: [...snapshot.variables].sort(([one], [other]) => compareTexts(one, other)),
    ...(snapshot.grants && { grants: [...snapshot.grants].map(asTexts) }),
  };
  const options = {
    deleteExtraneous,
    // Their values may be secrets, and whoever knows the rest of the plan could try values.
    variables: [...(variables ?? new Map<string, string>()).keys()].sort(compareTexts),
    ...(select.length > 0 && { select: [...select].sort(compareTexts) }),
    ...(leaveOut.length > 0 && { leaveOut: [...leaveOut].sort(compareTexts) }),
    technologies: [...(technologies ?? [])].sort(([one], [other]) => compareTexts(one, other)),
  };
  const text = canonicalText({ model, hashes, plan, target, options });
  return hashOf(text);
}

function asTexts([kind, { entries, ofPlatform }]: [string, GrantList]) {
  const inOrder = [entries, ofPlatform].map((all) =>
    [...all].sort(([one], [other]) => compareTexts(one, other)),
  );
  return [kind, ...inOrder];
}

/** The fingerprint of the same plan with a run after it; the same one where there is none. */
export function withRunAfter(fingerprint: string, runAfter: string | undefined): string {
  return runAfter === undefined ? fingerprint : hashOf(`${fingerprint} ${runAfter}`);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
