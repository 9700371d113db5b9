import type { CallOptions } from '../../graphql/endpoint';
import { withSchema } from '../../graphql/schema/bySchema';
import type { Platform } from '../../platform';
import { Abilities } from '../target/abilities';
import { compareVariable } from './compareVariables';
import { planFingerprint, withRunAfter } from './fingerprint';
import { matchEntities, type Match, type Matches } from './match';
import { KINDS, PART_OF, type ProjectEntity, type EntityKind } from '../files/model';
import type { ParsedFiles } from '../files/parseFiles';
import type { PlanOptions } from '../options';
import { planPackages } from './planPackages';
import { cannotHold, LeaveOut, wasLeftOut } from './leaveOut';
import { deletion, planEntity, type Surroundings } from './planEntity';
import { readTarget, type ToldProject } from '../target/readTarget';
import { findRunAfter, type RunAfter } from './runAfter';
import { type EntityStep, type ProjectStep, type Step, type VariableStep } from './steps';

import { findTarget, toldOfNewProject, type Target, type TargetProject } from '../target/target';
import { appsOf, jobsOf, pipelinesOf, volumesOf, type DeployedEntity } from '../target/entities';
import { VariableValues } from '../files/variableValues';

/** What deploying the files would do, in the order in which it is done. */
export interface Plan {
  project: TargetProject;
  steps: Step[];
  /** Another one where the files, the target or the options have changed. */
  fingerprint: string;
  /** Whether it is what was approved; a plan that was made without its run stands for it, too. */
  isApproved(fingerprint: string): boolean;
  /** What is run afterwards, where something is to be. */
  runAfter?: RunAfter;
  told: ToldProject;
  abilities: Abilities;
  /** Plans one entity once more, with what is there by now. */
  planAgain(kind: EntityKind, match: Match): EntityStep;
}

/**
 * Compares the files of a project with a target; changes nothing.
 * @throws InvalidInputError for options that name what is not in the files
 */
export async function planDeploy(
  platform: Platform,
  parsed: ParsedFiles,
  target: Target,
  planOptions: PlanOptions = {},
  options?: CallOptions,
): Promise<Plan> {
  const { model } = parsed;
  const leaveOut = new LeaveOut(planOptions.leaveOut);
  const { deleteExtraneous = false } = planOptions;
  const values = new VariableValues(planOptions.variables);
  values.requireKnown(model);
  const project = await findTarget(platform, target, options);
  const hasTechnologies = model.entities.job.length + model.entities.app.length > 0;
  const told =
    project.id === undefined
      ? await toldOfNewProject(platform, project.name, hasTechnologies, options)
      : await readTarget(platform, project.id, model.include, { ...options, hasTechnologies });
  // What a platform has refused that does not tell its schema is known by now.
  const abilities = await withSchema(platform.projects, (schema) => Abilities.of(schema), options);
  const around = {
    abilities,
    leaveOut,
    offers: { ...told, labels: planOptions.technologies ?? new Map<string, string>() },
    valueFor: (name: string, owner?: string) => values.of(name, owner),
    deleteExtraneous,
    tellsOthers: deleteExtraneous || planOptions.direction === 'driftOnly',
    hasVariables: model.include.includes('variables'),
  };
  const entities = planEntities(parsed, told, around);
  await planPackages(platform, parsed, entities, abilities, planOptions, options);
  const steps: Step[] = [
    projectStep(model.description, project, told, around),
    ...(around.hasVariables ? variableSteps(parsed, told, around) : []),
    ...entities,
  ];
  const inOrder = [
    ...steps.filter(({ action }) => action !== 'extraneous'),
    ...steps.filter(({ action }) => action === 'extraneous').reverse(),
  ];
  const runAfter = findRunAfter(inOrder, planOptions);
  const ofChanges = await planFingerprint(parsed, project, told, inOrder, planOptions);
  const fingerprint = withRunAfter(ofChanges, runAfter && planOptions.runAfter);
  const isThere = () => true;
  const planAgain = (kind: EntityKind, match: Match) =>
    planEntity(kind, match, { ...around, isThere, isLeftOut: () => false });
  const isApproved = (given: string) => given === fingerprint || given === ofChanges;
  const what = { project, steps: inOrder, runAfter, told, abilities };
  return { ...what, fingerprint, isApproved, planAgain };
}

function projectStep(
  description: string | undefined,
  { id, name }: TargetProject,
  told: ToldProject,
  { abilities: { createsProjects, changesProjects }, leaveOut }: WithoutIsThere,
): ProjectStep {
  const step = { kind: 'project' as const, name: told.name || name, changes: [] };
  const isNew = id === undefined;
  if (isNew && !createsProjects) {
    return { ...step, action: 'blocked', reason: 'This platform cannot create projects.' };
  }
  const differs = description !== undefined && description.trim() !== told.description?.trim();
  if (!differs) return { ...step, action: isNew ? 'create' : 'unchanged' };
  if (!isNew && !changesProjects) {
    if (!leaveOut.has('description')) {
      return {
        ...step,
        action: 'blocked',
        reason: cannotHold(['description']),
        unheld: ['description'],
      };
    }
    return { ...step, action: 'unchanged', reason: wasLeftOut(['description']) };
  }
  const change = { field: 'description', from: told.description ?? null, to: description };
  return { ...step, action: isNew ? 'create' : 'update', changes: [change], description };
}

