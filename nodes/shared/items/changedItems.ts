import { type INodeExecutionData, deepCopy } from 'n8n-workflow';
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

const changes = new EarlierTries<ChangeOutcome>();

export async function changeEachItem<Client>(
  call: OperationCall<Client>,
  operation: ItemChange<Client, unknown>,
): Promise<INodeExecutionData[]> {
  const { isRepeatable, concurrency } = operation;
  const readUnsettled = async (ofItem: ItemCall<Client>): Promise<unknown> => {
    if (isSettled(ofItem)) return undefined;
    try {
      return await operation.read(ofItem);
    } catch (error) {
      const failure = buildItemFailure(ofItem, error);
      // If an earlier try has sent the change, it may have been made.
      throw changes.recall(ofItem) ? addFacts(failure, { mayHaveHappened: true }) : failure;
    }
  };
  const inputs = await readEachItem(call, readUnsettled);
  const run = async (ofItem: ItemCall<Client>): Promise<ItemResult> => {
    const input = getInput(inputs, ofItem);
    const failureOf = (error: unknown) => buildItemFailure(ofItem, error);
    if (!isSettled(ofItem) && operation.isRead?.(input)) {
      return await operation.change(ofItem, input).catch((error: unknown) => {
        throw failureOf(error);
      });
    }
    const result = await changeOnce(ofItem, {
      isRepeatable,
      change: (again) => operation.change(again, input),
      failureOf,
    });
    if (!operation.afterChange) return result;
    return await operation.afterChange(ofItem, result).catch((error: unknown) => {
      throw addFacts(failureOf(error), { mayHaveHappened: true });
    });
  };
  return await forEachItem(call, { run, concurrency });
}

interface ItemChangeWork<Client> {
  /** Whether the change may be sent again if the outcome of an earlier try is unknown. */
  isRepeatable: boolean;
  change: (call: ItemCall<Client>) => Promise<ItemResult>;
  failureOf: (error: unknown) => NodeFailure;
}

/**
 * Sends an item's change, unless an earlier try of Retry On Fail has made it. If one item fails, n8n runs the whole node again with
 * all items, so each item's outcome is kept until the run of the node is over (see `EarlierTries`), in one of four states:
 *
 * - nothing kept: no change was sent, or it certainly had no effect. It is sent (again).
 * - `made`: the platform confirmed it. The same output is returned again, and nothing is sent.
 * - `notRepeated`: it may have been made, or was made in part, and is not idempotent. Each try fails with the same error.
 * - `mayHaveBeenMade`: it may have been made, and is idempotent. It is sent again with `mayHaveBeenMade`: "not found" or "already
 *   exists" then counts as success.
 *
 * So a change that is not repeatable is sent by one try only, unless it certainly had no effect.
 */
export async function changeOnce<Client>(
  call: ItemCall<Client>,
  { isRepeatable, change, failureOf }: ItemChangeWork<Client>,
): Promise<ItemResult> {
  const earlier = changes.recall(call);
  if (earlier?.kind === 'notRepeated') throw earlier.failure;
  if (earlier?.kind === 'made') {
    for (const error of earlier.reports) call.reports.add(error, call.itemIndex);
    return copyResult(earlier.result);
  }
  try {
    const result = await change({ ...call, mayHaveBeenMade: earlier !== undefined });
    changes.keep(call, { kind: 'made', result, reports: call.reports.get(call.itemIndex) });
    return result;
  } catch (thrown) {
    const error = explainUnexpected(thrown, call.sendProgress);
    const failure = failureOf(error);
    const { isChangeSent, isChangeMade } = call.sendProgress;
    const { effect, isRepeatable: isHarmless } = error instanceof PlatformError ? error : NO_EFFECT;
    if (isChangeMade || (isChangeSent && effect !== 'none')) {
      addFacts(failure, { mayHaveHappened: true });
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

/** Nothing more is sent or looked up for an item whose outcome an earlier try has settled. */
function isSettled<Client>(call: ItemCall<Client>): boolean {
  const earlier = changes.recall(call);
  return earlier !== undefined && earlier.kind !== 'mayHaveBeenMade';
}

/** Lets the next try send the change again, for a change that was made without the wanted effect if that was reported. */
export function forgetChange<Client>(call: ItemCall<Client>): void {
  changes.forget(call);
}

/** Later nodes may modify their items, so each try gets a copy. */
function copyResult(result: ItemResult): ItemResult {
  return Array.isArray(result) ? result.map(copyItem) : copyItem(result);
}

/** `deepCopy` of an error would not be an `Error`. */
function copyItem({ error, ...item }: INodeExecutionData): INodeExecutionData {
  return { ...deepCopy(item), ...(error && { error }) };
}

const NO_EFFECT = { effect: 'none', isRepeatable: false } as const;

/** Whether a first part of the change was made and a later one was not. If only the result was lost, all was made. */
function isPartlyDone(error: unknown): boolean {
  const isLost = error instanceof OutcomeUnknownError;
  return error instanceof PlatformError && error.effect === 'made' && !isLost;
}
