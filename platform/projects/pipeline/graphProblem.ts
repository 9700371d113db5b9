import { excerpt } from '../../text/text';
import type { ConditionNode, JobNode, PipelineGraph } from './graphShape';

type Node = JobNode | ConditionNode;

/** The nodes that may follow a node, whatever happens. */
function nodesAfter(node: Node): string[] {
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
  const cycle = findCycleIn(nodes);
  return cycle && `it contains a loop: ${cycle.map(shown).join(' → ')}`;
}

/** The nodes of a circle, the first one again at the end. Takes away nodes that nothing leads to until none is left. */
function findCycleIn(nodes: ReadonlyMap<string, Node>): string[] | undefined {
  const waysTo = new Map([...nodes.keys()].map((id) => [id, 0]));
  for (const node of nodes.values()) {
    for (const next of nodesAfter(node)) waysTo.set(next, (waysTo.get(next) ?? 0) + 1);
  }
  const free = [...nodes.values()].filter(({ id }) => waysTo.get(id) === 0);
  for (let node = free.pop(); node; node = free.pop()) {
    waysTo.delete(node.id);
    for (const next of nodesAfter(node)) {
      const left = (waysTo.get(next) ?? 1) - 1;
      waysTo.set(next, left);
      const freed = left === 0 ? nodes.get(next) : undefined;
      if (freed) free.push(freed);
    }
  }
  const [first] = waysTo.keys();
  return first === undefined ? undefined : findCycle(new Set(waysTo.keys()), nodes);
}

/** Each of these nodes has one of them before it: going back leads into a circle. */
function findCycle(left: ReadonlySet<string>, nodes: ReadonlyMap<string, Node>): string[] {
  const before = new Map<string, string>();
  for (const id of left) {
    const node = nodes.get(id);
    for (const next of node ? nodesAfter(node) : []) if (left.has(next)) before.set(next, id);
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

function shown(id: string): string {
  return excerpt(id, [], 100);
}
