import { mapConcurrently } from '../../time/concurrency';
import {
  CancelledError,
  ConnectionError,
  OutcomeUnknownError,
  PlatformError,
} from '../../errors/errors';
import { joinSentences, type PlannedChange, type Step } from '../plan/steps';

export type DeployedAction = 'created' | 'updated' | 'unchanged' | 'deleted' | 'blocked' | 'failed';

/** What became of one entity. */
export interface DeployedChange extends Omit<PlannedChange, 'action'> {
  action: DeployedAction;
  failure?: PlatformError;
}

/** So many changes in a row without a response, each tried several times, tell that the platform is gone. */
const LOST_UNTIL_GIVING_UP = 3;

/** What becomes of the steps of a plan: one that fails leaves the others alone, unless the platform is no longer there. */
export class Outcomes {
  private readonly changes = new Map<Step, DeployedChange>();
  private lostInARow = 0;
  /** Why nothing more is begun, in words that follow a colon. */
  private stopReason: string | undefined;
  /** What somebody else has done to the target, where that stopped the deploy. */
  conflict: PlatformError | undefined;

  constructor(private readonly signal: AbortSignal | undefined) {}

  /** Whether everything so far is in place. */
  get isComplete(): boolean {
    return [...this.changes.values()].every(
      ({ action }) => action !== 'failed' && action !== 'blocked',
    );
  }

  /** What became of a step, where that is known. */
  of(step: Step): DeployedChange | undefined {
    return this.changes.get(step);
  }

  set(step: Step, action: DeployedAction, why?: string | PlatformError): void {
    const { kind, name, alias, changes } = step;
    const reason = why instanceof PlatformError ? why.message : (why ?? step.reason);
    this.changes.set(step, {
      kind,
      name,
      ...(alias !== undefined && { alias }),
      action,
      changes,
      ...(reason !== undefined && { reason }),
      ...(why instanceof PlatformError && { failure: why }),
    });
  }

  /** What somebody else has done became of a step: nothing more is begun, and what is under way ends. */
  failByConflict(step: Step, failure: PlatformError, why: string): void {
    this.conflict ??= failure;
    this.stopReason ??= why;
    this.set(step, 'failed', failure);
  }

  /** Says something more of what became of a step. */
  addReason(step: Step, sentence: string, action?: DeployedAction): void {
    const change = this.changes.get(step);
    if (!change) return;
    const reason = joinSentences(change.reason, sentence);
    this.changes.set(step, { ...change, reason, ...(action && { action }) });
  }

  /** @throws NotTriedError for work that is not to be begun any more */
  requireNotStopped(step: Step): void {
    if (this.lostInARow >= LOST_UNTIL_GIVING_UP) {
      this.stopReason ??= 'the platform stopped responding';
    }
    // What is in place already is so, whatever happens to the rest.
    if (this.stopReason !== undefined && step.action !== 'unchanged') {
      throw notTried(this.stopReason);
    }
  }

  /**
   * Does work for each step, a few at once. Work that sets no outcome has done what was planned.
   * @throws CancelledError once all that was begun has ended
   */
  async each<T extends Step>(
    steps: readonly T[],
    concurrency: number,
    work: (step: T) => Promise<void>,
  ): Promise<void> {
    await mapConcurrently(steps, concurrency, async (step) => {
      if (step.action === 'blocked') return this.set(step, 'blocked');
      if (this.signal?.aborted) throw new CancelledError('none');
      try {
        this.requireNotStopped(step);
        await work(step);
        this.setDone(step);
      } catch (error) {
        if (!isFailure(error)) throw error;
        if (!(error instanceof NotTriedError)) {
          this.lostInARow = isLost(error) ? this.lostInARow + 1 : 0;
        }
        this.set(step, 'failed', error);
      }
    });
  }

  /** There is more to do for a step, unless it failed. */
  reopen(step: Step): void {
    if (!this.changes.get(step)?.failure) this.changes.delete(step);
  }

  /** It was done as planned, unless something else is known of it. */
  setDone(step: Step): void {
    this.lostInARow = 0;
    if (this.changes.has(step)) return;
    if (step.action === 'extraneous') this.set(step, 'deleted', 'It is not in the files.');
    else if (step.action === 'create') this.set(step, 'created');
    else this.set(step, step.action === 'update' ? 'updated' : 'unchanged');
  }
}

/** Whether an error is what became of a step; anything else ends the deploy. */
export function isFailure(error: unknown): error is PlatformError {
  return error instanceof PlatformError && !(error instanceof CancelledError);
}

/** Nothing was sent for a step. */
export class NotTriedError extends PlatformError {}

export function notTried(why: string): NotTriedError {
  return new NotTriedError(`It was not tried: ${why}`, {
    hint: 'Deploy again. What is already in place is not changed.',
  });
}

function isLost(error: PlatformError): boolean {
  if (error instanceof OutcomeUnknownError) return isLost(error.failure);
  return error instanceof ConnectionError;
}
