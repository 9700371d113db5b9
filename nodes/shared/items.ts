import type { INodeExecutionData } from 'n8n-workflow';
import { mapConcurrently } from '../../platform/concurrency';
import { changeOnce } from './changedItems';
import { failedItem, nodeError, type NodeFailure } from './errors';
import type {
  ChangeOperation,
  ItemCall,
  ItemOperation,
  ItemResult,
  OperationCall,
} from './operation';

/** Enough to keep a platform busy, few enough not to crowd it. */
const CONCURRENT_ITEMS = 128;

/** The work on one item. */
export type ItemWork<Client> = Pick<ItemOperation<Client>, 'run' | 'concurrency'>;

/** Does work for each input item: paired, and failed items kept where the node continues on fail. */
export async function forEachItem<Client>(
  call: OperationCall<Client>,
  work: ItemWork<Client>,
): Promise<INodeExecutionData[]> {
  const outputs = await mapConcurrently(
    call.execution.getInputData(),
    work.concurrency ?? CONCURRENT_ITEMS,
    (_item, itemIndex) => doItem(work, { ...call, itemIndex }),
  );
  return outputs.flat();
}

/** Changes something for each input item, once all of them have been read. */
export async function changeEachItem<Client>(
  call: OperationCall<Client>,
  { read, change, isRead, isRepeatable, concurrency }: ChangeOperation<Client, unknown>,
): Promise<INodeExecutionData[]> {
  const inputs = await readEachItem(call, read);
  const run = async (itemCall: ItemCall<Client>): Promise<ItemResult> => {
    const input = inputOf(inputs, itemCall);
    if (isRead?.(input)) return await change(itemCall, input);
    return await changeOnce(itemCall, isRepeatable, () => change(itemCall, input));
  };
  return await forEachItem(call, { run, concurrency });
}

/** What an item's parameters hold, or why they cannot be used. */
export type ItemInput<Input> = { input: Input } | { failure: NodeFailure };

/**
 * Reads the parameters of all items before anything is sent.
 * @throws the first failure, where the node stops on a failed item
 */
export async function readEachItem<Client, Input>(
  call: OperationCall<Client>,
  read: (call: ItemCall<Client>) => Input | Promise<Input>,
): Promise<Array<ItemInput<Input>>> {
  const { execution } = call;
  const stops = !execution.continueOnFail();
  return await mapConcurrently(
    execution.getInputData(),
    CONCURRENT_ITEMS,
    async (_item, itemIndex): Promise<ItemInput<Input>> => {
      try {
        return { input: await read({ ...call, itemIndex }) };
      } catch (error) {
        const failure = nodeError(execution.getNode(), error, itemIndex);
        if (stops) throw failure;
        return { failure };
      }
    },
  );
}

/** @throws the failure of reading it */
export function inputOf<Client, Input>(
  inputs: ReadonlyArray<ItemInput<Input>>,
  { itemIndex }: ItemCall<Client>,
): Input {
  const read = inputs[itemIndex] as ItemInput<Input>;
  if ('failure' in read) throw read.failure;
  return read.input;
}

async function doItem<Client>(
  { run }: ItemWork<Client>,
  call: ItemCall<Client>,
): Promise<INodeExecutionData[]> {
  const { execution, itemIndex, signal } = call;
  try {
    const result = await run(call);
    const outputs = Array.isArray(result) ? result : [result];
    return outputs.map((output) => ({ ...output, pairedItem: { item: itemIndex } }));
  } catch (error) {
    const failure = nodeError(execution.getNode(), error, itemIndex);
    if (!execution.continueOnFail() || signal?.aborted) throw failure;
    return [failedItem(failure, itemIndex)];
  }
}
