import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { mapConcurrently, createEventLoopYielder } from '../../../platform/common/time/concurrency';
import {
  cancelledError,
  type NodeFailure,
  buildItemFailure,
  trackSending,
  createRequestProgress,
} from '../errors/errors';
import { buildFailedItem } from './failedItem';
import type { ItemCall, ItemOperation, OperationCall } from '../operation/operation';

/** Enough items in flight to keep a platform busy, without overloading it. */
export const MAX_CONCURRENT_ITEMS = 128;

type ItemWork<Client> = Pick<ItemOperation<Client>, 'run' | 'concurrency'>;

/** Starts no more items after the execution was canceled. */
export async function forEachItem<Client>(
  call: OperationCall<Client>,
  work: ItemWork<Client>,
): Promise<INodeExecutionData[]> {
  const outputs = await mapConcurrently(
    call.execution.getInputData(),
    work.concurrency ?? MAX_CONCURRENT_ITEMS,
    (_item, itemIndex) => runItem(work, getItemCall(call, itemIndex)),
  );
  return outputs.flat();
}

export type ItemInput<Input> = { input: Input } | { failure: NodeFailure };

/**
 * Reads all items. Operations call this before they send the first change.
 * @throws the first failure, if the node stops on a failed item or the execution was canceled
 */
export async function readEachItem<Client, Input>(
  call: OperationCall<Client>,
  read: (call: ItemCall<Client>) => Input | Promise<Input>,
): Promise<Array<ItemInput<Input>>> {
  const { execution, signal } = call;
  const stopsOnFailure = !execution.continueOnFail();
  const yieldToEventLoop = createEventLoopYielder();
  return await mapConcurrently(
    execution.getInputData(),
    MAX_CONCURRENT_ITEMS,
    async (_item, itemIndex): Promise<ItemInput<Input>> => {
      await yieldToEventLoop();
      if (signal?.aborted) throw cancelledError(execution.getNode());
      const itemCall = getItemCall(call, itemIndex);
      try {
        itemCall.parameters.check();
        return { input: await read(itemCall) };
      } catch (error) {
        const failure = buildItemFailure(itemCall, error);
        if (stopsOnFailure || signal?.aborted) throw failure;
        return { failure };
      }
    },
  );
}

/** @throws the failure, if the item could not be read */
export function getInput<Input>(
  inputs: ReadonlyArray<ItemInput<Input>>,
  { itemIndex }: Pick<ItemCall<unknown>, 'itemIndex'>,
): Input {
  const read = inputs[itemIndex] as ItemInput<Input>;
  if ('failure' in read) throw read.failure;
  return read.input;
}

async function runItem<Client>(
  { run }: ItemWork<Client>,
  call: ItemCall<Client>,
): Promise<INodeExecutionData[]> {
  const { execution, itemIndex, signal } = call;
  if (signal?.aborted) throw cancelledError(execution.getNode());
  try {
    call.parameters.check();
    const result = await run(call);
    const outputs = Array.isArray(result) ? result : [result];
    return outputs.map((output) => ({ ...output, pairedItem: { item: itemIndex } }));
  } catch (error) {
    const failure = buildItemFailure(call, error);
    if (!execution.continueOnFail() || signal?.aborted) throw failure;
    return [buildFailedItem(failure, { item: itemIndex })];
  }
}

/** Reading and changing an item use the same call, because requests that the read prepares report their progress to it. */
const itemCalls = new WeakMap<object, Map<number, ItemCall<unknown>>>();

function getItemCall<Client>(call: OperationCall<Client>, itemIndex: number): ItemCall<Client> {
  const callByItem = itemCalls.get(call) ?? new Map<number, ItemCall<unknown>>();
  itemCalls.set(call, callByItem);
  const itemCall = (callByItem.get(itemIndex) ??
    createItemCall(call, itemIndex)) as ItemCall<Client>;
  callByItem.set(itemIndex, itemCall);
  return itemCall;
}

function createItemCall<Client>(call: OperationCall<Client>, itemIndex: number): ItemCall<Client> {
  const { options, reports } = call;
  const requestProgress = createRequestProgress();
  const itemOptions: typeof options = {
    ...options,
    onMutationErrors: (error) => reports.add(error, itemIndex),
    ...trackSending(requestProgress, options),
  };
  const parameters = call.parametersOf(itemIndex);
  return { ...call, itemIndex, parameters, requestProgress, options: itemOptions };
}

/** Returns a function that creates a value for the first item of an execution of the node, and returns it for all other items. */
export function sharePerExecution<Call extends OperationCall<unknown>, Shared>(
  create: (call: Call) => Shared,
) {
  const sharedByExecution = new WeakMap<IExecuteFunctions, Shared>();
  return (call: Call): Shared => {
    const shared = sharedByExecution.get(call.execution) ?? create(call);
    sharedByExecution.set(call.execution, shared);
    return shared;
  };
}
