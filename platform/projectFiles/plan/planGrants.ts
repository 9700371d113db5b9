import { isEnumType } from 'graphql';
import { excerpt } from '../../text/text';
import { textOf, valueAt } from '../../text/values';
import { APPS, placeOfJobs } from '../files/grants';
import { grantPath, type Grant, type GrantKind, type ProjectModel } from '../files/model';
import type { PlanOptions } from '../options';
import type { Capabilities } from '../target/capabilities';
import { deployedGrants, placeOfGrant, technologyKey } from '../target/grants';
import type { ProjectSnapshot } from '../target/readTarget';
import { blockedOrLeftOut, type LeaveOut } from './leaveOut';
import { findTechnology, type KnownNames } from './resolve';
import type { TargetContents } from './safeguards';
import type { Selection } from './selection';
import { addReason, block, extraneousReason, isEntityStep, needsChange } from './steps';
import type { GrantStep, Step } from './steps';

interface GrantContext {
  model: ProjectModel;
  snapshot: ProjectSnapshot;
  capabilities: Capabilities;
  leaveOut: LeaveOut;
  knownNames: KnownNames;
  selection: Selection;
  deleteExtraneous: boolean;
}

/** Compares the rights or technologies that the files grant with those of the target. */
export function planGrants(kind: GrantKind, context: GrantContext): GrantStep[] {
  const { model, snapshot, selection, deleteExtraneous } = context;
  const wanted = model.grants?.[kind];
  if (!wanted) return [];
  const resolved = wanted.map((grant) => ({ grant, at: resolve(kind, grant, context) }));
  const steps = resolved
    .filter(({ grant }) => selection.includes(grantPath(kind, grant.name)))
    .map(({ grant, at }) => planGrant(kind, grant, at, context));
  const keys = new Set(resolved.map(({ at }) => at.key));
  const others = deployedGrants(kind, snapshot).filter(
    ({ key, name }) => !keys.has(key) && selection.isSelected(grantPath(kind, name)),
  );
  return [
    ...steps,
    ...others.map(({ key, name, role }): GrantStep => ({
      kind,
      name,
      key,
      value: null,
      action: 'extraneous',
      changes: deleteExtraneous && role !== undefined ? [roleChange(role, null)] : [],
      reason: extraneousReason(deleteExtraneous),
    })),
  ];
}

const roleChange = (from: string | null, to: string | null) => ({ field: 'role', from, to });

function planGrant(
  kind: GrantKind,
  { name, role, place: placeInFile }: Grant,
  { key = '', value = null, blocked }: ReturnType<typeof resolve>,
  { snapshot: { grants }, capabilities, leaveOut }: GrantContext,
): GrantStep {
  const step = { kind, name, key, value, changes: [] };
  const place = placeOfGrant(kind, placeInFile);
  if (!capabilities.typeOfProjectSetting(place)) {
    return { ...step, ...blockedOrLeftOut(kind === 'right' ? 'rights' : 'technologies', leaveOut) };
  }
  if (blocked !== undefined) return { ...step, action: 'blocked', reason: blocked };
  const list = grants?.get(kind);
  const ofPlatform = list?.ofPlatform.get(key);
  if (ofPlatform !== undefined) {
    const reason = `It has access to all projects${ofPlatform === null ? '' : ` as ${excerpt(ofPlatform)}`}. A deploy does not change that.`;
    return { ...step, action: 'unchanged', reason };
  }
  const present = list?.entries.get(key);
  const differs = role !== undefined && present !== role;
  if (present !== undefined && !differs) return { ...step, action: 'unchanged' };
  const type = capabilities.typeOfProjectSetting(place, ['role']);
  if (role !== undefined && isEnumType(type) && !type.getValue(role)) {
    const known = type.getValues().map((one) => one.name);
    const reason = `The target does not have the role "${excerpt(role, [], 100)}". It has: ${excerpt(known.join(', '))}.`;
    return { ...step, action: 'blocked', reason };
  }
  return {
    ...step,
    action: present === undefined ? 'create' : 'update',
    changes: differs ? [roleChange(present ?? null, role)] : [],
  };
}

/** Where it stands on the target, and what stands there; or why the target cannot have it. */
function resolve(
  kind: GrantKind,
  { name, role, place = APPS, technology }: Grant,
  { knownNames }: GrantContext,
): { key?: string; value?: string | null; blocked?: string } {
  if (kind === 'right') return { key: name, value: role ?? null };
  const { technologies, labels } = knownNames;
  const resolved = findTechnology(technology ?? { label: '' }, technologies, labels);
  if ('blocked' in resolved) return resolved;
  const { id } = resolved.found;
  return { key: technologyKey(place, id), value: id };
}

/** Where the technologies stand that jobs and apps use, by who uses them. */
export function technologiesInUse(
  steps: readonly Step[],
  { entities }: Pick<TargetContents, 'entities'>,
): Map<string, string> {
  const stepOf = new Map(steps.filter(isEntityStep).map((step) => [step.present, step]));
  const used = new Map<string, string>();
  const add = (kind: string, key: string, file: unknown, technologyId: string | undefined) => {
    if (technologyId === undefined || (kind !== 'job' && kind !== 'app')) return;
    const place = kind === 'app' ? APPS : placeOfJobs(textOf(valueAt(file, 'category')) ?? '');
    used.set(technologyKey(place, technologyId), `${kind}s/${key}`);
  };
  for (const { kind, key, entity } of entities) {
    const step = stepOf.get(entity);
    if (!step || step.wanted || step.isKept) add(kind, key, entity.file, entity.technologyId);
  }
  for (const { kind, key, wanted, technologyId } of steps.filter(isEntityStep)) {
    if (wanted) add(kind, key, wanted.file, technologyId);
  }
  return used;
}

const MANAGER = 'ROLE_PROJECT_MANAGER';
const VIEWER = 'ROLE_PROJECT_VIEWER';

/** Blocks what would leave a project without a group that manages it, and warns of what may be the login's own right. */
export function guardRights(
  steps: readonly Step[],
  { grants }: ProjectSnapshot,
  options: PlanOptions,
): void {
  const list = grants?.get('right');
  if (!list) return;
  const after = new Map([...list.ofPlatform, ...list.entries]);
  const lost: GrantStep[] = [];
  for (const step of steps) {
    if (step.kind !== 'right' || !needsChange(step, options)) continue;
    const before = after.get(step.key);
    const isRemoved = step.action === 'extraneous';
    if (isRemoved) after.delete(step.key);
    else after.set(step.key, step.value);
    const isRaised = before === undefined || before === VIEWER || step.value === MANAGER;
    if (isRemoved || !isRaised) lost.push(step);
  }
  const isManaged = [...after.values()].includes(MANAGER);
  for (const step of lost) {
    if (!isManaged && list.entries.get(step.key) === MANAGER) {
      block(step, `Without it, no group of the project would have the role ${MANAGER}.`);
    } else {
      addReason(
        step,
        'The platform does not return which groups the login belongs to: check that it keeps its access.',
      );
    }
  }
}
