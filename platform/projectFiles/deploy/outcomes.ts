import { findErrorCode } from '../../common/errors/errorCodes';
import {
  CancelledError,
  ConnectionError,
  type Effect,
  PlatformError,
} from '../../common/errors/errors';
import { formatCount } from '../../common/text/amounts';
import { excerpt } from '../../common/text/text';
import { mapConcurrently } from '../../common/time/concurrency';
import { joinSentences, type PlannedChange, type Step } from '../plan/step';

export type DeployedAction = 'created' | 'updated' | 'unchanged' | 'deleted' | 'blocked' | 'failed';

export interface DeployedChange extends Omit<PlannedChange, 'action'> {
  action: DeployedAction;
  failure?: PlatformError;
}

/** Also limits the number of packages that are sent at once. */
export const CONCURRENT_CHANGES = 8;

/** After this many changes in a row without a response, the deploy considers the platform unavailable. */
const MAX_LOST_IN_A_ROW = 3;

const OUTCOME_BY_ACTION: Record<Step['action'], DeployedAction> = {
  create: 'created',
  update: 'updated',
  extraneous: 'deleted',
  unchanged: 'unchanged',
  blocked: 'blocked',
};

export const CHANGING_ACTIONS: ReadonlySet<DeployedAction> = new Set([
  'created',
  'updated',
  'deleted',
]);

/** The outcome of each step. After a step fails, the others continue, unless the failure stops the deploy. */
export class Outcomes {
  private readonly changes = new Map<Step, DeployedChange>();
  private lostInARow = 0;
  /** The reason why no more changes start, as it follows a colon in messages. */
  private stopReason: string | undefined;
  /** The conflict that stopped the deploy: an entry was changed since the plan, or was created more than once. */
  conflict: PlatformError | undefined;

  /** @param isApproved whether the plan was approved, so that a change by another user stops the deploy */
  constructor(
    private readonly isApproved: boolean,
    private readonly signal?: AbortSignal,
  ) {}

  get isSuccessfulSoFar(): boolean {
    return [...this.changes.values()].every(
      ({ action }) => action !== 'failed' && action !== 'blocked',
    );
  }

  get(step: Step): DeployedChange | undefined {
    return this.changes.get(step);
  }

  /** If a conflict stops the deploy, no more changes start. Steps in flight continue. */
  set(step: Step, action: DeployedAction, reasonOrFailure?: string | PlatformError): void {
    const { kind, name, alias, changes } = step;
    const failure = reasonOrFailure instanceof PlatformError ? reasonOrFailure : undefined;
    const conflict = [failure, failure?.cause].find((error) => error instanceof ConflictError);
    if (conflict && (this.isApproved || conflict instanceof CreatedTwiceError)) {
      this.conflict ??= conflict;
      this.stopReason ??= conflict.stopReason;
    }
    const reason = failure?.message ?? (reasonOrFailure as string | undefined) ?? step.reason;
    this.changes.set(step, {
      kind,
      name,
      ...(alias !== undefined && { alias }),
      action,
      changes,
      ...(reason !== undefined && { reason }),
      ...(failure && { failure }),
    });
  }

  addReason(step: Step, sentence: string | undefined, action?: DeployedAction): void {
    const change = this.changes.get(step);
    if (!change || sentence === undefined) return;
    const reason = joinSentences(change.reason?.replace(/\.?$/, '.'), sentence);
    this.changes.set(step, { ...change, reason, ...(action && { action }) });
  }

  explainCancel(error: CancelledError): CancelledError {
    const done = [...this.changes.values()].filter(({ action }) =>
      CHANGING_ACTIONS.has(action),
    ).length;
    error.hint = `Deploy again to finish the deploy. Before the cancel, ${formatCount(done, 'change')} of the deploy succeeded. Changes in flight may also have been made. ${error.hint}`;
    return error;
  }

