import type { IBinaryData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import { InvalidInputError } from '../../../../platform/errors/errors';
import type { Target } from '../../../../platform/projectFiles/target/target';
import { ownValue } from '../../../../platform/text/names';
import { excerpt } from '../../../../platform/text/text';
import { isObject } from '../../../../platform/text/values';
import { perCall } from '../../../shared/items/items';
import type { ItemCall, OperationCall } from '../../../shared/operation/operation';
import {
  type ItemParameters,
  NodeParameters,
  type ParameterSource,
  UNSET,
} from '../../../shared/parameters/nodeParameters';
import { planFields } from './deployFields';

type Call = ItemCall<PlatformClient>;

/** What an earlier Plan node has planned, and how. */
interface PlanOfNode {
  fingerprint: string;
  target: Target;
  file: IBinaryData;
  /** Those of the Plan node. */
  parameters: ItemParameters;
}

/** Returns the plan that an item comes from; undefined if the files come from the item itself. */
export function planOfNode(call: Call): PlanOfNode | undefined {
  return isOfNode(call) ? plansOf(call)[call.itemIndex] : undefined;
}

/** Returns the parameters with the files and options: those of the Plan node if there is one, else the node's own. */
export function planParameters(call: Call): ItemParameters {
  return planOfNode(call)?.parameters ?? call.parameters;
}

/** Returns true for items of a plan beside the one that it is deployed for: a plan is deployed once. */
export function isFurtherItemOfPlan(call: Call): boolean {
  const { execution, itemIndex } = call;
  if (isOfNode(call)) {
    const plans = plansOf(call);
    const { fingerprint } = plans[itemIndex] as PlanOfNode;
    return plans.findIndex((plan) => plan.fingerprint === fingerprint) !== itemIndex;
  }
  const items = execution.getInputData();
  const item = items[itemIndex];
  const hasSummary = () => items.some(({ json, binary }) => json.kind === 'summary' && binary);
  return item !== undefined && isChangeOfPlan(item) && hasSummary();
}

function isChangeOfPlan({ json, binary }: INodeExecutionData): boolean {
  return !binary && typeof json.fingerprint === 'string' && json.kind !== 'summary';
}

function isOfNode({ parameters }: Call): boolean {
  return parameters.choice('source') === 'planOfNode';
}

/** The plan of each input item. */
const plansOf = perCall((call: OperationCall<PlatformClient>): PlanOfNode[] => {
  const { execution } = call;
  // In this mode, n8n returns files within the JSON of an item, where text from outside could name a stored file.
  if (execution.getWorkflowSettings?.().binaryMode === 'combined') {
    throw new InvalidInputError(
      '"Plan of an Earlier Node" does not work in workflows that keep files in the JSON of items',
      'Connect this node directly to the Plan node, and set "Source" to "ZIP File". Nothing was sent.',
    );
  }
  return execution.getInputData().map((_item, itemIndex) => findPlan(call, itemIndex));
});

function findPlan(call: OperationCall<PlatformClient>, itemIndex: number): PlanOfNode {
  const node = call.parametersOf(itemIndex).text('planNode').trim();
  const name = excerpt(node, [], 100);
  const nodes = call.execution.getWorkflowDataProxy(itemIndex) as NodesBefore;
  const ran = ifRun(() => ({ items: nodes.$(node).all(), raw: nodes.$(node).params }));
  if (ran?.raw.resource !== 'project' || ran.raw.operation !== 'plan') {
    throw new InvalidInputError(
      `No Plan node with the name "${name}" has run`,
      'Enter the name of the node that planned the deploy in "Plan Node". Nothing was sent.',
    );
  }
  const source = sourceOfPlan(call.execution, name, ran.raw);
  const parameters = new NodeParameters(source, planFields).ofItem(itemIndex);
  parameters.check();
  const field = parameters.text('binaryPropertyName');
  const plans = ran.items.flatMap(({ json, binary }) => {
    const { kind, fingerprint, projectId } = json;
    const file = binary && ownValue(binary, field);
    if (kind !== 'summary' || typeof fingerprint !== 'string' || !file) return [];
    const target = typeof projectId === 'string' ? { projectId } : { name: String(json.name) };
    return [{ fingerprint, target, file, parameters }];
  });
  // The only plan leaves no doubt, where a node in between keeps no link between its items.
  const paired = ifRun(() => nodes.$(node).item);
  const found = paired
    ? plans.filter(({ fingerprint }) => fingerprint === paired.json.fingerprint)
    : plans;
  const [plan] = found;
  if (plan && found.length === 1) return plan;
  throw plan
    ? new InvalidInputError(
        `"${name}" returned ${found.length} plans, and the item comes from none of them`,
        'Use a node in between that keeps the link between its input and output items. Nothing was sent.',
      )
    : new InvalidInputError(
        `"${name}" returned no plan that can be deployed`,
        'Turn off "Drift Only" there. Nothing was sent.',
      );
}

/** Values of the input item, which is another one here. `$('Node').item` is found by the link between items. */
const OF_INPUT = /\$(?:json|binary|input|itemIndex|item|prevNode|data|position)\b/;

/** Reads the parameters as the Plan node contains them, and evaluates their expressions here. */
function sourceOfPlan(
  execution: IExecuteFunctions,
  node: string,
  raw: Record<string, unknown>,
): ParameterSource {
  const at = (path: string) => {
    const read = (value: unknown, name: string) => ownValue(isObject(value) ? value : {}, name);
    return path.split('.').reduce(read, raw) ?? UNSET;
  };
  const evaluate = (value: unknown, path: string, itemIndex: number): unknown => {
    if (Array.isArray(value)) return value.map((entry) => evaluate(entry, path, itemIndex));
    if (isObject(value)) {
      const entries = Object.entries(value);
      return Object.fromEntries(entries.map(([key, one]) => [key, evaluate(one, path, itemIndex)]));
    }
    if (typeof value !== 'string' || !value.startsWith('=')) return value;
    if (!OF_INPUT.test(value)) return execution.evaluateExpression(value.slice(1), itemIndex);
    throw new InvalidInputError(
      `"${path}" of "${node}" is an expression that reads the input of that node`,
      'Write $("Name of the node").item.json instead of $json there, or set "Source" of this node to "ZIP File". Nothing was sent.',
    );
  };
  return { written: at, evaluated: (path, itemIndex) => evaluate(at(path), path, itemIndex) };
}

interface NodesBefore {
  $(name: string): {
    item: INodeExecutionData;
    all(): INodeExecutionData[];
    /** As the node contains them. */
    params: Record<string, unknown>;
  };
}

/** n8n throws for a node that has not run, and for an item without a pairing. */
function ifRun<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
