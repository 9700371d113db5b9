import { cleanName, excerpt } from '../../common/text/text';
import { textOf } from '../../common/text/values';
import { comparableText } from '../../resources/comparing';
import { type ProtectRule, findProtection } from '../files/globs';
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

/** Blocks changes of protected entries. Those that do not exist yet may be created. */
export function blockProtected(steps: readonly Step[], protect: readonly ProtectRule[]): void {
  for (const step of steps) {
    if (step.action !== 'update') continue;
    const glob = findProtection(protect, toEntryPath(step), 'change');
    if (glob !== undefined) block(step, `It is protected by "${cleanName(glob)}".`);
  }
}

/** Keeps entries that are protected or needed, and blocks deletions that look like a mistake. */
export function guardDeletions(
  steps: readonly Step[],
  entries: readonly CurrentEntry[],
  { tree, selection, protect, planOptions }: PlanContext,
): void {
  const { deleteExtraneous = false, deleteAtMost } = planOptions;
  if (!deleteExtraneous) return;
  const extraneous = steps.filter(({ action }) => action === 'extraneous');
  for (const step of extraneous) {
    const glob = findProtection(protect, toEntryPath(step), 'delete');
    if (glob === undefined) continue;
    keep(step, `It is protected by "${cleanName(glob)}" and is kept.`);
  }
  // Technologies come last, since the first round may keep entities that need them.
  for (const areTechnologies of [false, true]) {
    const users = findUsers(steps, entries);
    for (const step of extraneous) {
      const { kind, isKept, current } = step;
      if (isKept || !current || (kind === 'technology') !== areTechnologies) continue;
      // The key of the step may also be that of another entry of the files.
      const user = users.get(areTechnologies ? current.id : toEntryPath(current));
      if (user !== undefined) keep(step, `It is kept because ${excerpt(user)} needs it.`);
    }
  }
  const left = extraneous.filter(({ isKept }) => !isKept);
  for (const step of left) {
    if (tree.entries[step.kind].length > 0) continue;
    const noun =
      step.kind === 'variable'
        ? 'variables of the project'
        : step.kind === 'project'
          ? step.kind
          : PART_OF[step.kind];
    block(step, `The files contain no ${noun}, so none is deleted. ${WITHOUT_FILES}`);
  }
  const toDelete = left.filter(({ action }) => action === 'extraneous');
  const count = entries.filter((entry) => selection.includes(toEntryPath(entry))).length;
  const limit = deleteAtMost ?? Math.max(MIN_DELETE_LIMIT, Math.floor(count / 2));
  if (toDelete.length <= limit) return;
  const reason = `The deploy would delete ${toDelete.length} of ${count} entries, but the limit is ${limit}. To delete them, set "Delete at Most" to ${toDelete.length}.`;
  for (const step of toDelete) block(step, reason);
}

const WITHOUT_FILES =
  'Fix the folder, or remove it from "include" in project.json. To delete the entries, delete them on the platform.';

/**
 * Finds for each entry one that stays and needs it.
 * @returns paths of users by the paths of jobs and volumes, and by the IDs of allowed technologies
 */
function findUsers(
  steps: readonly Step[],
  entries: readonly CurrentEntry[],
): ReadonlyMap<string, string> {
  const stepOf = new Map(steps.map((step) => [step.current, step]));
  const users = new Map<string, string>();
  const addTechnology = (user: Entry, technologyId?: string) => {
    const needed = toNeededTechnology(user, technologyId);
    if (needed) users.set(needed.id, toEntryPath(user));
  };
  for (const user of entries) {
    const step = stepOf.get(user);
    const isInFiles = step?.wanted !== undefined;
    const stays = !step || step.isKept === true || isInFiles;
    if (stays) addTechnology(user, user.technologyId);
    // The files have all that their own entities need.
    if (!stays || isInFiles) continue;
    for (const reference of findReferences(user))
      users.set(toEntryPath(reference), toEntryPath(user));
  }
  for (const { wanted, technologyId } of steps) if (wanted) addTechnology(wanted, technologyId);
  return users;
}

