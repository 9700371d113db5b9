import { isEnumType } from 'graphql';
import { excerpt } from '../../text/text';
import { textOf } from '../../text/values';
import { GRANTS } from '../kinds';
import type { GrantKind } from '../kinds/definition';
import type { Capabilities } from '../target/schema';
import type { Snapshot } from '../target/readTarget';
import { PART_OF, type Current, type Entry } from '../tree';
import { blockedOrLeftOut, type LeaveOut } from './leaveOut';
import type { Match, Matches } from './match';
import type { KnownNames } from './resolve';
import { newStep, type Step } from './step';

interface GrantContext {
  snapshot: Pick<Snapshot, 'grants'>;
  capabilities: Capabilities;
  leaveOut: LeaveOut;
  knownNames: KnownNames;
}

/** Finds entries by their keys in the list of the platform: labels of technologies may differ on the target. */
export function matchGrants(
  wanted: readonly Entry[],
  current: readonly Current[],
  knownNames: KnownNames,
): Matches {
  const byId = new Map(current.map((entry) => [entry.id, entry]));
  const matches = wanted.map((entry): Match => {
    const resolved = GRANTS[entry.kind as GrantKind].resolve(entry, knownNames);
    return { wanted: entry, current: 'key' in resolved ? byId.get(resolved.key) : undefined };
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
  const resolved = GRANTS[kind].resolve(wanted, knownNames);
  const grant = 'key' in resolved ? resolved : undefined;
  const step = newStep(wanted, 'unchanged', { wanted, grant });
  const setting = GRANTS[kind].setting(textOf(wanted.doc.place));
  if (!capabilities.typeOfProjectSetting(setting)) {
    return { ...step, ...blockedOrLeftOut(PART_OF[kind], leaveOut) };
  }
  if ('blocked' in resolved) return { ...step, action: 'blocked', reason: resolved.blocked };
  const { key } = resolved;
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
