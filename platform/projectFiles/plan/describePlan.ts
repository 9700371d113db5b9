import { cleanName, excerpt } from '../../common/text/text';
import type { Platform } from '../../connection/platform';
import type { CallOptions } from '../../graphql/send/endpoint';
import type { ProjectTree } from '../files/projectTree';
import type { PlanOptions } from '../options';
import { type Plan, planDeploy } from './plan';
import { type RunAfter, toRunChange } from './runAfter';
import type { PlannedAction, PlannedChange, Step } from './step';
import type { Target, TargetProject } from '../target/readTarget';

interface PlanOutput {
  summary: Summary;
  /** In the order in which a deploy makes the changes. */
  changes: PlannedChange[];
  /** Undefined for a drift report, which cannot be deployed. */
  fingerprint?: string;
}

export async function describePlan(
  platform: Platform,
  tree: ProjectTree,
  target: Target,
  planOptions: PlanOptions = {},
  options?: CallOptions,
): Promise<PlanOutput> {
  const plan = await planDeploy(platform, tree, target, planOptions, options);
  if (planOptions.driftOnly) return describeDrift(plan);
  const changes = listPlannedChanges(plan);
  const summary = summarize(plan, changes, buildPlanWords(planOptions.deleteExtraneous));
  return { summary, changes, fingerprint: plan.fingerprint };
}

/**
 * Reports entries that the files do not have, and values that differ. Leaves out entries and values that only the files have: they
 * may have been deleted on the target, or be new in the files.
 */
function describeDrift(plan: Plan): PlanOutput {
  const { steps } = plan;
  const drifted = steps.map((step) => ({ step, change: findDrift(step) }));
  const changes = drifted.flatMap(({ change }) => change ?? []);
  const unchanged = steps.filter(({ action }) => action === 'unchanged');
  const leftOut = drifted.filter(({ step, change }) => !change && step.action !== 'unchanged');
  const summary = summarize(plan, [...changes, ...unchanged], DRIFT_WORDS);
  return { summary: { ...summary, leftOut: leftOut.length }, changes };
}

function findDrift(step: Step): PlannedChange | undefined {
  if (step.action === 'extraneous' || step.isAmbiguous) return step;
  const changes = step.changes.filter(({ from }) => from !== null && from !== undefined);
  return changes.length > 0 ? { ...step, action: 'update', changes } : undefined;
}

export function listPlannedChanges({ steps, runAfter }: Plan): PlannedChange[] {
  return [...steps, ...(runAfter ? [toRunChange(runAfter)] : [])];
}

const MAX_BLOCKED_IN_SUMMARY = 20;

export interface Summary<Action extends string = PlannedAction> {
  name: string;
  /** Null if the project does not exist. */
  projectId: string | null;
  action: Action;
  counts: Record<Action, number>;
  /** The counts in words. It is named like the reason of a change because both are in the same output column. */
  reason: string;
  blocked: Array<{ kind: string; name: string; reason: string }>;
  runAfter: { kind: string; alias: string; name: string } | null;
  /**
   * In a drift report, the number of entries that are neither unchanged nor in `changes`, for example those that only the files
   * have.
   */
  leftOut?: number;
}

export interface SummaryWords<Action extends string> {
  /** All actions, in the order of the counts. */
  actions: readonly Action[];
  /** The words for an action in `reason`, if they differ from the action's name. */
  words?: Partial<Record<Action, string>>;
  /** The action of the summary is the first of these that occurs in the changes. */
  byPriority: readonly Action[];
}

const PLANNED_ACTIONS: readonly PlannedAction[] = [
  'create',
  'update',
  'extraneous',
  'unchanged',
  'blocked',
];

function buildPlanWords(deleteExtraneous = false): SummaryWords<PlannedAction> {
  const extraneous = deleteExtraneous ? 'to delete' : 'not in the files and kept';
  return {
    actions: PLANNED_ACTIONS,
    words: { create: 'to create', update: 'to update', extraneous },
    byPriority: [
      'blocked',
      'create',
      'update',
      ...(deleteExtraneous ? ['extraneous' as const] : []),
    ],
  };
}

const DRIFT_WORDS: SummaryWords<PlannedAction> = {
  actions: PLANNED_ACTIONS,
  words: {
    update: 'changed on the target',
    extraneous: 'not in the files',
    blocked: 'not comparable',
  },
  byPriority: ['blocked', 'update', 'extraneous'],
};

/** Counts the changes by action. A run is counted only if it is blocked. */
export function summarize<Action extends string>(
  { project, runAfter }: { project: TargetProject; runAfter?: RunAfter },
  allChanges: ReadonlyArray<Omit<PlannedChange, 'action'> & { action: Action }>,
  { actions, words = {}, byPriority }: SummaryWords<Action>,
): Summary<Action> {
  const changes = allChanges.filter(({ kind, action }) => kind !== 'run' || action === 'blocked');
  const counted = actions.map((action): [Action, number] => [
    action,
    changes.filter((change) => change.action === action).length,
  ]);
  const counts = Object.fromEntries(counted) as Record<Action, number>;
  const occurring = counted.filter(([, count]) => count > 0);
  const run = runAfter?.blocked === undefined ? runAfter : undefined;
  return {
    name: project.name,
    projectId: project.id ?? null,
    action: byPriority.find((action) => counts[action] > 0) ?? ('unchanged' as Action),
    counts,
    reason: `${occurring.map(([action, count]) => `${count} ${words[action] ?? action}`).join(', ')}.`,
    blocked: changes
      .filter(({ action }) => action === 'blocked')
      .slice(0, MAX_BLOCKED_IN_SUMMARY)
      .map(({ kind, name, reason = '' }) => ({
        kind,
        name: cleanName(name),
        reason: excerpt(reason),
      })),
    runAfter: run ? { kind: run.kind, alias: run.key, name: run.name } : null,
  };
}
