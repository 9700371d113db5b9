import { cleanName } from '../../common/text/text';
import { groupBy } from '../../common/text/values';
import type { PlanOptions } from '../options';
import { type CurrentEntry, ENTITY_KINDS } from '../tree';
import { addReason, type EntityStep, isEntityStep, needsChange, type Step } from './step';

const MAX_KEPT_CHARACTERS = 80;

/**
 * Plans the renames that free names for other entities, since many platforms require unique names. These renames come before other
 * changes of entities. An entity gets its own new name if that is free. Otherwise, and before a deletion, it gets a temporary name.
 * After an interrupted deploy, the next deploy finds such an entity by its alias, or as an entity that is not in the files.
 * @returns the steps with `renameFirstTo`, in the order of their renames
 */
export function planRenames(
  steps: readonly Step[],
  entries: readonly CurrentEntry[],
  planOptions: PlanOptions,
): EntityStep[] {
  const renames: EntityStep[] = [];
  for (const kind of ENTITY_KINDS) {
    const changing = steps
      .filter(isEntityStep)
      .filter((step) => step.kind === kind && needsChange(step, planOptions));
    const ofKind = entries.filter((entry) => entry.kind === kind);
    warnOfSameNames(changing, ofKind);
    const used = new Set(ofKind.map(({ name }) => foldCase(name)));
    const byNewName = new Map(
      changing.filter(getsNewName).map((step) => [foldCase(step.name), step] as const),
    );
    for (const step of sortRenames(changing, byNewName)) {
      const { wanted, current, name } = step;
      const before = foldCurrentName(step);
      const isFree = wanted !== undefined && !used.has(foldCase(name));
      step.renameFirstTo = isFree
        ? name
        : findTemporaryName(current?.name ?? '', [used, byNewName]);
      used.delete(before);
      used.add(foldCase(step.renameFirstTo));
      const to = isFree ? '' : ` to "${cleanName(step.renameFirstTo)}"`;
      const why = `because the ${kind} "${cleanName(byNewName.get(before)?.key ?? '')}" gets its name.`;
      addReason(step, `It is renamed${to} first, ${why}`);
      renames.push(step);
    }
  }
  return renames;
}

/** Returns the entities whose names other entities get. Except in a cycle, each comes after the entity whose name it gets itself. */
function sortRenames(
  changing: readonly EntityStep[],
  byNewName: ReadonlyMap<string, EntityStep>,
): EntityStep[] {
  const holders = changing.filter((step) => {
    const taker = byNewName.get(foldCurrentName(step));
    const givesNameUp = step.wanted === undefined || getsNewName(step);
    return step.current && taker && taker !== step && givesNameUp;
  });
  const byName = new Map(holders.map((step) => [foldCurrentName(step), step]));
  const unsorted = new Set(holders);
  return holders.flatMap((first) => {
    const chain: EntityStep[] = [];
    let next: EntityStep | undefined = first;
    while (next && unsorted.delete(next)) {
      chain.push(next);
      next = next.wanted && byName.get(foldCase(next.name));
    }
    return chain.reverse();
  });
}

function foldCurrentName({ current }: EntityStep): string {
  return foldCase(current?.name ?? '');
}

/**
 * Adds a remark to the steps that set a name that another entity also has. No schema shows whether a platform requires unique names.
 * If the target already has two equal names, its platform does not.
 */
function warnOfSameNames(changing: readonly EntityStep[], entries: readonly CurrentEntry[]): void {
  const names = new Set(entries.map(({ name }) => foldCase(name)));
  if (names.size < entries.length) return;
  const changed = new Set(changing.map(({ current }) => current));
  const kept = entries.filter((entry) => !changed.has(entry));
  const named = [...changing.filter(({ wanted }) => wanted), ...kept];
  const byName = groupBy(named, ({ name }) => foldCase(name));
  for (const step of changing.filter(getsNewName)) {
    const other = byName.get(foldCase(step.name))?.find(({ key }) => key !== step.key);
    if (other === undefined) continue;
    const subject = `The ${step.kind} "${cleanName(other.key)}"`;
    addReason(step, `${subject} also has this name. Some platforms refuse that.`);
  }
}

function getsNewName({ wanted, current, changedFields }: EntityStep): boolean {
  return wanted !== undefined && (!current || changedFields.some(({ path }) => path === 'name'));
}

/** Some platforms ignore case when they compare names. */
function foldCase(name: string): string {
  return name.trim().toLowerCase();
}

function findTemporaryName(
  name: string,
  taken: ReadonlyArray<{ has(name: string): boolean }>,
): string {
  const first = `${name.slice(0, MAX_KEPT_CHARACTERS)} - renaming`;
  const isTaken = (text: string) => taken.some((names) => names.has(foldCase(text)));
  let free = first;
  for (let number = 2; isTaken(free); number++) free = `${first} ${number}`;
  return free;
}
