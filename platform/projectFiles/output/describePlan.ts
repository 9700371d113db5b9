import type { CallOptions } from '../../graphql/send/endpoint';
import type { Platform } from '../../connection/platform';
import type { ProjectTree } from '../files/projectTree';
import type { PlanOptions } from '../options';
import type { Target } from '../target/target';
import { planDeploy, type Plan } from '../plan/plan';
import { runAsChange } from '../plan/runAfter';
import type { FieldChange, PlannedChange, Step } from '../plan/step';
import { DRIFT_WORDS, plannedWords, summaryOf, type Summary } from './summary';

/** A plan as it is reported to the person who decides about it. */
interface PlanOutput {
  summary: Summary;
  /** In the order in which a deploy makes them. */
  changes: PlannedChange[];
  /** Undefined for a report of drift, which cannot be deployed. */
  fingerprint?: string;
}

/** Compares the files of a project with a target, and reports what a deploy would do; see `planDeploy`. */
export async function describePlan(
  platform: Platform,
  tree: ProjectTree,
  target: Target,
  planOptions: PlanOptions = {},
  options?: CallOptions,
): Promise<PlanOutput> {
  const plan = await planDeploy(platform, tree, target, planOptions, options);
  if (planOptions.driftOnly) return describeDrift(plan);
  const changes = plannedChanges(plan);
  const summary = summaryOf(plan, changes, plannedWords(planOptions.deleteExtraneous));
  return { summary, changes, fingerprint: plan.fingerprint };
}

/**
 * Reports what a deploy would remove from a target: entries that the files do not have, and values that differ. An entry or
 * value that only the files have is left out: it may be gone on the target, or new in the files.
 */
function describeDrift(plan: Plan): PlanOutput {
  const { steps } = plan;
  const drifted = steps.map((step) => ({ step, change: driftOfStep(step) }));
  const changes = drifted.flatMap(({ change }) => change ?? []);
  const unchanged = steps.filter(({ action }) => action === 'unchanged');
  const leftOut = drifted.filter(({ step, change }) => !change && step.action !== 'unchanged');
  const summary = summaryOf(plan, [...changes, ...unchanged], DRIFT_WORDS);
  return { summary: { ...summary, leftOut: leftOut.length }, changes };
}

function driftOfStep(step: Step): PlannedChange | undefined {
  if (step.action === 'extraneous') return step;
  if (step.isAmbiguous) return step;
  const changes = step.changes.filter(isTakenAway);
  return changes.length > 0 ? { ...step, action: 'update', changes } : undefined;
}

function isTakenAway({ from }: FieldChange): boolean {
  return from !== null && from !== undefined;
}

export function plannedChanges({ steps, runAfter }: Plan): PlannedChange[] {
  return [...steps, ...(runAfter ? [runAsChange(runAfter)] : [])];
}
