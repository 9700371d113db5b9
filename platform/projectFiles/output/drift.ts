import type { FieldChange } from '../plan/compare';
import { isEntityStep, type PlannedChange, type Step } from '../plan/steps';

/** What a target has that the files do not want. */
export interface Drift {
  changes: PlannedChange[];
  /** How many things of the files are not among them, though a deploy would create or fill something. */
  leftOut: number;
}

/**
 * What a deploy would take away from a target: what the files do not name, and what a field has there and would lose. What
 * would only be added is left out, as nothing says whether it is gone there or new in the files.
 */
export function driftOf(steps: readonly Step[]): Drift {
  const drifted = steps.map((step) => ({ step, change: driftOfStep(step) }));
  return {
    changes: drifted.flatMap(({ change }) => change ?? []),
    leftOut: drifted.filter(({ step, change }) => !change && step.action !== 'unchanged').length,
  };
}

function driftOfStep(step: Step): PlannedChange | undefined {
  if (step.action === 'extraneous') return step;
  const changes = step.changes.filter(isTakenAway);
  if (changes.length > 0) return { ...step, action: 'update', changes };
  // Nothing of it can be compared, or what differs is no field.
  return isEntityStep(step) && step.isOtherEntity
    ? { ...step, action: 'blocked', changes }
    : undefined;
}

function isTakenAway({ from }: FieldChange): boolean {
  return from !== null && from !== undefined;
}