type WithoutIsThere = Omit<Surroundings, 'isThere' | 'isLeftOut'> & { deleteExtraneous: boolean };

function variableSteps(
  { model }: ParsedFiles,
  told: ToldProject,
  { abilities, valueFor, deleteExtraneous, tellsOthers, leaveOut }: WithoutIsThere,
): VariableStep[] {
  if (!abilities.hasVariablesOf('project')) {
    return model.variables.map(({ name }): VariableStep => {
      const step = { kind: 'variable' as const, name, changes: [] };
      const names = ['variables'];
      return leaveOut.has('variables')
        ? { ...step, action: 'unchanged', reason: wasLeftOut(names) }
        : { ...step, action: 'blocked', reason: cannotHold(names), unheld: names };
    });
  }
  const there = told.variables.get(told.id) ?? [];
  const compared = model.variables.map((variable): VariableStep => {
    const present = there.find(({ name }) => name === variable.name);
    return {
      kind: 'variable',
      ...compareVariable(variable, present, valueFor(variable.name)),
    } as VariableStep;
  });
  const others = there
    .filter(({ name }) => !model.variables.some((variable) => variable.name === name))
    .map((variable): VariableStep => ({
      kind: 'variable',
      name: variable.name,
      action: 'extraneous',
      changes: tellsOthers ? deletion(variable).changes : [],
      reason: extraneousReason(deleteExtraneous),
    }));
  return [...compared, ...others];
}

function planEntities(
  { model }: ParsedFiles,
  told: ToldProject,
  around: WithoutIsThere,
): EntityStep[] {
  const steps: EntityStep[] = [];
  const keysOf = new Map<EntityKind, Map<string, string>>();
  const isThere = (kind: 'job' | 'volume', key: string) =>
    [...(keysOf.get(kind) ?? [])].some(([, there]) => there === key) ||
    steps.some(
      (step) => step.kind === kind && step.key === key && step.wanted && step.action !== 'blocked',
    );
  const isLeftOut = (kind: 'job' | 'volume', key: string) =>
    steps.some((step) => step.kind === kind && step.key === key && isGone(step));
  const plan = (kind: EntityKind, present: DeployedEntity[]) => {
    const isIncluded = model.include.includes(PART_OF[kind]);
    const wanted = isIncluded ? model.entities[kind] : [];
    const { matches, others } = matchEntities(wanted, present);
    keysOf.set(kind, keysAfterMatching(wanted, { matches, others }));
    if (!isIncluded) return;
    steps.push(
      ...matches.map((match) => planEntity(kind, match, { ...around, isThere, isLeftOut })),
    );
    steps.push(...others.map((placed) => extraneousStep(kind, placed, around.deleteExtraneous)));
  };
  plan('volume', volumesOf(told));
  plan('job', jobsOf(told));
  plan('app', appsOf(told, keysOf.get('volume') ?? new Map()));
  plan('pipeline', pipelinesOf(told, keysOf.get('job') ?? new Map()));
  return KINDS.flatMap((kind) => steps.filter((step) => step.kind === kind));
}

/** Left out, and not on the target from before. */
function isGone({ isLeftOut = false, present }: EntityStep): boolean {
  return isLeftOut && present === undefined;
}

/** What entities on the target are called by the files: what these do not name keeps its own key, beside theirs. */
function keysAfterMatching(
  wanted: readonly ProjectEntity[],
  { matches, others }: Matches,
): Map<string, string> {
  const taken = new Set(wanted.map(({ key }) => key));
  return new Map([
    ...matches.flatMap(({ wanted: { key }, present }): Array<[string, string]> =>
      present ? [[present.id, key]] : [],
    ),
    ...others.map(({ id, key }): [string, string] => [id, taken.has(key) ? `${key} (other)` : key]),
  ]);
}

function extraneousStep(
  kind: EntityKind,
  present: DeployedEntity,
  deleteExtraneous: boolean,
): EntityStep {
  const { key, name } = present;
  return {
    kind,
    name,
    ...(kind !== 'volume' && { alias: key }),
    key,
    action: 'extraneous',
    changes: [],
    reason: extraneousReason(deleteExtraneous),
    present,
    fields: [],
    variables: [],
  };
}

function extraneousReason(deleteExtraneous: boolean): string {
  return deleteExtraneous
    ? 'The files do not name it: a deploy deletes it.'
    : 'The files do not name it: it stays.';
}

/** What a plan or a deploy has to change, deletions included. */
export function isToChange(step: Step, { deleteExtraneous = false }: PlanOptions): boolean {
  if (step.action === 'extraneous') return deleteExtraneous;
  return step.action === 'create' || step.action === 'update';
}
