import { OutcomeUnknownError } from '../../errors/errors';
import type { EntityStep } from '../plan/steps';
import type { Outcomes } from './outcomes';
import type { StepExecutor } from './stepExecutor';

/** By what the tries of one deploy know the same step. */
export function lostKey({ kind, key }: EntityStep): string {
  return `${kind} ${key}`;
}

/**
 * What a gateway gave up may take effect after the last look for it. A later try compares with what is there by then and
 * sends what is missing, so both may have taken effect: that is said, and what this try has lost is counted for the next one.
 */
export function reportLostChanges(
  steps: readonly EntityStep[],
  lost: Map<string, number>,
  executor: StepExecutor,
  outcomes: Outcomes,
): void {
  for (const step of steps) {
    const before = lost.get(lostKey(step)) ?? 0;
    const failure = outcomes.failureOf(step);
    const isSent = executor.isAdded(step);
    const sent = before + (isSent ? 1 : 0);
    if (before > 0 && sent > 1) {
      const what = step.present ? 'have more than one new version' : 'exist more than once';
      outcomes.addReason(
        step,
        `Earlier tries sent this change as well, and its outcome is not known: it may ${what}.`,
      );
    }
    if (isSent && failure instanceof OutcomeUnknownError) lost.set(lostKey(step), sent);
  }
}
