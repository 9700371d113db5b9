/** Condition on the outcomes of the nodes before it. It is evaluated when all of them have ended. */
type OutcomeCondition = 'AllSuccess' | 'AllSuccessOrSkipped' | 'AtLeastOneSuccess';

export type Condition = OutcomeCondition | { expression: string };

interface PipelineNode {
  id: string;
  position: { x: number; y: number } | null;
}

export interface JobNode extends PipelineNode {
  jobId: string;
  nextNodes: string[];
}

export interface ConditionNode extends PipelineNode {
  condition: Condition;
  nextNodesSuccess: string[];
  nextNodesFailure: string[];
}

export interface PipelineGraph {
  jobNodes: JobNode[];
  conditionNodes: ConditionNode[];
}

export function listNextNodes(node: JobNode | ConditionNode): string[] {
  return 'nextNodes' in node
    ? node.nextNodes
    : [...node.nextNodesSuccess, ...node.nextNodesFailure];
}

/** Returns the reason why a graph cannot run; undefined if it can. */
export function findGraphProblem({ jobNodes, conditionNodes }: PipelineGraph): string | undefined {
  if (jobNodes.length === 0) return 'A pipeline needs at least one job';
  const nodes = new Map<string, JobNode | ConditionNode>();
  for (const node of [...jobNodes, ...conditionNodes]) {
    if (nodes.has(node.id)) return `Two nodes have the id ${node.id}`;
    nodes.set(node.id, node);
  }
  for (const node of nodes.values()) {
    const missing = listNextNodes(node).find((id) => !nodes.has(id));
    if (missing !== undefined) return `Node ${node.id} leads to ${missing}, which does not exist`;
  }
  const reached = new Set([...nodes.values()].flatMap(listNextNodes));
  const unreached = conditionNodes.find(({ id }) => !reached.has(id));
  if (unreached) return `No node leads to the condition ${unreached.id}`;
  const checked = new Set<string>();
  const leadsIntoCycle = (node: JobNode | ConditionNode, path: string[]): boolean => {
    if (path.includes(node.id)) return true;
    if (checked.has(node.id)) return false;
    checked.add(node.id);
    return listNextNodes(node).some((id) => {
      const next = nodes.get(id);
      return next !== undefined && leadsIntoCycle(next, [...path, node.id]);
    });
  };
  const start = [...nodes.values()].find((node) => leadsIntoCycle(node, []));
  return start && `Node ${start.id} leads into a cycle`;
}

/** Returns the IDs of the job nodes before a node. The value is true if only conditions are between the two nodes. */
export function findJobNodesBefore(
  { jobNodes, conditionNodes }: PipelineGraph,
  nodeId: string,
): Map<string, boolean> {
  const directness = new Map<string, boolean>();
  const visit = (target: string, isDirect: boolean) => {
    for (const node of [...jobNodes, ...conditionNodes]) {
      const earlier = directness.get(node.id);
      if (!listNextNodes(node).includes(target) || earlier === true || earlier === isDirect)
        continue;
      directness.set(node.id, isDirect);
      visit(node.id, isDirect && !('jobId' in node));
    }
  };
  visit(nodeId, true);
  const isJob = ([id]: [string, boolean]) => jobNodes.some((node) => node.id === id);
  return new Map([...directness].filter(isJob));
}
