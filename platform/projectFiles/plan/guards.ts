import { cleanName, excerpt } from '../../common/text/text';
import { toText } from '../../common/text/values';
import { toComparableText } from '../../resources/comparing';
import { type ProtectRule, findProtectingGlob } from '../files/globs';
import { findReferences } from '../kinds';
import { toNeededTechnology } from '../kinds/allowedTechnology';
import type { PlanOptions } from '../options';
import type { PlanContext } from './planEntry';
import {
  addReason,
  block,
  type EntityStep,
  keep,
  needsChange,
  type Step,
  willBeSent,
} from './step';
import type { Snapshot } from '../target/snapshot';
import { indexById, type CurrentEntry, type Entry, type Kind, PART_OF, toEntryPath } from '../tree';

const MIN_DELETE_LIMIT = 5;

/** Blocks updates of entries that are protected from changes. Such entries may be created. */
export function blockProtected(steps: readonly Step[], protect: readonly ProtectRule[]): void {
  for (const step of steps) {
    if (step.action !== 'update') continue;
    const glob = findProtectingGlob(protect, toEntryPath(step), 'change');
    if (glob !== undefined) block(step, `It is protected by "${cleanName(glob)}".`);
  }
}

/** Keeps entries that are protected or still needed, and blocks deletions that look like a mistake. */
export function guardDeletions(
  steps: readonly Step[],
  entries: readonly CurrentEntry[],
  { tree, selection, protect, planOptions }: PlanContext,
): void {
  const { deleteExtraneous = false, deleteAtMost } = planOptions;
  if (!deleteExtraneous) return;
  const extraneous = steps.filter(({ action }) => action === 'extraneous');
  for (const step of extraneous) {
    const glob = findProtectingGlob(protect, toEntryPath(step), 'delete');
    if (glob === undefined) continue;
    keep(step, `It is protected by "${cleanName(glob)}" and is kept.`);
  }
  // Technologies come in the second round, since the first round may keep entities that need them.
  for (const areTechnologies of [false, true]) {
    const dependents = findDependents(steps, entries);
    for (const step of extraneous) {
      const { kind, isKept, current } = step;
      if (isKept || !current || (kind === 'technology') !== areTechnologies) continue;
      // If an entry of the files has the same key, the current entry's key has the suffix "(other)", but the step's key does not.
      const dependent = dependents.get(areTechnologies ? current.id : toEntryPath(current));
      if (dependent !== undefined) keep(step, `It is kept because ${excerpt(dependent)} needs it.`);
    }
  }
  const remaining = extraneous.filter(({ isKept }) => !isKept);
  for (const step of remaining) {
    const { kind } = step;
    if (kind === 'project' || tree.entries[kind].length > 0) continue;
    const part = PART_OF[kind];
    const noun = kind === 'variable' ? 'variables of the project' : part;
    const hint = `Fix the files, or remove "${part}" from "include" in project.json.`;
    const why = `The files contain no ${noun}, so none is deleted. ${hint}`;
    block(step, `${why} To delete the entries, delete them on the platform.`);
  }
  const toDelete = remaining.filter(({ action }) => action === 'extraneous');
  const count = entries.filter((entry) => selection.includes(toEntryPath(entry))).length;
  const limit = deleteAtMost ?? Math.max(MIN_DELETE_LIMIT, Math.floor(count / 2));
  if (toDelete.length <= limit) return;
  const reason = `The deploy would delete ${toDelete.length} of ${count} entries, but the limit is ${limit}. To delete them, set "Delete at Most" to ${toDelete.length}.`;
  for (const step of toDelete) block(step, reason);
}

/**
 * Finds the jobs, volumes and allowed technologies that are still needed after the deploy, each with an entry that needs it.
 * @returns the path of that entry, by the path of the job or volume, or by the ID of the allowed technology
 */
function findDependents(
  steps: readonly Step[],
  entries: readonly CurrentEntry[],
): ReadonlyMap<string, string> {
  const stepsByEntry = new Map(steps.map((step) => [step.current, step]));
  const dependents = new Map<string, string>();
  const addTechnology = (dependent: Entry, technologyId?: string) => {
    const needed = toNeededTechnology(dependent, technologyId);
    if (needed) dependents.set(needed.id, toEntryPath(dependent));
  };
  const addReferences = (dependent: Entry) => {
    for (const reference of findReferences(dependent))
      dependents.set(toEntryPath(reference), toEntryPath(dependent));
  };
  for (const dependent of entries) {
    const step = stepsByEntry.get(dependent);
    const isInFiles = step?.wanted !== undefined;
    const stays = !step || step.isKept === true || isInFiles;
    if (stays) addTechnology(dependent, dependent.technologyId);
    // A deploy replaces the references of an entity in the files.
    if (stays && !isInFiles) addReferences(dependent);
  }
  for (const { wanted, technologyId } of steps) {
    if (!wanted) continue;
    addTechnology(wanted, technologyId);
    addReferences(wanted);
  }
  return dependents;
}

