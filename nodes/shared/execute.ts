import type {
  IDataObject,
  IExecuteFunctions,
  INodeExecutionData,
  NodeExecutionHint,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import type { CallOptions } from '../../platform/graphql/send/endpoint';
import { readIdentity } from './parameters/itemIdentity';
import { factsOf, nodeError, withFacts, withoutSecrets } from './errors/errors';
import { failedItem, firstIndexOf, failedItemForOutput } from './items/failedItem';
import { showHints } from './operation/hints';
import { changeEachItem, forEachItem } from './items/items';
import { MutationReports } from './operation/mutationReports';
import type { Operation, OperationCall, Resources } from './operation/operation';
import { type ItemParameters, NodeParameters } from './parameters/nodeParameters';
import { readChosenOperation, sourceOfExecution } from './parameters/parameterSource';
import { fieldsOfOperation, selectedNames, simplifyOutput } from './tools/simplify';
import { isTool, toolOutput, toolFailure } from './tools/toolOutput';
import { explainUnexpected, trackSending, newSendProgress } from './errors/unexpected';

/** What a node adds for all its operations. */
interface OfNode<Client> {
  /** Finds the IDs for locators that contain addresses, names or aliases. */
  resolveLocators?(call: OperationCall<Client>, items: number): Promise<void>;
  /** The address of the page of what a failed item is about. */
  urlOf?(client: Client, parameters: ItemParameters, known: IDataObject): string | undefined;
}

const NOTHING_CHANGED = 'This was a dry run. Nothing was changed.';

/**
 * Runs the chosen operation for the input items: concurrent and bounded, output in input order.
 * An item that fails stops the node, after those already under way have ended, unless it continues on fail. What then ends
 * the node as a whole fails each item: n8n would hand on the input of a node that throws, to its first output.
 */
export async function executeOperation<Client>(
  execution: IExecuteFunctions,
  resources: Resources<Client>,
  connect: (execution: IExecuteFunctions, isAlone?: boolean) => Promise<Client>,
  { resolveLocators, urlOf }: OfNode<Client> = {},
): Promise<INodeExecutionData[][]> {
  const signal = execution.getExecutionCancelSignal();
  const ofFailures: OfFailures = {};
  const sendProgress = newSendProgress();
  try {
    const operation = chosenOperation(execution, resources);
    const fields = fieldsOfOperation(operation);
    ofFailures.secretParameters = operation.secretParameters;
    const parameters = new NodeParameters(sourceOfExecution(execution), fields);
    const parametersOf = (itemIndex: number) => parameters.ofItem(itemIndex);
    ofFailures.identityOf = (itemIndex) => readIdentity(parametersOf(itemIndex));
    const reports = new MutationReports();
    const options: CallOptions = {
      signal,
      onMutationErrors: (error) => reports.add(error),
      ...trackSending(sendProgress),
    };
    const client = await connect(execution, operation.needsNoCredential);
    const call = { execution, client, parametersOf, signal, options, reports, sendProgress };
    ofFailures.urlOf = (itemIndex, known) => urlOf?.(client, parametersOf(itemIndex), known);
    const items = execution.getInputData().length;
    // Nothing that can be refused now may fail after a change.
    if (isTool(execution) && operation.simplified) selectedNames(parametersOf(0));
    await resolveLocators?.(call, items);
    const output = await perform(operation, call);
    const hints = reports.hints();
    showHints(execution, ...hints);
    const hasDryRun = fields.some(({ name }) => name === 'dryRun');
    if (hasDryRun && output.some(({ json }) => json.dryRun === true)) {
      showHints(execution, { message: NOTHING_CHANGED, location: 'outputPane' });
    }
    return [outputOf(call, operation, output, ofFailures, hints)];
  } catch (error) {
    const unexplained = nodeError(execution.getNode(), explainUnexpected(error, sendProgress));
    const failure = withoutSecrets(unexplained, ofFailures.secretParameters);
    // An item's failure tells of that item alone.
    const isOfAll = failure.context.itemIndex === undefined;
    if (sendProgress.isChangeSent && isOfAll) withFacts(failure, { mayHaveHappened: true });
    if (!execution.continueOnFail() || signal?.aborted) {
      throw isTool(execution) ? toolFailure(failure) : failure;
    }
    const items = execution.getInputData().map((_item, item) => failedItem(failure, { item }));
    return [items.map((item) => itemForOutput(execution, item, ofFailures, true))];
  }
}

function outputOf<Client>(
  call: OperationCall<Client>,
  { fields, simplified }: Operation<Client>,
  output: readonly INodeExecutionData[],
  ofFailures: OfFailures,
  hints: readonly NodeExecutionHint[],
): INodeExecutionData[] {
  const { execution } = call;
  const simple = simplifyOutput(call, simplified, output);
  const items = simple.items.map((item) => itemForOutput(execution, item, ofFailures, false));
  return isTool(execution) ? toolOutput(call, fields, items, [...hints, ...simple.hints]) : items;
}

/** What the failures of an operation are completed with, and what is taken from them. */
interface OfFailures {
  /** What identifies the thing that an item asked for. */
  identityOf?(itemIndex: number): IDataObject;
  /** @param known what is known of it */
  urlOf?(itemIndex: number, known: IDataObject): string | undefined;
  secretParameters?: readonly string[];
}

/** How a failed item leaves the node; others leave as they are. */
function itemForOutput(
  execution: IExecuteFunctions,
  item: INodeExecutionData,
  { identityOf, urlOf, secretParameters }: OfFailures,
  isRetried: boolean,
): INodeExecutionData {
  const { error, pairedItem } = item;
  if (!error) return item;
  const failure = withoutSecrets(nodeError(execution.getNode(), error), secretParameters);
  if (isTool(execution)) return { ...item, json: { message: toolFailure(failure).message } };
  const itemIndex = firstIndexOf(pairedItem);
  const known = { ...identityOf?.(itemIndex), ...item.json };
  const url = urlOf?.(itemIndex, { ...known, ...factsOf(failure).known });
  const json = url === undefined ? known : { ...known, url };
  return failedItemForOutput(execution, { ...item, json, error: failure }, isRetried);
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
        'Choose the resource and the operation again. The workflow may come from a newer version.',
    },
  );
}
