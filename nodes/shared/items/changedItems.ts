import type { INodeExecutionData } from 'n8n-workflow';
import { deepCopy } from 'n8n-workflow';
import {
  CancelledError,
  OutcomeUnknownError,
  PlatformError,
  type GraphqlResponseError,
} from '../../../platform/errors/errors';
import { EarlierTries } from './earlierTries';
import { type NodeFailure, withFacts } from '../errors/errors';
import type { ItemCall, ItemResult } from '../operation/operation';
import { explainUnexpected } from '../errors/unexpected';

/** What became of an item: it was changed, it must not be sent again, or it may be sent again. */
type ChangeOutcome =
  | { kind: 'made'; result: ItemResult; reports: readonly GraphqlResponseError[] }
  | { kind: 'notRepeated'; failure: NodeFailure }
  | { kind: 'mayHaveBeenMade' };

const changes = new EarlierTries<ChangeOutcome>();

interface ItemChangeWork<Client> {
  /** Whether it may be done again if it is not known what became of an earlier try. */
  isRepeatable: boolean;
  change(call: ItemCall<Client>): Promise<ItemResult>;
  /** What a user is told of a failure. */
  failureOf(error: unknown): NodeFailure;
}

/**
 * Changes something for an item, unless an earlier try of Retry On Fail has done so. n8n runs the whole node again with all of its
 * items where one has failed, so each item's outcome is kept until the run of the node is over (see `EarlierTries`), in one of four
 * states:
 *
 * - nothing kept: no change was sent, or it certainly had no effect. It is sent (again).
 * - `made`: the platform confirmed it. The same output is returned again, and nothing is sent.
 * - `notRepeated`: it may have been made, or was made in part, and once more would do harm. Each try fails with the same error.
 * - `mayHaveBeenMade`: it may have been made, and once more does no harm. It is sent again, and `change` is told so: that the thing
 *   is gone or there already then counts as success.
 *
 * So a change that is not repeatable is sent by one try only, however many tries there are, unless it certainly had no effect.
 */
export async function changeOnce<Client>(
  call: ItemCall<Client>,
  { isRepeatable, change, failureOf }: ItemChangeWork<Client>,
): Promise<ItemResult> {
  const earlier = changes.of(call);
  if (earlier?.kind === 'notRepeated') throw earlier.failure;
  if (earlier?.kind === 'made') {
    for (const error of earlier.reports) call.reports.add(error, call.itemIndex);
    return copyOfResult(earlier.result);
  }
  try {
    const result = await change({ ...call, mayHaveBeenMade: earlier !== undefined });
    changes.keep(call, { kind: 'made', result, reports: call.reports.of(call.itemIndex) });
    return result;
  } catch (thrown) {
    const error = explainUnexpected(thrown, call.sendProgress);
    const failure = failureOf(error);
    const { isChangeSent, isChangeMade } = call.sendProgress;
    const { effect, isRepeatable: isHarmless } = error instanceof PlatformError ? error : NO_EFFECT;
    if (isChangeMade || (isChangeSent && effect !== 'none')) {
      withFacts(failure, { mayHaveHappened: true });
    }
    const hadNoEffect = effect === 'none' && !isChangeMade;
    if (hadNoEffect || error instanceof CancelledError) throw failure;
    const mayBeRepeated = isHarmless || (isRepeatable && !isPartlyDone(error));
    changes.keep(
      call,
      mayBeRepeated ? { kind: 'mayHaveBeenMade' } : { kind: 'notRepeated', failure },
    );
    throw failure;
  }
}

/** Whether an earlier try has settled what becomes of an item: then nothing more is sent for it, and nothing looked up. */
export function isSettled<Client>(call: ItemCall<Client>): boolean {
  const earlier = changes.of(call);
  return earlier !== undefined && earlier.kind !== 'mayHaveBeenMade';
}

/** The change was made and came to nothing, which was reported: trying again means once more. */
export function forgetChange<Client>(call: ItemCall<Client>): void {
  changes.forget(call);
}

/** A failure before an item's change is sent: where an earlier try has sent it, it may have been made all the same. */
export function failureBeforeChange<Client>(
  call: ItemCall<Client>,
  failure: NodeFailure,
): NodeFailure {
  return changes.of(call) ? withFacts(failure, { mayHaveHappened: true }) : failure;
}

/** For another item or try: nodes that come later may change what they are given. */
function copyOfResult(result: ItemResult): ItemResult {
  return Array.isArray(result) ? result.map(copyOf) : copyOf(result);
}

/** What an error is, a copy of it is not. */
function copyOf({ error, ...item }: INodeExecutionData): INodeExecutionData {
  return { ...deepCopy(item), ...(error && { error }) };
}

const NO_EFFECT = { effect: 'none', isRepeatable: false } as const;

/** Whether a first part of the change was made, and a later one was not. A lost result is not a lost part. */
function isPartlyDone(error: unknown): boolean {
  const isLost = error instanceof OutcomeUnknownError;
  return error instanceof PlatformError && error.effect === 'made' && !isLost;
}
