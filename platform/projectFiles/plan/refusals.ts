import { comparableText } from '../../resources/comparing';
import { excerpt } from '../../common/text/text';
import { referencesOf } from '../kinds';
import type { PlanOptions } from '../options';
import { textOf } from '../../common/text/values';
import type { Current, Kind } from '../tree';
import { block } from './decisions';
import type { EntityStep } from './step';

/** Blocks what every platform refuses because of what the target has. Sets which apps get a volume of another app. */
export function blockRefused(
  steps: readonly EntityStep[],
  entries: readonly Current[],
  options: PlanOptions,
): void {
  const stepOf = new Map(steps.map((step) => [step.current, step]));
  const holders = linkedApps(entries);
  const named = namedEntities(entries, stepOf, options);
  const otherHolders = (step: EntityStep) =>
    volumesOf(step)
      .flatMap((key) => holders.get(key) ?? [])
      .filter((holder) => holder !== step.current);
  for (const step of steps) if (otherHolders(step).length > 0) step.takesVolume = true;
  for (const step of steps) {
    if (step.action !== 'create' && step.action !== 'update') continue;
    const holder = otherHolders(step).find((app) => {
      const other = stepOf.get(app);
      // Two apps that swap volumes would wait for each other.
      return other?.action !== 'update' || other.takesVolume;
    });
    const why = linkedReason(holder) ?? smallerReason(step) ?? caseReason(step, named);
    if (why !== undefined) block(step, why);
  }
}

function volumesOf({ wanted }: EntityStep): string[] {
  return wanted?.kind === 'app' ? referencesOf(wanted).map(({ key }) => key) : [];
}

/** Returns the apps of the target by the volumes that are linked to them. */
function linkedApps(entries: readonly Current[]): Map<string, Current> {
  const apps = entries.filter(({ kind }) => kind === 'app');
  return new Map(apps.flatMap((app) => referencesOf(app).map(({ key }) => [key, app] as const)));
}

function linkedReason(app: Current | undefined): string | undefined {
  if (!app) return undefined;
  return `The app "${excerpt(app.name)}" of the target is linked to one of its volumes. Unlink it there first.`;
}

function smallerReason({ kind, wanted, current }: EntityStep): string | undefined {
  const bytesOf = (size: unknown) =>
    typeof size === 'string' ? parseFloat(comparableText('size', size) ?? '') : NaN;
  const isSmaller = kind === 'volume' && bytesOf(wanted?.doc.size) < bytesOf(current?.doc.size);
  if (!isSmaller) return undefined;
  return `A volume cannot become smaller. Its size is ${String(current?.doc.size)}.`;
}

/** Returns the entities whose names or aliases are taken, by these in lower case. A deleted volume gives its name up before. */
function namedEntities(
  entries: readonly Current[],
  stepOf: ReadonlyMap<Current | undefined, EntityStep>,
  { deleteExtraneous = false }: PlanOptions,
): Map<string, Current> {
  const isTaken = (current: Current) => {
    const { kind, hasAlias = false } = current;
    if (kind !== 'volume') return kind !== 'app' && hasAlias;
    return !(deleteExtraneous && stepOf.get(current)?.action === 'extraneous');
  };
  return new Map(
    entries.filter(isTaken).map((current) => [foldCase(current.kind, ownKey(current)), current]),
  );
}

/** Returns the key that an entity has on the target, which may differ from that in the files. */
function ownKey({ doc, name }: Current): string {
  return textOf(doc.alias) ?? name;
}

function foldCase(kind: Kind, key: string): string {
  return `${kind} ${key.toLowerCase()}`;
}

function caseReason(step: EntityStep, named: ReadonlyMap<string, Current>): string | undefined {
  const { kind, key, wanted, current } = step;
  const twin = named.get(foldCase(kind, key));
  const setsKey = kind === 'volume' || wanted?.doc.alias !== undefined;
  if (!twin || twin === current || ownKey(twin) === key || !setsKey) return undefined;
  return `The target has the ${kind} "${excerpt(ownKey(twin))}". Names must differ by more than upper and lower case.`;
}
