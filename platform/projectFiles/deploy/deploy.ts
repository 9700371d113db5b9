import { CancelledError, InvalidInputError, PlatformError } from '../../errors';
import type { CallOptions } from '../../graphql/endpoint';
import type { Platform } from '../../platform';
import type { Run } from '../../runs/run';
import { DeployRun } from './deployRun';
import type { DeployedChange } from './outcomes';
import type { ParsedFiles } from '../files/parseFiles';
import { DEPLOY_TIMING } from '../deployTiming';
import type { DeployOptions } from '../options';
import { planDeploy, type Plan } from '../plan/plan';
import { planChanged, changesAreBlocked } from './refusals';
import { letRunsEnd, runAfterwards, type RunParent } from './runs';
import { isEntityStep } from '../plan/steps';
import type { Target } from '../target/target';

export interface Deployment {
  projectId: string;
  /** In the order of the plan. */
  changes: DeployedChange[];
  /** The run afterwards, once it has ended. */
  run?: { parent: RunParent } & ({ run: Run } | { failure: PlatformError });
}

/**
 * Brings a project to the state that files describe. Nothing is sent twice where it may have taken effect: what an
 * answer does not tell is looked at, and what is missing afterwards is the next deploy's work, which takes up
 * whatever this one has made.
 * @throws PlatformError before anything is changed: where another plan was approved, or something is blocked
 */
export async function deployProject(
  platform: Platform,
  parsed: ParsedFiles,
  target: Target,
  deployOptions: DeployOptions = {},
  options: CallOptions = {},
): Promise<Deployment> {
  const timing = { ...DEPLOY_TIMING, ...deployOptions.timing };
  const plan = await planDeploy(platform, parsed, target, deployOptions, options);
  const { approvedPlan, isPartly = false, runAfter } = deployOptions;
  if (approvedPlan !== undefined && approvedPlan !== plan.fingerprint) throw planChanged();
  const blocked = plan.steps.filter(({ action }) => action === 'blocked');
  if (blocked.length > 0 && !isPartly) throw changesAreBlocked(blocked);
  const findParent = parentFinder(plan, runAfter);
  await letRunsEnd(platform, plan, deployOptions, timing, options);
  const run = new DeployRun(platform, plan, deployOptions, timing, options);
  const changes = await run.carryOut();
  const { projectId } = run;
  const parent = findParent?.(run.idOf);
  const isComplete = changes.every(({ action }) => action !== 'failed' && action !== 'blocked');
  if (!parent || !isComplete) return { projectId, changes };
  try {
    const ended = await runAfterwards(platform, parent, deployOptions, timing, options);
    return { projectId, changes, run: { parent, run: ended } };
  } catch (failure) {
    if (!(failure instanceof PlatformError) || failure instanceof CancelledError) throw failure;
    return { projectId, changes, run: { parent, failure } };
  }
}

type FindParent = (idOf: DeployRun['idOf']) => RunParent | undefined;

/** @throws InvalidInputError where neither the files nor the target have what shall be run */
function parentFinder({ steps }: Plan, runAfter = ''): FindParent | undefined {
  const alias = runAfter.trim();
  if (alias === '') return undefined;
  const [, folder, name] = /^(?:(jobs|pipelines)\/)?(.*)$/s.exec(alias) ?? [];
  const kinds = folder === undefined ? ['pipeline', 'job'] : [folder.slice(0, -1)];
  const found = kinds
    .flatMap((kind) => steps.filter(isEntityStep).filter((step) => step.kind === kind))
    .find(({ key }) => key === name);
  if (!found) {
    throw new InvalidInputError(
      `There is no pipeline or job "${alias}" to run afterwards`,
      'Correct the alias in the option "Run After". Nothing was changed.',
    );
  }
  const { kind, key, name: named } = found;
  return (idOf) => {
    const id = idOf(found);
    return id === undefined
      ? undefined
      : { kind: kind as RunParent['kind'], id, alias: key, name: named };
  };
}
