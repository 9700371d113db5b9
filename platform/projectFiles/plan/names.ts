import { excerpt } from '../../text/text';
import type { PlanOptions } from '../options';
import { ENTITY_KINDS } from '../tree';
import type { TargetEntry } from './match';
import { addReason, isEntityStep, needsChange, type EntityStep, type Step } from './step';

const MAX_CHARACTERS = 80;

/**
 * Frees names before other entries get them: many platforms require unique names. An entity that has such a name is renamed
 * before anything else: to its new name if that is free by then, otherwise to a temporary one. If a deploy is interrupted
 * after that, the next one finds the entity by its alias, or as one that is not in the files.
 * @returns the steps with `renameFirstTo`, in the order of their renames
 */
export function planNames(
  steps: readonly Step[],
  entries: readonly TargetEntry[],
  options: PlanOptions,
): EntityStep[] {
  return ENTITY_KINDS.flatMap((kind) => {
    const changing = steps
      .filter(isEntityStep)
      .filter((step) => step.kind === kind && needsChange(step, options));
    const ofKind = entries.filter(({ current }) => current.kind === kind);
    warnOfSameNames(changing, ofKind);
    const occupied = ofKind.map(({ current }) => foldCase(current.name));
    return freeNames(changing, new Set(occupied));
  });
}

/** @param changing the steps of one kind that a deploy carries out @param occupied names on the target */
function freeNames(changing: readonly EntityStep[], occupied: Set<string>): EntityStep[] {
  const taken = new Set([...occupied, ...changing.map(({ name }) => foldCase(name))]);
  const holders = new Map<string, EntityStep[]>();
  for (const step of changing) {
    if (!step.current || (step.wanted && !getsName(step))) continue;
    const name = foldCase(step.current.name);
    holders.set(name, [...(holders.get(name) ?? []), step]);
  }
  const getters = new Map<EntityStep, EntityStep>();
  for (const getter of changing.filter(getsName)) {
    for (const holder of holders.get(foldCase(getter.name)) ?? []) {
      if (holder !== getter) getters.set(holder, getter);
    }
  }
  const renamed: EntityStep[] = [];
  const open = new Set(getters.keys());
  const rename = (step: EntityStep, isFree: boolean) => {
    open.delete(step);
    const getter = getters.get(step);
    const before = step.current?.name ?? '';
    const name = isFree ? step.name : temporaryName(before, taken);
    const to = isFree ? '' : ` to "${excerpt(name, [], 100)}"`;
    const why = `It is renamed${to} first, because the ${step.kind} "${excerpt(getter?.key ?? '', [], 100)}" gets its name.`;
    addReason(step, why);
    step.renameFirstTo = name;
    renamed.push(step);
    occupied.delete(foldCase(before));
    occupied.add(foldCase(name));
    // The entity that gets the name may have a name that another one waits for.
    return getter;
  };
  const isReady = (step: EntityStep) =>
    open.has(step) && step.wanted !== undefined && !occupied.has(foldCase(step.name));
  const renameChain = (first: EntityStep) => {
    for (let step: EntityStep | undefined = first; step;) {
      const getter = rename(step, isReady(step));
      step = getter && isReady(getter) ? getter : undefined;
    }
  };
  const renameEach = (isNext: (step: EntityStep) => boolean) => {
    for (const step of [...open]) if (isNext(step)) renameChain(step);
  };
  renameEach((step) => open.has(step) && !step.wanted);
  renameEach(isReady);
  // In each circle of names, one entity gets a temporary name.
  renameEach((step) => open.has(step));
  return renamed;
}

/** No schema shows whether a platform requires unique names. One that has a name twice does not. */
function warnOfSameNames(changing: readonly EntityStep[], entries: readonly TargetEntry[]): void {
  const names = new Set(entries.map(({ current }) => foldCase(current.name)));
  if (names.size < entries.length) return;
  const stepOf = new Map(changing.map((step) => [step.current, step]));
  const after = [
    ...changing.filter((step) => !step.current),
    ...entries.flatMap(({ key, current }) => {
      const step = stepOf.get(current);
      if (!step) return [{ key, name: current.name }];
      return step.wanted ? [step] : [];
    }),
  ];
  const keys = new Map<string, string[]>();
  for (const { name, key } of after) {
    const known = keys.get(foldCase(name));
    if (known) known.push(key);
    else keys.set(foldCase(name), [key]);
  }
  for (const step of changing.filter(getsName)) {
    const other = keys.get(foldCase(step.name))?.find((key) => key !== step.key);
    if (other === undefined) continue;
    const why = `The ${step.kind} "${excerpt(other, [], 100)}" has this name, too. Some platforms refuse that.`;
    addReason(step, why);
  }
}

/** Whether an entity is created or renamed. */
function getsName({ wanted, current, fields }: EntityStep): boolean {
  return wanted !== undefined && (!current || fields.some(({ path }) => path === 'name'));
}

/** Some platforms treat names that differ only by case as equal. */
function foldCase(name: string): string {
  return name.trim().toLowerCase();
}

function temporaryName(name: string, taken: Set<string>): string {
  const first = `${name.slice(0, MAX_CHARACTERS)} - renaming`;
  let free = first;
  for (let number = 2; taken.has(foldCase(free)); number++) free = `${first} ${number}`;
  taken.add(foldCase(free));
  return free;
}
