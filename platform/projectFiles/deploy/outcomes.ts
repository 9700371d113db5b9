import { limitTo, mapConcurrently } from '../../time/concurrency';
import {
  CancelledError,
  ConnectionError,
  OutcomeUnknownError,
  PlatformError,
  TimeoutError,
} from '../../errors/errors';
import { joinSentences, type PlannedChange, type Step } from '../plan/steps';

export type DeployedAction = 'created' | 'updated' | 'unchanged' | 'deleted' | 'blocked' | 'failed';

/** What became of one entity. */
export interface DeployedChange extends Omit<PlannedChange, 'action'> {
  action: DeployedAction;
  failure?: PlatformError;
}

/** Enough to keep a platform busy, few enough not to crowd it; so many packages are sent at once. */
export const CONCURRENT_CHANGES = 8;
/** So many changes in a row without a response, each tried several times, tell that the platform is gone. */
const LOST_UNTIL_GIVING_UP = 3;

/** What is left to do for a step once the next one may begin. */
export type FollowUp = () => Promise<void>;

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

  of(steps: readonly Step[]): DeployedChange[] {
    return steps.flatMap((step) => this.changes.get(step) ?? []);
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

  failureOf(step: Step): PlatformError | undefined {
    return this.changes.get(step)?.failure;
  }

  /** Nothing more is begun; what is under way ends. */
  stop(why: string): void {
    this.stopReason ??= why;
  }

  /** What somebody else has done to the target became of a step; the first of these is the deploy's own failure. */
  failByConflict(step: Step | undefined, failure: PlatformError): void {
    this.conflict ??= failure;
    if (step) this.set(step, 'failed', failure);
  }

  private get lostReason(): string | undefined {
    return this.lostInARow >= LOST_UNTIL_GIVING_UP ? 'the platform stopped responding' : undefined;
  }

  actionOf(step: Step): DeployedAction | undefined {
    return this.changes.get(step)?.action;
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
    const why = this.stopReason ?? this.lostReason;
    if (why !== undefined && isChange(step)) throw notTried(why);
  }

  /**
   * Does work for each step, a few at once. Work that says nothing else has done what was planned.
   * @param work gives what is left to do while the next steps begin, where something is
   * @throws CancelledError once all that was begun has ended
   */
  async each<T extends Step>(
    steps: readonly T[],
    work: (step: T) => Promise<FollowUp | undefined>,
  ): Promise<void> {
    const inTurn = limitTo(CONCURRENT_CHANGES);
    const left: Array<Promise<void>> = [];
    const begin = mapConcurrently(steps, CONCURRENT_CHANGES, async (step) => {
      if (step.action === 'blocked') return this.set(step, 'blocked');
      if (this.signal?.aborted) throw new CancelledError('never');
      await this.attempt(step, async () => {
        this.requireNotStopped(step);
        const afterwards = await work(step);
        if (!afterwards) return this.setDone(step);
        const rest = async () => {
          await afterwards();
          this.setDone(step);
        };
        left.push(inTurn(async () => await this.attempt(step, rest)));
      });
    });
    const [begun] = await Promise.allSettled([begin]);
    const ended = await Promise.allSettled(left);
    for (const one of [begun, ...ended]) if (one.status === 'rejected') throw one.reason;
  }

  /** It was done as planned, unless something else is known of it. */
  setDone(step: Step): void {
    this.lostInARow = 0;
    if (!this.changes.has(step)) this.set(step, doneBy(step));
  }

  private async attempt(step: Step, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isFailure(error)) throw error;
      if (!(error instanceof NotTriedError)) {
        this.lostInARow = isLost(error) ? this.lostInARow + 1 : 0;
      }
      this.set(step, 'failed', error);
    }
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
    reach: 'never',
  });
}

function doneBy({ action }: Step): DeployedAction {
  if (action === 'create') return 'created';
  return action === 'update' ? 'updated' : 'unchanged';
}

/** What is in place already is so, whatever happens to the rest. */
function isChange({ action }: Step): boolean {
  return action !== 'unchanged';
}

function isLost(error: PlatformError): boolean {
  if (error instanceof OutcomeUnknownError) return isLost(error.failure);
  return error instanceof ConnectionError || error instanceof TimeoutError;
}
