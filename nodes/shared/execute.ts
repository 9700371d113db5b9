import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { mapConcurrently } from '../../platform/concurrency';
import { failedItem, nodeError } from './errors';
import type { ItemCall, ItemOperation, Operation, OperationCall, Resources } from './operation';

/** Enough to keep a platform busy, few enough not to crowd it. */
const CONCURRENT_ITEMS = 128;

/**
 * Runs the chosen operation for the input items: concurrent and bounded, output in input order.
 * An item that fails stops the node, after those already under way have ended, unless it continues on fail.
 */
export async function executeOperation<Client>(
  execution: IExecuteFunctions,
  resources: Resources<Client>,
  connect: (execution: IExecuteFunctions) => Promise<Client>,
): Promise<INodeExecutionData[][]> {
  const operation = chosenOperation(execution, resources);
  const signal = execution.getExecutionCancelSignal();
  try {
    const call = { execution, client: await connect(execution), signal };
    return [
      'runTogether' in operation
        ? await operation.runTogether(call)
        : await forEachItem(call, operation),
    ];
  } catch (error) {
    throw nodeError(execution.getNode(), error);
  }
}

function chosenOperation<Client>(
  execution: IExecuteFunctions,
  resources: Resources<Client>,
): Operation<Client> {
  const resourceName = execution.getNodeParameter('resource', 0);
  const operationName = execution.getNodeParameter('operation', 0);
  const operation = resources
    .find(({ value }) => value === resourceName)
    ?.operations.find(({ value }) => value === operationName);
  if (operation) return operation;
  throw new NodeOperationError(
    execution.getNode(),
    `This node has no operation "${operationName}" for the resource "${resourceName}"`,
    {
      description:
        'Choose resource and operation again. The workflow may come from a newer version.',
    },
  );
}

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
