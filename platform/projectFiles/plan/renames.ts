import { excerpt } from '../../text/text';
import type { PlanOptions } from '../options';
import { ENTITY_KINDS } from '../tree';
import type { TargetEntry } from './match';
import { addReason } from './decisions';
import { isEntityStep, needsChange, type EntityStep, type Step } from './step';

const MAX_CHARACTERS = 80;

/**
 * Frees names before other entries get them: many platforms require unique names. An entity that has such a name is renamed
 * before anything else, to its own new name if that is free by then. Only in a circle of names, and for an entity that is
 * deleted in the end, it gets a temporary one. If a deploy is interrupted after that, the next one finds the entity by its
 * alias, or as one that is not in the files.
 * @returns the steps with `renameFirstTo`, in the order of their renames
 */
export function planRenames(
  steps: readonly Step[],
  entries: readonly TargetEntry[],
  options: PlanOptions,
): EntityStep[] {
  const renames: EntityStep[] = [];
  for (const kind of ENTITY_KINDS) {
    const changing = steps
      .filter(isEntityStep)
      .filter((step) => step.kind === kind && needsChange(step, options));
    const ofKind = entries.filter(({ current }) => current.kind === kind);
    warnOfSameNames(changing, ofKind);
    const used = new Set(ofKind.map(({ current }) => foldCase(current.name)));
    const byNewName = new Map(
      changing.filter(getsName).map((step) => [foldCase(step.name), step] as const),
    );
    for (const { step, before, taker } of inOrderOfRenames(changing, byNewName)) {
      const { wanted, name } = step;
      const isFree = wanted !== undefined && !used.has(foldCase(name));
      step.renameFirstTo = isFree ? name : temporaryName(before, [used, byNewName]);
      used.delete(foldCase(before));
      used.add(foldCase(step.renameFirstTo));
      const to = isFree ? '' : ` to "${excerpt(step.renameFirstTo, [], 100)}"`;
      const why = `because the ${kind} "${excerpt(taker.key, [], 100)}" gets its name.`;
      addReason(step, `It is renamed${to} first, ${why}`);
      renames.push(step);
    }
  }
  return renames;
}

interface Rename {
  step: EntityStep;
  before: string;
  /** The step that gets the name. */
  taker: EntityStep;
}

/** Returns the entities whose names others get, each after the one whose name it gets itself. */
function inOrderOfRenames(
  changing: readonly EntityStep[],
  byNewName: ReadonlyMap<string, EntityStep>,
): Rename[] {
  const renames = changing.flatMap((step): Rename[] => {
    const { name: before = '' } = step.current ?? {};
    const taker = step.current && byNewName.get(foldCase(before));
    const keepsName = step.wanted !== undefined && !getsName(step);
    return taker && taker !== step && !keepsName ? [{ step, before, taker }] : [];
  });
  const byName = new Map(renames.map((rename) => [foldCase(rename.before), rename]));
  const open = new Set(renames);
  return renames.flatMap((first) => {
    const chain: Rename[] = [];
    let next: Rename | undefined = first;
    while (next && open.delete(next)) {
      chain.push(next);
      next = next.step.wanted && byName.get(foldCase(next.step.name));
    }
    return chain.reverse();
  });
}

/** No schema shows whether a platform requires unique names. One that has a name twice does not. */
function warnOfSameNames(changing: readonly EntityStep[], entries: readonly TargetEntry[]): void {
  const names = new Set(entries.map(({ current }) => foldCase(current.name)));
  if (names.size < entries.length) return;
  const changed = new Set(changing.map(({ current }) => current));
  const kept = entries.filter(({ current }) => !changed.has(current));
  const keys = new Map<string, string[]>();
  for (const { name, key } of [
    ...changing.filter(({ wanted }) => wanted),
    ...kept.map(({ key, current: { name } }) => ({ name, key })),
  ]) {
    const known = keys.get(foldCase(name)) ?? [];
    known.push(key);
    keys.set(foldCase(name), known);
  }
  for (const step of changing.filter(getsName)) {
    const other = keys.get(foldCase(step.name))?.find((key) => key !== step.key);
    if (other === undefined) continue;
    const who = `The ${step.kind} "${excerpt(other, [], 100)}"`;
    addReason(step, `${who} has this name, too. Some platforms refuse that.`);
  }
}

/** Whether an entity is created or renamed. */
function getsName({ wanted, current, changedFields }: EntityStep): boolean {
  return wanted !== undefined && (!current || changedFields.some(({ path }) => path === 'name'));
}

/** Some platforms treat names that differ only by case as equal. */
function foldCase(name: string): string {
  return name.trim().toLowerCase();
}

function temporaryName(name: string, taken: ReadonlyArray<{ has(name: string): boolean }>): string {
  const first = `${name.slice(0, MAX_CHARACTERS)} - renaming`;
  const isTaken = (text: string) => taken.some((names) => names.has(foldCase(text)));
  let free = first;
  for (let number = 2; isTaken(free); number++) free = `${first} ${number}`;
  return free;
}
