import { excerpt } from '../../text/text';
import { KINDS } from '../files/model';
import type { PlanOptions } from '../options';
import type { TargetContents } from './safeguards';
import { addReason, isEntityStep, needsChange, type EntityStep, type Step } from './steps';

/** A name that something gives up before anything else is changed, as something else gets it. */
export interface Rename {
  step: EntityStep;
  /** Its new name, or one in between. */
  name: string;
}

const MAX_CHARACTERS = 80;

type Present = TargetContents['entities'][number];

/**
 * Many platforms have each name only once. So whatever has a name that something else gets is renamed first: to its own new
 * name if that is free by then; otherwise, as where names are swapped, or where it is deleted in the end, to one in between.
 * If a deploy is interrupted after that, the next one finds it by its alias, or as something that the files do not name.
 * Adds to the reasons of the steps.
 * @param present everything on the target
 */
export function planRenames(
  steps: readonly Step[],
  present: readonly Present[],
  options: PlanOptions,
): Rename[] {
  return KINDS.flatMap((kind) => {
    const changing = steps
      .filter(isEntityStep)
      .filter((step) => step.kind === kind && needsChange(step, options));
    const ofKind = present.filter((one) => one.kind === kind);
    warnOfSameNames(changing, ofKind);
    const names = ofKind.map(({ entity }) => entity.name);
    return renamesOfKind(
      changing,
      new Set([...names, ...changing.map(({ name }) => name)].map(form)),
    );
  });
}

/** No schema says whether a platform has each name only once; one that has a name twice does not. */
function warnOfSameNames(changing: readonly EntityStep[], present: readonly Present[]): void {
  if (new Set(present.map(({ entity }) => form(entity.name))).size < present.length) return;
  const stepOf = new Map(changing.map((step) => [step.present, step]));
  const after = [
    ...changing.filter(getsName),
    ...present.flatMap(({ key, entity }) => {
      const { wanted, name } = stepOf.get(entity) ?? { wanted: true, name: entity.name };
      return wanted ? [{ key, name }] : [];
    }),
  ];
  const keys = new Map<string, string[]>();
  for (const { name, key } of after) {
    const known = keys.get(form(name));
    if (known) known.push(key);
    else keys.set(form(name), [key]);
  }
  for (const step of changing.filter(getsName)) {
    const other = keys.get(form(step.name))?.find((key) => key !== step.key);
    if (other === undefined) continue;
    const why = `The ${step.kind} "${excerpt(other, [], 100)}" has this name, too. Some platforms refuse that.`;
    addReason(step, why);
  }
}

/** @param changing the steps of one kind that a deploy carries out */
function renamesOfKind(changing: readonly EntityStep[], taken: Set<string>): Rename[] {
  const renamed = changing.filter((step) => step.present && (!step.wanted || getsName(step)));
  const holders = new Map<string, EntityStep[]>();
  for (const step of renamed) {
    const name = form(step.present?.name ?? '');
    holders.set(name, [...(holders.get(name) ?? []), step]);
  }
  const holdersOf = (getter: EntityStep) =>
    (holders.get(form(getter.name)) ?? []).filter((holder) => holder !== getter);
  const inTheWayOf = new Map<EntityStep, EntityStep>();
  for (const getter of changing.filter(getsName)) {
    for (const holder of holdersOf(getter)) inTheWayOf.set(holder, getter);
  }
  const renames: Rename[] = [];
  const rename = (step: EntityStep, name: string) => {
    const to = name === step.name && step.wanted ? '' : ` to "${excerpt(name, [], 100)}"`;
    const getter = inTheWayOf.get(step);
    const why = `It is renamed${to} first, because the ${step.kind} "${excerpt(getter?.key ?? '', [], 100)}" gets its name.`;
    addReason(step, why);
    renames.push({ step, name });
  };
  const open = new Set(inTheWayOf.keys());
  const moveAside = (step: EntityStep) => {
    open.delete(step);
    rename(step, nameInBetween(step.present?.name ?? '', taken));
  };
  for (const step of [...open]) if (!step.wanted) moveAside(step);
  for (const first of inTheWayOf.keys()) {
    const chain = new Set<EntityStep>();
    for (let step: EntityStep | undefined = first; step && open.has(step);) {
      chain.add(step);
      const next: EntityStep | undefined = holdersOf(step).find((holder) => open.has(holder));
      if (next && chain.has(next)) moveAside(next);
      step = next;
    }
    for (const step of [...chain].reverse()) if (open.delete(step)) rename(step, step.name);
  }
  return renames;
}

/** Whether something has another name, or none, before it is deployed. */
function getsName({ wanted, present, fields }: EntityStep): boolean {
  return wanted !== undefined && (!present || fields.some(({ path }) => path === 'name'));
}

/** Some platforms take names that differ only by case for the same. */
function form(name: string): string {
  return name.trim().toLowerCase();
}

function nameInBetween(name: string, taken: Set<string>): string {
  const first = `${name.slice(0, MAX_CHARACTERS)} - renaming`;
  let free = first;
  for (let number = 2; taken.has(form(free)); number++) free = `${first} ${number}`;
  taken.add(form(free));
  return free;
}
