import type { Conditions, Field } from './recorded';

/** A value that no condition names. */
const ANOTHER = Symbol('another');

/** For which values of a field it was shown and is not any more, or the other way round. */
interface ShownChange {
  /** As `source is file`. */
  noLonger: string[];
  newly: string[];
}

/**
 * Compares by the values that the record knows: those that are new may have whatever conditions they need.
 * @param known the recorded field that a condition names
 */
export function shownChange(
  before: Conditions | undefined,
  now: Conditions | undefined,
  known: (name: string) => Field | undefined,
): ShownChange {
  const change: ShownChange = { noLonger: [], newly: [] };
  for (const name of new Set([before, now].flatMap(namesOf))) {
    for (const value of valuesOf(name, known(name), [before, now])) {
      const [was, is] = [isShown(before, name, value), isShown(now, name, value)];
      const said = `${name} is ${value === ANOTHER ? 'another' : JSON.stringify(value)}`;
      if (was && !is) change.noLonger.push(said);
      if (!was && is) change.newly.push(said);
    }
  }
  return change;
}

/** Whether a new field is shown for anything that a saved workflow can hold. */
export function isShownForKnown(
  conditions: Conditions | undefined,
  known: (name: string) => Field | undefined,
): boolean {
  return namesOf(conditions).every((name) =>
    valuesOf(name, known(name), [conditions]).some((value) => isShown(conditions, name, value)),
  );
}

function namesOf(conditions: Conditions = {}): string[] {
  return [...Object.keys(conditions.show ?? {}), ...Object.keys(conditions.hide ?? {})];
}

function valuesOf(
  name: string,
  field: Field | undefined,
  all: Array<Conditions | undefined>,
): unknown[] {
  if (field?.choices) return field.choices;
  if (field?.type === 'boolean') return [true, false];
  const named = all.flatMap((one) => [...(one?.show?.[name] ?? []), ...(one?.hide?.[name] ?? [])]);
  return [...new Set([...named, ANOTHER])];
}

function isShown({ show, hide }: Conditions = {}, name: string, value: unknown): boolean {
  const isIn = (list: unknown[]) =>
    list.some((one) => one === value || JSON.stringify(one) === JSON.stringify(value));
  const wanted = show?.[name];
  return (wanted === undefined || isIn(wanted)) && !isIn(hide?.[name] ?? []);
}
