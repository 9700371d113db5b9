import { isEnumType } from 'graphql';
import type { Platform } from '../../connection/platform';
import type { CallOptions } from '../../graphql/send/endpoint';
import { excerpt } from '../../text/text';
import { textOf } from '../../text/values';
import { GRANTS } from '../kinds';
import type { GrantKind } from '../kinds/definition';
import type { PlanOptions } from '../options';
import type { Snapshot } from '../target/readTarget';
import type { TargetProject } from '../target/target';
import { isEntityKind, PART_OF, pathOf, type Current, type ProjectTree } from '../tree';
import { blockedOrLeftOut } from './leaveOut';
import type { Match } from './match';
import { planEntity, type EntityContext } from './planEntity';
import type { Selection } from './selection';
import { extraneousReason, newStep, type Step } from './step';

/** All that the plan of an entry may depend on. */
export interface PlanContext extends EntityContext {
  platform: Platform;
  tree: ProjectTree;
  project: TargetProject;
  snapshot: Snapshot;
  selection: Selection;
  planOptions: PlanOptions;
  options?: CallOptions;
}

/** Plans an entry of the files. */
export function planEntry(match: Match, context: PlanContext): Step {
  const { kind } = match.wanted;
  if (isEntityKind(kind)) return planEntity(match, context);
  if (kind === 'project') return planProject(match, context);
  return kind === 'variable' ? planVariable(match, context) : planGrant(match, context);
}

function planProject(
  { wanted, current }: Match,
  { project, capabilities, leaveOut, selection }: PlanContext,
): Step {
  const { description } = selection.includes(pathOf(wanted)) ? wanted.doc : {};
  const step = newStep({ ...wanted, name: project.name }, 'unchanged', { wanted, current });
  const isNew = project.id === undefined;
  if (isNew && !capabilities.hasMutation('createProject')) {
    return { ...step, action: 'blocked', reason: 'This platform cannot create projects.' };
  }
  const before = current?.doc.description;
  const [from, to] = [before, description].map((text) => (typeof text === 'string' ? text : null));
  const differs = to !== null && to !== undefined && to.trim() !== from?.trim();
  if (!differs) return { ...step, action: isNew ? 'create' : 'unchanged' };
  if (!isNew && !capabilities.hasMutation('editProject')) {
    return { ...step, ...blockedOrLeftOut('description', leaveOut) };
  }
  const change = { field: 'description', from, to };
  return { ...step, action: isNew ? 'create' : 'update', changes: [change] };
}

/** Plans a variable of the project. */
function planVariable(
  { wanted, current }: Match,
  { capabilities, leaveOut, variables }: PlanContext,
): Step {
  if (capabilities.hasVariables('PROJECT')) return variables.plan(wanted, current);
  return newStep(wanted, 'unchanged', { wanted, ...blockedOrLeftOut('variables', leaveOut) });
}

/** Plans an entry that the files do not have. */
export function planExtraneous(current: Current, context: PlanContext): Step {
  const { includesExtraneous, planOptions, variables } = context;
  const { kind, id, doc } = current;
  const { deleteExtraneous = false } = planOptions;
  const reason = extraneousReason(deleteExtraneous);
  const step = newStep(current, 'extraneous', { current, reason });
  if (kind === 'variable') {
    const { changes } = variables.planExtraneous(current);
    return { ...step, changes: includesExtraneous ? changes : [] };
  }
  if (isEntityKind(kind)) return step;
  const isShown = deleteExtraneous && doc.role !== undefined;
  const changes = isShown ? [{ field: 'role', from: doc.role, to: null }] : [];
  return { ...step, changes, grant: { key: id, value: null } };
}

/** Plans a right of a group or an allowed technology. */
function planGrant(
  { wanted }: Match,
  { snapshot: { grants }, capabilities, leaveOut, knownNames }: PlanContext,
): Step {
  const kind = wanted.kind as GrantKind;
  const resolved = GRANTS[kind].resolve(wanted, knownNames);
  const grant = 'key' in resolved ? resolved : undefined;
  const step = newStep(wanted, 'unchanged', { wanted, grant });
  const setting = GRANTS[kind].settingOf(wanted);
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
