import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { failedItem, nodeError } from './errors';
import type { Operation, OperationCall, Resources } from './operation';

/** Enough to keep a platform busy, few enough not to crowd it. */
const CONCURRENT_ITEMS = 50;

/**
 * Runs the chosen operation for every input item: concurrent and bounded, output in input order.
 * An item that fails stops the node, after those already under way have ended, unless it continues on fail.
 */
export async function executeOperation<Client>(
  execution: IExecuteFunctions,
  resources: Resources<Client>,
  connect: (execution: IExecuteFunctions) => Promise<Client>,
): Promise<INodeExecutionData[][]> {
  const operation = chosenOperation(execution, resources);
  const signal = execution.getExecutionCancelSignal();
  const client = await connect(execution).catch((error: unknown) => {
    throw nodeError(execution.getNode(), error);
  });
  const outputs = await forEachItem(execution.getInputData().length, (itemIndex) =>
    runItem(operation, { execution, itemIndex, client, signal }),
  );
  return [outputs.flat()];
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

async function runItem<Client>(
  operation: Operation<Client>,
  call: OperationCall<Client>,
): Promise<INodeExecutionData[]> {
  const { execution, itemIndex, signal } = call;
  try {
    const result = await operation.run(call);
    return [result].flat().map((json) => ({ json, pairedItem: { item: itemIndex } }));
  } catch (error) {
    const failure = nodeError(execution.getNode(), error, itemIndex);
    if (!execution.continueOnFail() || signal?.aborted) throw failure;
    return [failedItem(failure, itemIndex)];
  }
}

/** Starts no further item after one has failed, and reports the failure of the first in input order. */
async function forEachItem<Output>(
  count: number,
  run: (itemIndex: number) => Promise<Output>,
): Promise<Output[]> {
  const outputs = new Array<Output>(count);
  const failures = new Map<number, unknown>();
  let next = 0;
  const worker = async () => {
    while (next < count && failures.size === 0) {
      const itemIndex = next++;
      try {
        outputs[itemIndex] = await run(itemIndex);
      } catch (error) {
        failures.set(itemIndex, error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENT_ITEMS, count) }, worker));
  if (failures.size > 0) throw failures.get(Math.min(...failures.keys()));
  return outputs;
}