const MANAGER = 'ROLE_PROJECT_MANAGER';
const VIEWER = 'ROLE_PROJECT_VIEWER';

/** Blocks changes that would leave a project without a manager, and warns of those that may lock out the login. */
export function guardRights(
  steps: readonly Step[],
  { grants }: Pick<Snapshot, 'grants'>,
  options: PlanOptions,
): void {
  const list = grants?.get('right');
  if (!list) return;
  const after = indexById(list);
  const lost: Step[] = [];
  for (const step of steps) {
    if (step.kind !== 'right' || !step.grant || !needsChange(step, options)) continue;
    const { grant } = step;
    const before = after.get(grant.id);
    const isRemoved = step.action === 'extraneous';
    if (isRemoved) after.delete(grant.id);
    else after.set(grant.id, grant);
    const isRaised = !before || before.doc.role === VIEWER || grant.doc.role === MANAGER;
    if (isRemoved || !isRaised) lost.push(step);
  }
  const isManaged = [...after.values()].some(({ doc }) => doc.role === MANAGER);
  for (const step of lost) {
    if (!isManaged && step.current?.doc.role === MANAGER) {
      block(step, `Without it, no group of the project would have the role ${MANAGER}.`);
    } else {
      addReason(
        step,
        'The platform does not return which groups the login belongs to: check that it keeps its access.',
      );
    }
  }
}

/** Blocks changes that every platform refuses, and sets `takesVolume` of apps. */
export function blockImpossible(
  steps: readonly EntityStep[],
  entries: readonly CurrentEntry[],
  { deleteExtraneous = false }: PlanOptions,
): void {
  const stepOf = new Map(steps.map((step) => [step.current, step]));
  const appOf = new Map(
    entries
      .filter(({ kind }) => kind === 'app')
      .flatMap((app) => findReferences(app).map(({ key }) => [key, app] as const)),
  );
  const otherApps = ({ wanted, current }: EntityStep) =>
    (wanted?.kind === 'app' ? findReferences(wanted) : [])
      .flatMap(({ key }) => appOf.get(key) ?? [])
      .filter((app) => app !== current);
  const isTaken = (current: CurrentEntry) => {
    const { kind, isAliasReturned = false } = current;
    if (kind !== 'volume') return kind !== 'app' && isAliasReturned;
    // The name of a volume that is deleted becomes free.
    return !(deleteExtraneous && stepOf.get(current)?.action === 'extraneous');
  };
  const foldCase = (kind: Kind, key: string) => `${kind} ${key.toLowerCase()}`;
  // The key on the target, which differs from `key` if the files have another one.
  const ownKey = ({ doc, name }: CurrentEntry) => textOf(doc.alias) ?? name;
  const byKey = new Map(
    entries.filter(isTaken).map((entry) => [foldCase(entry.kind, ownKey(entry)), entry]),
  );
  for (const step of steps) if (otherApps(step).length > 0) step.takesVolume = true;
  for (const step of steps.filter(willBeSent)) {
    const { kind, key, wanted, current } = step;
    const linked = otherApps(step).find((app) => {
      const other = stepOf.get(app);
      // Of two apps that swap volumes, neither can be changed first.
      return other?.action !== 'update' || other.takesVolume;
    });
    const twin = byKey.get(foldCase(kind, key));
    const setsKey = kind === 'volume' || wanted.doc.alias !== undefined;
    if (linked) {
      const why = `The app "${excerpt(linked.name)}" of the target is linked to one of its volumes.`;
      block(step, `${why} Unlink it there first.`);
    } else if (kind === 'volume' && parseBytes(wanted.doc.size) < parseBytes(current?.doc.size)) {
      const size = String(current?.doc.size);
      block(step, `A volume cannot become smaller. Its size is ${size}.`);
    } else if (twin && twin !== current && ownKey(twin) !== key && setsKey) {
      const why = `The target has the ${kind} "${excerpt(ownKey(twin))}".`;
      block(step, `${why} Names must differ by more than upper and lower case.`);
    }
  }
}

function parseBytes(size: unknown): number {
  return typeof size === 'string' ? parseFloat(comparableText('size', size) ?? '') : NaN;
}
