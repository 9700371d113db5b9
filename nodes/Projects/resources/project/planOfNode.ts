import type { IBinaryData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import { InvalidInputError } from '../../../../platform/common/errors/errors';
import type { Target } from '../../../../platform/projectFiles/target/readTarget';
import { listFirst } from '../../../../platform/common/text/amounts';
import { ownValue } from '../../../../platform/common/text/names';
import { cleanName } from '../../../../platform/common/text/text';
import { isObject, valueAt } from '../../../../platform/common/text/values';
import { buildNodeError } from '../../../shared/errors/errors';
import { sharePerExecution } from '../../../shared/items/items';
import { showHints } from '../../../shared/operation/hints';
import type { ItemCall, OperationCall } from '../../../shared/operation/operation';
import {
  type ItemParameters,
  NodeParameters,
  type ParameterSource,
  UNSET,
} from '../../../shared/parameters/nodeParameters';
import { planFields } from './deployFields';

type Call = ItemCall<PlatformClient>;

const MAX_NAMES = 10;

interface PlanOfNode {
  fingerprint: string;
  target: Target;
  file: IBinaryData;
  /** The parameters of the Plan node. */
  parameters: ItemParameters;
}

interface FoundPlan {
  plan?: PlanOfNode;
  failure?: Error;
}

/** Returns the plan that an item comes from, or undefined if "Source" is not a plan. Throws an error if no plan is found. */
export function getPlan(call: Call): PlanOfNode | undefined {
  if (!hasPlanSource(call)) return undefined;
  const found = findPlans(call)[call.itemIndex];
  if (found?.failure) throw found.failure;
  return found?.plan;
}

/** Returns the parameters of the Plan node if "Source" is a plan, and otherwise those of this node. */
export function getPlanParameters(call: Call): ItemParameters {
  return getPlan(call)?.parameters ?? call.parameters;
}

/** Returns true if another item deploys the plan that this item comes from. */
export function isDeployedWithOtherItem(call: Call): boolean {
  const { execution, itemIndex } = call;
  if (hasPlanSource(call)) {
    const fingerprints = findPlans(call).map(({ plan }) => plan?.fingerprint);
    const fingerprint = fingerprints[itemIndex];
    return fingerprint !== undefined && fingerprints.indexOf(fingerprint) !== itemIndex;
  }
  const items = execution.getInputData();
  const item = items[itemIndex];
  // The file of a plan is in the item with the summary. Items with changes have no file.
  if (!item || item.binary || typeof item.json.fingerprint !== 'string') return false;
  const hasSummary = items.some(({ json, binary }) => json.kind === 'summary' && binary);
  return hasSummary && item.json.kind !== 'summary';
}

function hasPlanSource({ parameters }: Call): boolean {
  return parameters.choice('source') === 'planOfNode';
}

const findPlans = sharePerExecution((call: OperationCall<PlatformClient>): FoundPlan[] => {
  const { execution } = call;
  // In this mode, the JSON of an item contains references to files, so external text in it could refer to any stored file.
  if (execution.getWorkflowSettings?.().binaryMode === 'combined') {
    throw new InvalidInputError(
      '"Plan of an Earlier Node" does not work in workflows that keep files in the JSON of items',
      'Connect this node directly to the Plan node, and set "Source" to "ZIP File". Nothing was sent.',
    );
  }
  const unusedPlans = new Map<string, string>();
  const found = execution.getInputData().map((_item, itemIndex) => {
    try {
      return { plan: findPlan(call, itemIndex, unusedPlans) };
    } catch (error) {
      return { failure: buildNodeError(call.execution.getNode(), error, itemIndex) };
    }
  });
  for (const { plan } of found) if (plan) unusedPlans.delete(plan.fingerprint);
  // In a loop, earlier passes have deployed the other plans.
  const { $runIndex } = execution.getWorkflowDataProxy(0);
  if (unusedPlans.size > 0 && $runIndex === 0) {
    showHints(execution, {
      message: `These projects are not deployed, because no input item comes from their plan: ${listFirst([...unusedPlans.values()], MAX_NAMES)}`,
      location: 'outputPane',
    });
  }
  return found;
});

/** @param projectNames receives the project name of each plan that the node returned, by fingerprint */
function findPlan(
  call: OperationCall<PlatformClient>,
  itemIndex: number,
  projectNames: Map<string, string>,
): PlanOfNode {
  const nodeName = call.parametersOf(itemIndex).text('planNode').trim();
  const cleanedName = cleanName(nodeName);
  const nodes = call.execution.getWorkflowDataProxy(itemIndex) as EarlierNodes;
  const planNode = readIfRun(() => ({
    items: nodes.$(nodeName).all(),
    params: nodes.$(nodeName).params,
  }));
  if (planNode?.params.resource !== 'project' || planNode.params.operation !== 'plan') {
    throw new InvalidInputError(
      `No Plan node with the name "${cleanedName}" has run`,
      'In "Plan Node", enter the name of the node that planned the deploy. To deploy the files of the input, change "Source". Nothing was sent.',
    );
  }
  const source = createPlanSource(call.execution, cleanedName, planNode.params);
  const parameters = new NodeParameters(source, planFields).forItem(itemIndex);
  parameters.check();
  const field = parameters.text('binaryPropertyName');
  const plans = new Map<string, PlanOfNode>();
  const addPlan = ({ json, binary }: INodeExecutionData) => {
    const { fingerprint, projectId } = json;
    // Only the summary of a plan has the file.
    const file = binary && ownValue(binary, field);
    if (typeof fingerprint !== 'string' || !file) return;
    const target = typeof projectId === 'string' ? { projectId } : { name: String(json.name) };
    plans.set(fingerprint, { fingerprint, target, file, parameters });
    projectNames.set(fingerprint, cleanName(json.name));
  };
  // In a loop, the Plan node has run once for each pass. A run that failed has no items.
  const lastRunIndex =
    readIfRun(() => (Reflect.get(nodes.$node, nodeName) as { runIndex: number }).runIndex) ?? 0;
  for (let runIndex = 0; runIndex < lastRunIndex; runIndex++) {
    readIfRun(() => nodes.$(nodeName).all(undefined, runIndex))?.forEach(addPlan);
  }
  planNode.items.forEach(addPlan);
  const linkedItem = readIfRun(() => nodes.$(nodeName).item);
  // Even if a node in between does not link its items, a single plan is certainly the right one.
  const plan = linkedItem
    ? plans.get(String(linkedItem.json.fingerprint))
    : plans.size === 1 && [...plans.values()][0];
  if (plan) return plan;
  throw plans.size > 0 && !linkedItem
    ? new InvalidInputError(
        `"${cleanedName}" returned ${plans.size} plans, but the item is not linked to any of them`,
        'Use a node in between that keeps the link between its input and output items. Nothing was sent.',
      )
    : new InvalidInputError(
        `"${cleanedName}" returned no plan that can be deployed for this item`,
        'Check the output of that node: the plan may have failed. If its option "Drift Only" is on, turn it off. Nothing was sent.',
      );
}

/** Matches expressions that read the input item. This node cannot evaluate them, because the Plan node had other input items. */
const READS_INPUT =
  /\$(?:json|binary|input|itemIndex|item|items|parameter|rawParameter|prevNode|data|position)\b/;

/** Creates a source that evaluates the expressions of the Plan node in this node. */
function createPlanSource(
  execution: IExecuteFunctions,
  nodeName: string,
  params: Record<string, unknown>,
): ParameterSource {
  const readAt = (path: string) => valueAt(params, path) ?? UNSET;
  const evaluate = (value: unknown, path: string, itemIndex: number): unknown => {
    if (Array.isArray(value)) return value.map((entry) => evaluate(entry, path, itemIndex));
    if (isObject(value)) {
      const entries = Object.entries(value);
      return Object.fromEntries(
        entries.map(([key, entry]) => [key, evaluate(entry, path, itemIndex)]),
      );
    }
    if (typeof value !== 'string' || !value.startsWith('=')) return value;
    if (!READS_INPUT.test(value)) return execution.evaluateExpression(value.slice(1), itemIndex);
    throw new InvalidInputError(
      `"${path}" of "${nodeName}" is an expression that reads the input of that node`,
      'In that node, write $("Name of the node").item.json instead of $json, or set "Source" of this node to "ZIP File". Nothing was sent.',
    );
  };
  return {
    readSaved: readAt,
    evaluate: (path, itemIndex) => evaluate(readAt(path), path, itemIndex),
  };
}

interface EarlierNodes {
  /** Contains the `runIndex` of each node, by the node's name. */
  $node: object;
  $(name: string): {
    item: INodeExecutionData;
    all(branch?: number, runIndex?: number): INodeExecutionData[];
    /** The parameters. Their expressions are not evaluated. */
    params: Record<string, unknown>;
  };
}

/** Returns undefined if n8n throws an error, because the node has not run or the item is not linked. */
function readIfRun<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
