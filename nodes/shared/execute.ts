import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import type { CallOptions } from '../../platform/graphql/endpoint';
import { nodeError, withoutSecrets } from './errors';
import { showHints } from './hints';
import { changeEachItem, forEachItem } from './items';
import { MutationReports } from './mutationReports';
import type { Operation, OperationCall, Resources } from './operation';
import { NodeParameters } from './parameters/nodeParameters';
import { readChosenOperation, sourceOfExecution } from './parameters/parameterSource';
import { asOneText, isTool } from './tool';
import { toolOutput } from './toolOutput';
import { worded, noteSent, nothingSent } from './unexpected';

/**
 * Runs the chosen operation for the input items: concurrent and bounded, output in input order.
 * An item that fails stops the node, after those already under way have ended, unless it continues on fail.
 */
export async function executeOperation<Client>(
  execution: IExecuteFunctions,
  resources: Resources<Client>,
  connect: (execution: IExecuteFunctions) => Promise<Client>,
  /** Looks up what an agent gave names of where IDs are wanted. */
  namesForIds?: (call: OperationCall<Client>, fields: INodeProperties[]) => Promise<void>,
): Promise<INodeExecutionData[][]> {
  const operation = chosenOperation(execution, resources);
  const signal = execution.getExecutionCancelSignal();
  const reports = new MutationReports();
  const sent = nothingSent();
  const options: CallOptions = {
    signal,
    onMutationErrors: (error) => reports.add(error),
    onSent: noteSent(sent),
  };
  try {
    const client = await connect(execution);
    const parameters = new NodeParameters(sourceOfExecution(execution), operation.fields);
    const parametersOf = (itemIndex: number) => parameters.ofItem(itemIndex);
    const call = { execution, client, parametersOf, signal, options, reports, sent };
    if (isTool(execution)) await namesForIds?.(call, operation.fields);
    const output = await perform(operation, call);
    const hints = reports.hints();
    showHints(execution, ...hints);
    return [isTool(execution) ? toolOutput(call, operation.fields, output, hints) : output];
  } catch (error) {
    const secretParameters =
      'secretParameters' in operation ? operation.secretParameters : undefined;
    const failure = withoutSecrets(
      nodeError(execution.getNode(), worded(error, sent)),
      secretParameters ?? [],
    );
    throw isTool(execution) ? asOneText(failure) : failure;
  }
}

async function perform<Client>(
  operation: Operation<Client>,
  call: OperationCall<Client>,
): Promise<INodeExecutionData[]> {
  if ('runTogether' in operation) return await operation.runTogether(call);
  if ('change' in operation) return await changeEachItem(call, operation);
  return await forEachItem(call, operation);
}

function chosenOperation<Client>(
  execution: IExecuteFunctions,
  resources: Resources<Client>,
): Operation<Client> {
  const chosen = readChosenOperation(execution);
  const operation = resources
    .find(({ value }) => value === chosen.resource)
    ?.operations.find(({ value }) => value === chosen.operation);
  if (operation) return operation;
  throw new NodeOperationError(
    execution.getNode(),
    `This node has no operation "${chosen.operation}" for the resource "${chosen.resource}"`,
    {
      description:
        'Choose resource and operation again. The workflow may come from a newer version.',
    },
  );
}