const MANAGER = 'ROLE_PROJECT_MANAGER';
const VIEWER = 'ROLE_PROJECT_VIEWER';

/** Blocks changes that would leave the project without a manager, and warns of changes that may lock out the login. */
export function guardRights(
  steps: readonly Step[],
  { grants }: Pick<Snapshot, 'grants'>,
  planOptions: PlanOptions,
): void {
  const list = grants?.get('right');
  if (!list) return;
  const after = indexById(list);
  const reductions: Step[] = [];
  for (const step of steps) {
    if (step.kind !== 'right' || !step.grant || !needsChange(step, planOptions)) continue;
    const { grant } = step;
    const before = after.get(grant.id);
    const isRemoved = step.action === 'extraneous';
    if (isRemoved) after.delete(grant.id);
    else after.set(grant.id, grant);
    const isReduced = before && before.doc.role !== VIEWER && grant.doc.role !== MANAGER;
    if (isRemoved || isReduced) reductions.push(step);
  }
  const isManaged = [...after.values()].some(({ doc }) => doc.role === MANAGER);
  for (const step of reductions) {
    if (!isManaged && step.current?.doc.role === MANAGER) {
      block(step, `After this change, no group of the project would have the role ${MANAGER}.`);
    } else {
      addReason(
        step,
        'The platform does not return which groups the login belongs to. Check that the login keeps its access.',
      );
    }
  }
}

/** Blocks changes that platforms refuse, and sets `takesVolume` of apps. */
export function blockImpossible(
  steps: readonly EntityStep[],
  entries: readonly CurrentEntry[],
  { deleteExtraneous = false }: PlanOptions,
): void {
  const stepsByEntry = new Map(steps.map((step) => [step.current, step]));
  const appsByVolume = new Map(
    entries
      .filter(({ kind }) => kind === 'app')
      .flatMap((app) => findReferences(app).map(({ key }) => [key, app] as const)),
  );
  const findOtherVolumeOwners = ({ wanted, current }: EntityStep) =>
    (wanted?.kind === 'app' ? findReferences(wanted) : [])
      .flatMap(({ key }) => appsByVolume.get(key) ?? [])
      .filter((app) => app !== current);
  const occupiesKey = (current: CurrentEntry) => {
    const { kind, isAliasReturned = false } = current;
    if (kind !== 'volume') return kind !== 'app' && isAliasReturned;
    // The name of a volume becomes free if the volume is deleted.
    return !(deleteExtraneous && stepsByEntry.get(current)?.action === 'extraneous');
  };
  const toFoldedKey = (kind: Kind, key: string) => `${kind} ${key.toLowerCase()}`;
  // `key` is the key in the files, which may differ from the key on the target.
  const getKeyOnTarget = ({ doc, name }: CurrentEntry) => toText(doc.alias) ?? name;
  const byKey = new Map(
    entries
      .filter(occupiesKey)
      .map((entry) => [toFoldedKey(entry.kind, getKeyOnTarget(entry)), entry]),
  );
  for (const step of steps) if (findOtherVolumeOwners(step).length > 0) step.takesVolume = true;
  for (const step of steps.filter(willBeSent)) {
    const { kind, key, wanted, current } = step;
    const linked = findOtherVolumeOwners(step).find((app) => {
      const other = stepsByEntry.get(app);
      // An app that itself waits for a volume might not be changed first: two apps may swap volumes.
      return other?.action !== 'update' || other.takesVolume;
    });
    const occupant = byKey.get(toFoldedKey(kind, key));
    const setsKey = kind === 'volume' || wanted.doc.alias !== undefined;
    if (linked) {
      const why = `On the target, one of its volumes is linked to the app "${excerpt(linked.name)}".`;
      block(step, `${why} Unlink the volume there first.`);
    } else if (kind === 'volume' && parseBytes(wanted.doc.size) < parseBytes(current?.doc.size)) {
      const size = String(current?.doc.size);
      block(step, `A volume cannot become smaller. Its size is ${size}.`);
    } else if (occupant && occupant !== current && getKeyOnTarget(occupant) !== key && setsKey) {
      const [noun, plural] = kind === 'volume' ? ['name', 'Names'] : ['alias', 'Aliases'];
      const why = `The target has a ${kind} with the ${noun} "${excerpt(getKeyOnTarget(occupant))}".`;
      block(step, `${why} ${plural} must differ in more than case.`);
    }
  }
}

function parseBytes(size: unknown): number {
  return typeof size === 'string' ? parseFloat(toComparableText('size', size) ?? '') : NaN;
}
