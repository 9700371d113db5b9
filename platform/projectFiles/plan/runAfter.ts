import { InvalidInputError } from '../../common/errors/errors';
import { cleanName } from '../../common/text/text';
import type { PlanOptions } from '../options';
import type { CurrentEntry } from '../tree';
import type { PlannedChange, Step } from './step';

/** The job or pipeline of the option "Run After". */
export interface RunAfter {
  kind: 'job' | 'pipeline';
  key: string;
  name: string;
  step?: Step;
  /** Undefined if the step creates the job or pipeline. */
  id?: string;
  /** The reason why it cannot run. */
  blocked?: string;
}

/** @throws InvalidInputError if neither the files nor the target have the job or pipeline */
export function findRunAfter(
  steps: readonly Step[],
  entries: readonly CurrentEntry[],
  { runAfter = '', deleteExtraneous = false, driftOnly }: PlanOptions,
): RunAfter | undefined {
  const alias = runAfter.trim();
  if (alias === '' || driftOnly) return undefined;
  const [, folder, key = ''] = /^(?:(jobs|pipelines)\/)?(.*)$/s.exec(alias) ?? [];
  const kinds = (['pipeline', 'job'] as const).filter(
    (kind) => folder === undefined || folder === `${kind}s`,
  );
  const [found] = kinds.flatMap((kind) => {
    const hasKey = (candidate: Step | CurrentEntry) =>
      candidate.kind === kind && candidate.key === key;
    const step = steps.find(hasKey);
    const current = entries.find(hasKey);
    const name = step?.name ?? current?.name;
    return name === undefined ? [] : [{ kind, key, name, step, id: current?.id }];
  });
  if (!found) {
    throw new InvalidInputError(
      `The pipeline or job "${cleanName(alias)}" to run afterward does not exist`,
      'Fix the alias in the option "Run After". Nothing was changed.',
    );
  }
  const { kind, step } = found;
  const blocked =
    step?.isLeftOut && !step.current
      ? `The ${kind} is left out, so it cannot run. Remove it from "Run After" or from "Leave Out If Not Supported".`
      : step?.action === 'extraneous' && deleteExtraneous
        ? `The ${kind} is not in the files, and the deploy deletes it before it can run.`
        : undefined;
  return { ...found, blocked };
}

export function toRunChange({ kind, key, blocked }: RunAfter): PlannedChange {
  return {
    kind: 'run',
    name: key,
    action: blocked === undefined ? 'create' : 'blocked',
    changes: [],
    reason: blocked ?? `Runs the ${kind} and waits until the run ends.`,
  };
}
