import { excerpt } from '../../text/text';
import type { Protection } from '../files/globs';
import type { PlanOptions } from '../options';
import { referencesOf } from '../kinds';
import { keyOfTechnology } from '../kinds/technology';
import type { Snapshot } from '../target/readTarget';
import { PART_OF, pathOf, type Entry, type Kind, type ProjectTree } from '../tree';
import type { TargetEntry } from './match';
import { addReason, block, keep } from './decisions';
import { isEntityStep, needsChange, type Step } from './step';

/** This many entries may be deleted of a project of any size. */
const MIN_DELETE_LIMIT = 5;

/** Blocks changes of entries that are protected from them. Entries that do not exist yet may be created. */
export function blockProtected(steps: readonly Step[], protection: Protection): void {
  for (const step of steps) {
    if (step.action !== 'update') continue;
    const glob = protection.changeGlob(pathOf(step));
    if (glob !== undefined) block(step, `It is protected by "${excerpt(glob, [], 100)}".`);
  }
}

/** Keeps entries that are protected or needed, and blocks deletions that look like a mistake. */
export function guardDeletions(
  steps: readonly Step[],
  tree: ProjectTree,
  { entries, count }: { entries: readonly TargetEntry[]; count: number },
  protection: Protection,
  { deleteExtraneous = false, deleteAtMost }: PlanOptions,
): void {
  if (!deleteExtraneous) return;
  const extraneous = steps.filter(({ action }) => action === 'extraneous');
  for (const step of extraneous) {
    const glob = protection.deletionGlob(pathOf(step));
    if (glob === undefined) continue;
    keep(step, `It is protected by "${excerpt(glob, [], 100)}" and is kept.`);
  }
  keepReferenced(steps, extraneous, entries);
  const left = extraneous.filter(({ isKept }) => !isKept);
  for (const step of left) {
    if (tree.entries[step.kind].length > 0) continue;
    const why = `The files contain no ${nounOf(step.kind)}, so none is deleted. ${WITHOUT_FILES}`;
    block(step, why);
  }
  const toDelete = left.filter(({ action }) => action === 'extraneous');
  const limit = deleteAtMost ?? Math.max(MIN_DELETE_LIMIT, Math.floor(count / 2));
  if (toDelete.length <= limit) return;
  const reason = `The deploy would delete ${toDelete.length} of ${count} entries, but the limit is ${limit}. To delete them, set "Delete at Most" to ${toDelete.length}.`;
  for (const step of toDelete) block(step, reason);
}

const WITHOUT_FILES =
  'Fix the folder, or remove it from "include" in project.json. To delete the entries, delete them on the platform.';

function nounOf(kind: Kind): string {
  if (kind === 'variable') return 'variables of the project';
  return kind === 'project' ? kind : PART_OF[kind];
}

/** Keeps the jobs of a pipeline that stays, the volumes of an app that stays, and the technologies of both. */
function keepReferenced(
  steps: readonly Step[],
  extraneous: readonly Step[],
  entries: readonly TargetEntry[],
): void {
  const stepOf = new Map(steps.filter(isEntityStep).map((step) => [step.current, step]));
  const needed = new Map<string, string>();
  for (const { key, current } of entries) {
    const step = stepOf.get(current);
    // An entity of the files needs only what the files say.
    if (step && !step.isKept) continue;
    for (const reference of referencesOf(current)) {
      needed.set(pathOf(reference), pathOf({ ...current, key }));
    }
  }
  const used = technologiesInUse(steps, entries);
  for (const step of extraneous) {
    const isTechnology = step.kind === 'technology';
    const user = isTechnology ? used.get(step.grant?.key ?? '') : needed.get(pathOf(step));
    if (user !== undefined && !step.isKept) {
      keep(step, `It is kept because ${excerpt(user)} needs it.`);
    }
  }
}

/** Returns the keys of the technologies that jobs and apps use, with the path of a user. */
function technologiesInUse(
  steps: readonly Step[],
  entries: readonly TargetEntry[],
): Map<string, string> {
  const stepOf = new Map(steps.map((step) => [step.current, step]));
  const used = new Map<string, string>();
  const add = (entry: Pick<Entry, 'kind' | 'key' | 'doc'>, technologyId: string | undefined) => {
    const key = technologyId === undefined ? undefined : keyOfTechnology(entry, technologyId);
    if (key !== undefined) used.set(key, pathOf(entry));
  };
  for (const { key, current } of entries) {
    const step = stepOf.get(current);
    const stays = !step || step.wanted !== undefined || step.isKept;
    if (stays) add({ ...current, key }, current.technologyId);
  }
  for (const { wanted, technologyId } of steps) if (wanted) add(wanted, technologyId);
  return used;
}

const MANAGER = 'ROLE_PROJECT_MANAGER';
const VIEWER = 'ROLE_PROJECT_VIEWER';

/** Blocks changes that would leave a project without a manager, and warns of those that may affect the login itself. */
export function guardRights(
  steps: readonly Step[],
  { grants }: Pick<Snapshot, 'grants'>,
  options: PlanOptions,
): void {
  const list = grants?.get('right');
  if (!list) return;
  const after = new Map([...list.ofPlatform, ...list.entries]);
  const lost: Step[] = [];
  for (const step of steps) {
    if (step.kind !== 'right' || !step.grant || !needsChange(step, options)) continue;
    const { key, value } = step.grant;
    const before = after.get(key);
    const isRemoved = step.action === 'extraneous';
    if (isRemoved) after.delete(key);
    else after.set(key, value);
    const isRaised = before === undefined || before === VIEWER || value === MANAGER;
    if (isRemoved || !isRaised) lost.push(step);
  }
  const isManaged = [...after.values()].includes(MANAGER);
  for (const step of lost) {
    if (!isManaged && list.entries.get(step.grant?.key ?? '') === MANAGER) {
      block(step, `Without it, no group of the project would have the role ${MANAGER}.`);
    } else {
      addReason(
        step,
        'The platform does not return which groups the login belongs to: check that it keeps its access.',
      );
    }
  }
}
