import { excerpt } from '../../text/text';
import type { ConditionNode, JobNode, PipelineGraph } from './graphShape';
import { topologicalOrder } from './topologicalOrder';

/** Nodes of a loop that are named. */
const MAX_SHOWN = 20;

type Node = JobNode | ConditionNode;

/** The nodes that may follow a node, whatever happens. */
function nodesAfter(node: Node | undefined): string[] {
  if (!node) return [];
  return 'nextNodes' in node
    ? node.nextNodes
    : [...node.nextNodesSuccess, ...node.nextNodesFailure];
}

/** What is wrong with a graph whose jobs are known; undefined where it can run. */
export function graphProblem({ jobNodes, conditionNodes }: PipelineGraph): string | undefined {
  if (jobNodes.length === 0) return 'it has no job';
  const nodes = new Map<string, Node>();
  for (const node of [...jobNodes, ...conditionNodes]) {
    if (nodes.has(node.id)) return `two nodes have the ID "${shown(node.id)}"`;
    nodes.set(node.id, node);
  }
  for (const node of nodes.values()) {
    const unknown = nodesAfter(node).find((id) => !nodes.has(id));
    if (unknown !== undefined)
      return `the node "${shown(node.id)}" leads to "${shown(unknown)}", which does not exist`;
  }
  const reached = new Set([...nodes.values()].flatMap(nodesAfter));
  const first = conditionNodes.find(({ id }) => !reached.has(id));
  if (first) return `no node leads to the condition "${shown(first.id)}"`;
  const cycle = findCycleIn(nodes);
  return cycle && `it contains a loop: ${shownLoop(cycle)}`;
}

/** The nodes of a circle, the first one again at the end. */
function findCycleIn(nodes: ReadonlyMap<string, Node>): string[] | undefined {
  const left = new Set(nodes.keys());
  const after = (id: string) => nodesAfter(nodes.get(id));
  for (const id of topologicalOrder(nodes.keys(), after)) left.delete(id);
  return left.size === 0 ? undefined : findCycle(left, nodes);
}

/** Each of these nodes has one of them before it: going back leads into a circle. */
function findCycle(left: ReadonlySet<string>, nodes: ReadonlyMap<string, Node>): string[] {
  const before = new Map<string, string>();
  for (const id of left) {
    for (const next of nodesAfter(nodes.get(id))) if (left.has(next)) before.set(next, id);
  }
  const way: string[] = [];
  const met = new Set<string>();
  let [id = ''] = left;
  while (!met.has(id)) {
    met.add(id);
    way.push(id);
    id = before.get(id) ?? id;
  }
  return [...way.slice(way.indexOf(id)), id].reverse();
}

function shownLoop(ids: readonly string[]): string {
  if (ids.length <= MAX_SHOWN) return ids.map(shown).join(' → ');
  return `${ids.slice(0, MAX_SHOWN).map(shown).join(' → ')} → …`;
}

function shown(id: string): string {
  return excerpt(id, [], 100);
}
