import {
  type IDataObject,
  type IExecuteFunctions,
  type INodeExecutionData,
  NodeOperationError,
} from 'n8n-workflow';
import type { CallOptions } from '../../platform/graphql/send/endpoint';
import { readIdentity } from './parameters/itemIdentity';
import {
  getFacts,
  buildNodeError,
  addFacts,
  maskSecrets,
  explainUnexpected,
  trackSending,
  createRequestProgress,
} from './errors/errors';
import { buildFailedItem, findFirstInputIndex, completeFailedItem } from './items/failedItem';
import { showHints, MutationReports } from './operation/hints';
import { changeEachItem } from './items/changedItems';
import { forEachItem } from './items/items';
import type { Operation, OperationCall, Resources } from './operation/operation';
import {
  type ItemParameters,
  NodeParameters,
  readChosenOperation,
  createExecutionSource,
} from './parameters/nodeParameters';
import {
  listOperationFields,
  simplifyOutput,
  isTool,
  buildToolOutput,
  buildToolFailure,
} from './tools/toolOutput';

interface NodeHooks<Client> {
  /** Finds the IDs for locators that contain addresses, names or aliases. */
  resolveLocators?: (call: OperationCall<Client>, itemCount: number) => Promise<void>;
  /** Returns the address of the page that shows a failed item's entity. */
  findPageUrl?: (
    client: Client,
    parameters: ItemParameters,
    knownFields: IDataObject,
  ) => string | undefined;
}

/** Data to complete failed items and to mask their secrets. It is added step by step, because any step may fail. */
interface FailureContext {
  execution: IExecuteFunctions;
  secretParameters?: readonly string[];
  readIdentityOfItem?: (itemIndex: number) => IDataObject;
  findPageUrl?: (itemIndex: number, knownFields: IDataObject) => string | undefined;
}

/**
 * Runs the chosen operation. If the node as a whole fails and continues on errors, this function returns each item as failed.
 * After a thrown error, n8n would pass the input on to the first output.
 */
export async function executeOperation<Client>(
  execution: IExecuteFunctions,
  resources: Resources<Client>,
  connect: (execution: IExecuteFunctions) => Promise<Client>,
  { resolveLocators, findPageUrl }: NodeHooks<Client> = {},
): Promise<INodeExecutionData[][]> {
  const signal = execution.getExecutionCancelSignal();
  const context: FailureContext = { execution };
  const requestProgress = createRequestProgress();
  try {
    const operation = findChosenOperation(execution, resources);
    context.secretParameters = operation.secretParameters;
    const fields = listOperationFields(operation);
    const parameters = new NodeParameters(createExecutionSource(execution), fields);
    const parametersOf = (itemIndex: number) => parameters.forItem(itemIndex);
    context.readIdentityOfItem = (itemIndex) => readIdentity(parametersOf(itemIndex));
    const reports = new MutationReports();
    const options: CallOptions = {
      signal,
      onMutationErrors: (error) => reports.add(error),
      ...trackSending(requestProgress),
    };
    const client = operation.needsNoCredential ? ({} as Client) : await connect(execution);
    context.findPageUrl = (itemIndex, knownFields) =>
      findPageUrl?.(client, parametersOf(itemIndex), knownFields);
    const call = { execution, client, parametersOf, signal, options, reports, requestProgress };
    await resolveLocators?.(call, execution.getInputData().length);
    const output = await runOperation(operation, call);
    const hints = reports.buildHints();
    const hasDryRun = fields.some(({ name }) => name === 'dryRun');
    const dryItems = output.filter(({ json }) => hasDryRun && json.dryRun === true);
    if (dryItems.length > 0) {
      const message =
        dryItems.length === output.length
          ? 'This was a dry run. Nothing was changed.'
          : 'Nothing was changed for the items with "dryRun" set to true.';
      hints.push({ message, location: 'outputPane' });
    }
    showHints(execution, ...hints);
    const { simplified } = operation;
    const items = output.map((item) => completeIfFailed(context, item, false));
    if (isTool(execution)) return [buildToolOutput(parametersOf(0), simplified, items, hints)];
    return [simplified ? simplifyOutput(parametersOf, simplified, items) : items];
  } catch (error) {
    const nodeError = buildNodeError(
      execution.getNode(),
      explainUnexpected(error, requestProgress),
    );
    const failure = maskSecrets(nodeError, context.secretParameters);
    // If one item failed, it does not matter whether changes of other items were sent.
    const isOfWholeNode = failure.context.itemIndex === undefined;
    if (requestProgress.isChangeSent && isOfWholeNode) addFacts(failure, { mayHaveHappened: true });
    if (!execution.continueOnFail() || signal?.aborted) {
      throw isTool(execution) ? buildToolFailure(failure) : failure;
    }
    const items = execution.getInputData().map((_item, item) => buildFailedItem(failure, { item }));
    return [items.map((item) => completeIfFailed(context, item, true))];
  }
}

function completeIfFailed(
  { execution, secretParameters, readIdentityOfItem, findPageUrl }: FailureContext,
  item: INodeExecutionData,
  shouldRetry: boolean,
): INodeExecutionData {
  const { error, pairedItem } = item;
  if (!error) return item;
  const failure = maskSecrets(buildNodeError(execution.getNode(), error), secretParameters);
  if (isTool(execution)) return { ...item, json: { message: buildToolFailure(failure).message } };
  const itemIndex = findFirstInputIndex(pairedItem);
  const knownFields = { ...readIdentityOfItem?.(itemIndex), ...item.json };
  const url = findPageUrl?.(itemIndex, { ...knownFields, ...getFacts(failure).knownFields });
  const json = url === undefined ? knownFields : { ...knownFields, url };
  return completeFailedItem(execution, { ...item, json, error: failure }, shouldRetry);
}

async function runOperation<Client>(
  operation: Operation<Client>,
  call: OperationCall<Client>,
): Promise<INodeExecutionData[]> {
  if ('runTogether' in operation) return await operation.runTogether(call);
  if ('change' in operation) return await changeEachItem(call, operation);
  return await forEachItem(call, operation);
}

function findChosenOperation<Client>(
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
        'Choose the resource and the operation again. The workflow may come from a newer version of this node.',
    },
  );
}
