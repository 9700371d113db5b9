import { isEnumType } from 'graphql';
import { excerpt } from '../../text/text';
import { textOf } from '../../text/values';
import { GRANTS } from '../kinds';
import type { GrantKind } from '../kinds/definition';
import { isEntityKind, PART_OF, pathOf, type Current } from '../tree';
import type { PlanContext } from './context';
import { addReason, block, leaveOutOrBlock } from './decisions';
import type { Match } from './match';
import { planEntity } from './planEntity';
import { newStep, type Step } from './step';

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
  const from = textOf(current?.doc.description);
  const differs = typeof description === 'string' && description.trim() !== (from ?? '').trim();
  const changes = differs ? [{ field: 'description', from: from ?? null, to: description }] : [];
  const isNew = project.id === undefined;
  const action = isNew ? 'create' : changes.length > 0 ? 'update' : 'unchanged';
  const step = newStep({ ...wanted, name: project.name }, action, { wanted, current, changes });
  if (isNew && !capabilities.hasMutation('createProject')) {
    block(step, 'This platform cannot create projects.');
  } else if (action === 'update' && !capabilities.hasMutation('editProject')) {
    Object.assign(step, { action: 'unchanged', changes: [] });
    leaveOutOrBlock(step, ['description'], leaveOut);
  }
  return step;
}

/** Plans a variable of the project. */
function planVariable(
  { wanted, current }: Match,
  { capabilities, leaveOut, variables }: PlanContext,
): Step {
  if (capabilities.hasVariables('PROJECT')) return variables.plan(wanted, current);
  const step = newStep(wanted, 'unchanged', { wanted });
  leaveOutOrBlock(step, ['variables'], leaveOut);
  return step;
}

/** Plans an entry that the files do not have. */
export function planExtraneous(current: Current, context: PlanContext): Step {
  const { includesExtraneous, planOptions, variables } = context;
  const { kind, id, doc } = current;
  const step = newStep(current, 'extraneous', { current });
  if (kind === 'variable' && includesExtraneous) {
    step.changes = variables.planExtraneous(current).changes;
  }
  if (kind === 'right' || kind === 'technology') {
    step.grant = { key: id, value: null };
    if (planOptions.deleteExtraneous && doc.role !== undefined) {
      step.changes = [{ field: 'role', from: doc.role, to: null }];
    }
  }
  return step;
}

/** Plans a right of a group or an allowed technology. */
function planGrant(
  { wanted }: Match,
  { snapshot: { grants }, capabilities, leaveOut, knownNames }: PlanContext,
): Step {
  const kind = wanted.kind as GrantKind;
  const resolved = GRANTS[kind].resolve(wanted, knownNames);
  const step = newStep(wanted, 'unchanged', { wanted });
  const setting = GRANTS[kind].settingOf(wanted);
  if ('key' in resolved) step.grant = resolved;
  if (!capabilities.typeOfProjectSetting(setting)) {
    leaveOutOrBlock(step, [PART_OF[kind]], leaveOut);
    return step;
  }
  if ('blocked' in resolved) {
    block(step, resolved.blocked);
    return step;
  }
  const { key } = resolved;
  const list = grants?.get(kind);
  const ofPlatform = list?.ofPlatform.get(key);
  if (ofPlatform !== undefined) {
    const role = ofPlatform === null ? '' : ` as ${excerpt(ofPlatform)}`;
    addReason(step, `It has access to all projects${role}. A deploy does not change that.`);
    return step;
  }
  const role = textOf(wanted.doc.role);
  const before = list?.entries.get(key);
  const differs = role !== undefined && before !== role;
  if (before !== undefined && !differs) return step;
  step.action = before === undefined ? 'create' : 'update';
  if (differs) step.changes = [{ field: 'role', from: before ?? null, to: role }];
  const type = capabilities.typeOfProjectSetting(setting, ['role']);
  if (role !== undefined && isEnumType(type) && !type.getValue(role)) {
    const known = excerpt(
      type
        .getValues()
        .map(({ name }) => name)
        .join(', '),
    );
    const why = `The target does not have the role "${excerpt(role, [], 100)}".`;
    block(step, `${why} It has: ${known}.`);
  }
  return step;
}
