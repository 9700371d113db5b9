import { InvalidInputError } from '../../errors/errors';
import { excerpt } from '../../text/text';
import type { PlanOptions } from '../options';
import type { TargetContents } from './safeguards';
import type { EntityStep, PlannedChange } from './steps';

/** What is run after a deploy, or why nothing can be. A step and an ID are known of what is planned, and of what is there. */
export type RunAfter =
  | { kind: 'job' | 'pipeline'; key: string; name: string; step?: EntityStep; id?: string }
  | { key: string; blocked: string };

/**
 * Finds what the option "Run After" names; undefined where it names nothing.
 * @throws InvalidInputError where neither the files nor the target have it
 */
export function findRunAfter(
  steps: readonly EntityStep[],
  present: TargetContents['entities'],
  { runAfter = '', deleteExtraneous = false, driftOnly }: PlanOptions,
): RunAfter | undefined {
  const alias = runAfter.trim();
  if (alias === '' || driftOnly) return undefined;
  const [, folder, key = ''] = /^(?:(jobs|pipelines)\/)?(.*)$/s.exec(alias) ?? [];
  const kinds = (['pipeline', 'job'] as const).filter(
    (kind) => folder === undefined || folder === `${kind}s`,
  );
  const [found] = kinds.flatMap((kind) => {
    const isIt = (one: { kind: string; key: string }) => one.kind === kind && one.key === key;
    const step = steps.find(isIt);
    const entity = step ? step.present : present.find(isIt)?.entity;
    const name = step?.name ?? entity?.name;
    return name === undefined ? [] : [{ kind, key, name, step, id: entity?.id }];
  });
  if (!found) {
    throw new InvalidInputError(
      `The pipeline or job "${excerpt(alias, [], 100)}" to run afterward does not exist`,
      'Fix the alias in the option "Run After". Nothing was changed.',
    );
  }
  const blocked = found.step && whyBlocked(found.step, deleteExtraneous);
  return blocked === undefined ? found : { key, blocked };
}

function whyBlocked(
  { kind, action, isLeftOut = false, present }: EntityStep,
  deleteExtraneous: boolean,
): string | undefined {
  if (isLeftOut && !present) {
    return `The ${kind} is left out, so it cannot run. Remove it from "Run After" or from "Leave Out If Not Supported".`;
  }
  if (action === 'extraneous' && deleteExtraneous) {
    return `The ${kind} is not in the files, and the deploy deletes it before it can run.`;
  }
  return undefined;
}

/** What is run as one more change of a plan. */
export function runAsChange(run: RunAfter): PlannedChange {
  const change = { kind: 'run' as const, name: run.key, changes: [] };
  return 'blocked' in run
    ? { ...change, action: 'blocked', reason: run.blocked }
    : { ...change, action: 'create', reason: `Runs the ${run.kind} and waits until the run ends.` };
}
