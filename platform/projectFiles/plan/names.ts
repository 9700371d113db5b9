import { excerpt } from '../../text/text';
import type { PlanOptions } from '../options';
import { ENTITY_KINDS } from '../tree';
import type { TargetEntry } from './match';
import { addReason } from './decisions';
import { isEntityStep, needsChange, type EntityStep, type Step } from './step';

const MAX_CHARACTERS = 80;

/**
 * Frees names before other entries get them: many platforms require unique names. An entity that has such a name is renamed
 * before anything else, to its own new name if that is free, otherwise to a temporary one. If a deploy is interrupted after
 * that, the next one finds the entity by its alias, or as one that is not in the files.
 * @returns the steps with `renameFirstTo`, in the order of their renames
 */
export function planNames(
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
    const used = new Set(ofKind.map(({ current }) => foldCase(current.name)));
    const byNewName = new Map(
      changing.filter(getsName).map((step) => [foldCase(step.name), step] as const),
    );
    warnOfSameNames(changing, ofKind);
    for (const step of changing) {
      const { current, wanted, name } = step;
      const taker = current && byNewName.get(foldCase(current.name));
      if (!taker || taker === step || (wanted && !getsName(step))) continue;
      const isFree = wanted !== undefined && !used.has(foldCase(name));
      step.renameFirstTo = isFree ? name : temporaryName(current.name, [used, byNewName]);
      used.delete(foldCase(current.name));
      used.add(foldCase(step.renameFirstTo));
      const to = isFree ? '' : ` to "${excerpt(step.renameFirstTo, [], 100)}"`;
      const why = `because the ${kind} "${excerpt(taker.key, [], 100)}" gets its name.`;
      addReason(step, `It is renamed${to} first, ${why}`);
      renames.push(step);
    }
  }
  return renames;
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
