/** Evaluated once every node before it has ended. */
type UsualCondition = 'AllSuccess' | 'AllSuccessOrSkipped' | 'AtLeastOneSuccess';

export type Condition = UsualCondition | { expression: string };

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

export function nodesAfter(node: JobNode | ConditionNode): string[] {
  return 'nextNodes' in node
    ? node.nextNodes
    : [...node.nextNodesSuccess, ...node.nextNodesFailure];
}

/** Returns the problem of a graph; undefined if it can run. */
export function graphFault({ jobNodes, conditionNodes }: PipelineGraph): string | undefined {
  if (jobNodes.length === 0) return 'A pipeline needs at least one job';
  const nodes = new Map<string, JobNode | ConditionNode>();
  for (const node of [...jobNodes, ...conditionNodes]) {
    if (nodes.has(node.id)) return `Two nodes have the id ${node.id}`;
    nodes.set(node.id, node);
  }
  for (const node of nodes.values()) {
    const missing = nodesAfter(node).find((id) => !nodes.has(id));
    if (missing !== undefined) return `Node ${node.id} leads to ${missing}, which is not there`;
  }
  const reached = new Set([...nodes.values()].flatMap(nodesAfter));
  const lonely = conditionNodes.find(({ id }) => !reached.has(id));
  if (lonely) return `Nothing leads to the condition ${lonely.id}`;
  const done = new Set<string>();
  const leadsBack = (node: JobNode | ConditionNode, way: string[]): boolean => {
    if (way.includes(node.id)) return true;
    if (done.has(node.id)) return false;
    done.add(node.id);
    return nodesAfter(node).some((id) => {
      const next = nodes.get(id);
      return next !== undefined && leadsBack(next, [...way, node.id]);
    });
  };
  const circle = [...nodes.values()].find((node) => leadsBack(node, []));
  return circle && `Node ${circle.id} leads into a circle`;
}

/** Returns the job nodes before a node, by ID; true if only conditions are between the two. */
export function jobNodesBefore(
  { jobNodes, conditionNodes }: PipelineGraph,
  nodeId: string,
): Map<string, boolean> {
  const directness = new Map<string, boolean>();
  const visit = (target: string, isDirect: boolean) => {
    for (const node of [...jobNodes, ...conditionNodes]) {
      const known = directness.get(node.id);
      if (!nodesAfter(node).includes(target) || known === true || known === isDirect) continue;
      directness.set(node.id, isDirect);
      visit(node.id, isDirect && !('jobId' in node));
    }
  };
  visit(nodeId, true);
  const isJob = ([id]: [string, boolean]) => jobNodes.some((node) => node.id === id);
  return new Map([...directness].filter(isJob));
}
