/** When a condition node takes its way of success; looked at once every node before it has ended. */
type UsualCondition = 'AllSuccess' | 'AllSuccessOrSkipped' | 'AtLeastOneSuccess';

/** One of those, or an expression over the variables of the run. */
export type Condition = UsualCondition | { expression: string };

interface PipelineNode {
  id: string;
  /** Where the editor draws it. */
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

/** The jobs of a pipeline and what follows what. */
export interface PipelineGraph {
  jobNodes: JobNode[];
  conditionNodes: ConditionNode[];
}

/** The nodes that may follow a node, whatever happens. */
function nodesAfter(node: JobNode | ConditionNode): string[] {
  return 'nextNodes' in node
    ? node.nextNodes
    : [...node.nextNodesSuccess, ...node.nextNodesFailure];
}

/** Returns what is wrong with a graph; undefined if it can run. */
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
  const leadsBack = (id: string, way: string[]): boolean => {
    if (way.includes(id)) return true;
    if (done.has(id)) return false;
    const node = nodes.get(id);
    const found =
      node !== undefined && nodesAfter(node).some((next) => leadsBack(next, [...way, id]));
    done.add(id);
    return found;
  };
  const circle = [...nodes.keys()].find((id) => leadsBack(id, []));
  return circle === undefined ? undefined : `Node ${circle} leads into a circle`;
}

/** The jobs that come before a node of a graph, by node; true where nothing but conditions stands between. */
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
