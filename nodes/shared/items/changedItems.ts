import type { INodeExecutionData } from 'n8n-workflow';
import {
  CancelledError,
  OutcomeUnknownError,
  PlatformError,
  type GraphqlResponseError,
} from '../../../platform/common/errors/errors';
import { EarlierTries } from './earlierTries';
import { buildItemFailure, type NodeFailure, addFacts, explainUnexpected } from '../errors/errors';
import { forEachItem, getInput, readEachItem } from './items';
import type { ItemCall, ItemChange, ItemResult, OperationCall } from '../operation/operation';

type ChangeOutcome =
  | { kind: 'made'; result: ItemResult; reports: readonly GraphqlResponseError[] }
  | { kind: 'notRepeated'; failure: NodeFailure }
  | { kind: 'mayHaveBeenMade' };

const outcomes = new EarlierTries<ChangeOutcome>();

export async function changeEachItem<Client>(
  call: OperationCall<Client>,
  operation: ItemChange<Client, unknown>,
): Promise<INodeExecutionData[]> {
  const { isRepeatable, concurrency } = operation;
  const read = async (itemCall: ItemCall<Client>): Promise<unknown> => {
    if (hasFinalOutcome(itemCall)) return undefined;
    try {
      return await operation.read(itemCall);
    } catch (error) {
      const failure = buildItemFailure(itemCall, error);
      // If an earlier try has sent the change, the change may have been made.
      throw outcomes.recall(itemCall) ? addFacts(failure, { mayHaveHappened: true }) : failure;
    }
  };
  const inputs = await readEachItem(call, read);
  const run = async (itemCall: ItemCall<Client>): Promise<ItemResult> => {
    const input = getInput(inputs, itemCall);
    const toFailure = (error: unknown) => buildItemFailure(itemCall, error);
    if (!hasFinalOutcome(itemCall) && operation.changesNothing?.(input)) {
      return await operation.change(itemCall, input).catch((error: unknown) => {
        throw toFailure(error);
      });
    }
    const result = await changeOnce(itemCall, {
      isRepeatable,
      change: (changeCall) => operation.change(changeCall, input),
      toFailure,
    });
    if (!operation.afterChange) return result;
    return await operation.afterChange(itemCall, result).catch((error: unknown) => {
      throw addFacts(toFailure(error), { mayHaveHappened: true });
    });
  };
  return await forEachItem(call, { run, concurrency });
}

interface ItemChangeWork<Client> {
  /** True if the change may be sent again after a try with an unknown outcome. */
  isRepeatable: boolean;
  change: (call: ItemCall<Client>) => Promise<ItemResult>;
  toFailure: (error: unknown) => NodeFailure;
}

/**
 * Sends an item's change, unless an earlier try of Retry On Fail has made it. If one item fails, n8n runs the whole node again with
 * all items. So each item's outcome is kept until the node has ended (see `EarlierTries`), in one of four states:
 *
 * - no outcome: no change was sent, or the change certainly had no effect. The change is sent.
 * - `made`: the platform confirmed the change. Nothing is sent, and the same output is returned again.
 * - `notRepeated`: the change may have been made, at least in part, and might change more if it is sent again. Each try fails with
 *   the same error.
 * - `mayHaveBeenMade`: the change may have been made, and changes nothing more if it is sent again. It is sent again, with
 *   `mayHaveBeenMade` set. Then, for example, a delete that finds nothing has succeeded.
 */
export async function changeOnce<Client>(
  call: ItemCall<Client>,
  { isRepeatable, change, toFailure }: ItemChangeWork<Client>,
): Promise<ItemResult> {
  const earlier = outcomes.recall(call);
  if (earlier?.kind === 'notRepeated') throw earlier.failure;
  if (earlier?.kind === 'made') {
    for (const error of earlier.reports) call.reports.add(error, call.itemIndex);
    return earlier.result;
  }
  try {
    const result = await change({ ...call, mayHaveBeenMade: earlier !== undefined });
    outcomes.keep(call, { kind: 'made', result, reports: call.reports.get(call.itemIndex) });
    return result;
  } catch (thrown) {
    const error = explainUnexpected(thrown, call.requestProgress);
    const failure = toFailure(error);
    const { isChangeSent, isChangeMade } = call.requestProgress;
    const { effect, isRepeatable: isErrorRepeatable } =
      error instanceof PlatformError ? error : NO_EFFECT;
    if (isChangeMade || (isChangeSent && effect !== 'none')) {
      addFacts(failure, { mayHaveHappened: true });
    }
    const hadNoEffect = effect === 'none' && !isChangeMade;
    if (hadNoEffect || error instanceof CancelledError) throw failure;
    const canRepeat = isErrorRepeatable || (isRepeatable && !isPartlyDone(error));
    outcomes.keep(call, canRepeat ? { kind: 'mayHaveBeenMade' } : { kind: 'notRepeated', failure });
    throw failure;
  }
}

/** Returns true if the change is not sent again. */
function hasFinalOutcome<Client>(call: ItemCall<Client>): boolean {
  const earlier = outcomes.recall(call);
  return earlier !== undefined && earlier.kind !== 'mayHaveBeenMade';
}

/** Lets the next try send the change again. Call this if the change did not have its intended effect. */
export function forgetChange<Client>(call: ItemCall<Client>): void {
  outcomes.forget(call);
}

const NO_EFFECT = { effect: 'none', isRepeatable: false } as const;

/** Returns true if only a part of the change was made. If only the response was lost, the whole change was made. */
function isPartlyDone(error: unknown): boolean {
  const isResponseLost = error instanceof OutcomeUnknownError;
  return error instanceof PlatformError && error.effect === 'made' && !isResponseLost;
}
