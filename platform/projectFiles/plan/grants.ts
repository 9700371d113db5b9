import { isEnumType } from 'graphql';
import { excerpt } from '../../text/text';
import { textOf } from '../../text/values';
import type { GrantKind, TechnologyDoc } from '../files/grants';
import type { PlanOptions } from '../options';
import type { Capabilities } from '../target/schema';
import { keyOfTechnology, settingOfGrant, technologyKey } from '../target/grants';
import type { Snapshot } from '../target/readTarget';
import { pathOf, type Current, type Entry } from '../tree';
import type { TargetEntry } from './guards';
import { blockedOrLeftOut, type LeaveOut } from './leaveOut';
import type { Match, Matches } from './match';
import { findTechnology, type KnownNames } from './resolve';
import { addReason, block, needsChange, newStep, type Step } from './step';

interface GrantContext {
  snapshot: Pick<Snapshot, 'grants'>;
  capabilities: Capabilities;
  leaveOut: LeaveOut;
  knownNames: KnownNames;
}

/** Finds allowed technologies by their IDs: their labels may differ on the target. */
export function matchTechnologies(
  wanted: readonly Entry[],
  current: readonly Current[],
  knownNames: KnownNames,
): Matches {
  const byId = new Map(current.map((entry) => [entry.id, entry]));
  const matches = wanted.map((entry): Match => {
    const { key = '' } = resolveGrant(entry, knownNames);
    return { wanted: entry, current: byId.get(key) };
  });
  const found = new Set(matches.map((match) => match.current));
  return { matches, others: current.filter((entry) => !found.has(entry)) };
}

/** Plans a right of a group or an allowed technology. */
export function planGrant(
  { wanted }: Match,
  { snapshot: { grants }, capabilities, leaveOut, knownNames }: GrantContext,
): Step {
  const kind = wanted.kind as GrantKind;
  const { key = '', value = null, blocked } = resolveGrant(wanted, knownNames);
  const step = newStep(wanted, 'unchanged', { wanted, grant: { key, value } });
  const setting = settingOfGrant(kind, textOf(wanted.doc.place));
  if (!capabilities.typeOfProjectSetting(setting)) {
    return { ...step, ...blockedOrLeftOut(kind === 'right' ? 'rights' : 'technologies', leaveOut) };
  }
  if (blocked !== undefined) return { ...step, action: 'blocked', reason: blocked };
  const list = grants?.get(kind);
  const ofPlatform = list?.ofPlatform.get(key);
  if (ofPlatform !== undefined) {
    const reason = `It has access to all projects${ofPlatform === null ? '' : ` as ${excerpt(ofPlatform)}`}. A deploy does not change that.`;
    return { ...step, reason };
  }
  const role = textOf(wanted.doc.role);
  const before = list?.entries.get(key);
  const differs = role !== undefined && before !== role;
  if (before !== undefined && !differs) return step;
  const type = capabilities.typeOfProjectSetting(setting, ['role']);
  if (role !== undefined && isEnumType(type) && !type.getValue(role)) {
    const known = type.getValues().map((one) => one.name);
    const reason = `The target does not have the role "${excerpt(role, [], 100)}". It has: ${excerpt(known.join(', '))}.`;
    return { ...step, action: 'blocked', reason };
  }
  return {
    ...step,
    action: before === undefined ? 'create' : 'update',
    changes: differs ? [{ field: 'role', from: before ?? null, to: role }] : [],
  };
}

/** Finds the key and value of a grant in the list of the platform, or why the target cannot have it. */
function resolveGrant(
  { kind, name, doc }: Entry,
  { technologies, labels }: KnownNames,
): { key?: string; value?: string | null; blocked?: string } {
  if (kind === 'right') return { key: name, value: textOf(doc.role) ?? null };
  const { place, technology } = doc as TechnologyDoc;
  const resolved = findTechnology(technology, technologies, labels);
  if ('blocked' in resolved) return resolved;
  const { id } = resolved.found;
  return { key: technologyKey(place, id), value: id };
}

/** Returns the keys of the technologies that jobs and apps use, with the path of a user. */
export function technologiesInUse(
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
