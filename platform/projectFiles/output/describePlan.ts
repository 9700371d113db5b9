import type { CallOptions } from '../../graphql/send/endpoint';
import type { Platform } from '../../connection/platform';
import type { ParsedFiles } from '../files/parseFiles';
import type { PlanOptions } from '../options';
import type { Target } from '../target/target';
import { driftOf } from './drift';
import { planDeploy, type Plan } from '../plan/plan';
import { runAsChange } from '../plan/runAfter';
import type { PlannedChange } from '../plan/steps';
import { DRIFT_WORDS, plannedWords, summaryOf, type Summary } from './summary';

/** A plan as it is told to whoever decides about it. */
interface PlanOutput {
  summary: Summary;
  /** In the order in which a deploy makes them. */
  changes: PlannedChange[];
  /** None of what cannot be deployed: a report of drift. */
  fingerprint?: string;
}

/** Compares the files of a project with a target, and tells what a deploy would do; see `planDeploy`. */
export async function describePlan(
  platform: Platform,
  parsed: ParsedFiles,
  target: Target,
  planOptions: PlanOptions = {},
  options?: CallOptions,
): Promise<PlanOutput> {
  const plan = await planDeploy(platform, parsed, target, planOptions, options);
  if (planOptions.direction === 'driftOnly') return describeDrift(plan);
  const { fingerprint } = plan;
  return { summary: summaryOfPlan(plan, planOptions), changes: plannedChanges(plan), fingerprint };
}

/** Everything that is not listed is unchanged it, or would only be added to. */
function describeDrift({ project, snapshot, steps }: Plan): PlanOutput {
  const { changes, leftOut } = driftOf(steps);
  const place = { ...project, name: snapshot.name || project.name };
  const unchanged = steps
    .filter(({ action }) => action === 'unchanged')
    .map((step) => ({ ...step, action: 'unchanged' as const }));
  const summary = summaryOf(place, [...changes, ...unchanged], DRIFT_WORDS);
  return { summary: { ...summary, leftOut }, changes };
}

/** Every step of a plan, and then what is run. */
export function plannedChanges({ steps, runAfter }: Plan): PlannedChange[] {
  return [...steps, ...(runAfter ? [runAsChange(runAfter)] : [])];
}

/** What a plan comes to. */
function summaryOfPlan(plan: Plan, { deleteExtraneous }: PlanOptions): Summary {
  const { project, snapshot, runAfter } = plan;
  const place = { ...project, name: snapshot.name || project.name };
  // What is run is told beside the counts, unless it blocks.
  const counted = plannedChanges(plan).filter(
    ({ kind, action }) => kind !== 'run' || action === 'blocked',
  );
  return summaryOf(place, counted, plannedWords(deleteExtraneous), runAfter);
}