  /** @throws NotTriedError if the step is a change and no more changes may start */
  requireNotStopped(step: Step): void {
    if (this.lostInARow >= MAX_LOST_IN_A_ROW) this.stopReason ??= 'the platform stopped responding';
    if (this.stopReason !== undefined && step.action !== 'unchanged') {
      throw buildNotTriedError(this.stopReason);
    }
  }

  /**
   * Runs the work for each step that is not blocked and has no outcome. If the work sets no outcome, the step gets the outcome of
   * its planned action.
   * @throws CancelledError once the steps in flight have ended
   */
  async runEach<T extends Step>(
    steps: readonly T[],
    work: (step: T) => Promise<void>,
    concurrency = CONCURRENT_CHANGES,
  ): Promise<void> {
    await mapConcurrently(steps, concurrency, async (step) => {
      if (this.changes.has(step)) return;
      if (step.action === 'blocked') return this.set(step, 'blocked');
      if (this.signal?.aborted) throw new CancelledError('none');
      try {
        this.requireNotStopped(step);
        await work(step);
        if (!this.changes.has(step)) {
          const reason = step.action === 'extraneous' ? 'It is not in the files.' : undefined;
          this.set(step, OUTCOME_BY_ACTION[step.action], reason);
        }
        const { action } = this.changes.get(step) ?? {};
        // An unchanged or blocked step does not prove that the platform responds: the deploy may have sent nothing.
        if (action !== 'unchanged' && action !== 'blocked') this.lostInARow = 0;
      } catch (error) {
        if (!isFailure(error)) throw error;
        if (!(error instanceof NotTriedError)) {
          this.lostInARow = hasNoResponse(error) ? this.lostInARow + 1 : 0;
        }
        this.set(step, 'failed', error);
      }
    });
  }
}

/** Whether an error is the failure of a step. Any other error ends the deploy. */
export function isFailure(error: unknown): error is PlatformError {
  return error instanceof PlatformError && !(error instanceof CancelledError);
}

/** @param title the start of the message, such as `It was created, but the deploy failed at its variable "A"` */
export function buildStepFailure(
  title: string,
  failure: PlatformError,
  effect: Effect,
): PlatformError {
  return new PlatformError(`${title}: ${failure.message}`, {
    hint: failure.hint,
    effect,
    code: findErrorCode(failure),
    status: failure.status,
    cause: failure,
  });
}

class NotTriedError extends PlatformError {}

export function buildNotTriedError(reason: string): NotTriedError {
  return new NotTriedError(`It was not tried: ${reason}`, {
    hint: 'Deploy again. Changes that succeeded are not made again.',
  });
}

function hasNoResponse(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  return error instanceof PlatformError && hasNoResponse(error.cause);
}

abstract class ConflictError extends PlatformError {
  /** The reason why no more changes start, as it follows a colon in messages. */
  abstract readonly stopReason: string;
}

/** Another deploy, or an earlier attempt whose response was lost, created the same entry. Only a user can decide which to keep. */
export class CreatedTwiceError extends ConflictError {
  readonly stopReason = 'an entry was created more than once';

  /** @param ownId the ID of the entry that this deploy created */
  constructor({ kind, name }: Step, ownId: string, otherIds: readonly string[]) {
    const ids = otherIds.map((id) => excerpt(id)).join(', ');
    super(`The ${kind} "${excerpt(name)}" was created more than once`, {
      hint: `This deploy created ${excerpt(ownId)}. Another deploy, another user, or an earlier attempt whose response was lost created ${ids}. None was deleted. Wait until no other deploy is running, delete all but one of them, and then deploy again.`,
      effect: 'made',
      code: 'NOT_ALLOWED',
    });
  }
}

export class ChangedSincePlanError extends ConflictError {
  readonly stopReason = 'the target is no longer as it was approved';

  constructor({ kind, name }: Step, how: string) {
    super(`The ${kind} "${excerpt(name)}" was changed on the target after the plan was made`, {
      hint: `${how} This deploy did not change it. Run the plan again, and have it approved if needed.`,
      code: 'NOT_ALLOWED',
    });
  }
}
