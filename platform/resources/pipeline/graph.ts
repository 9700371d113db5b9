import { cleanName, excerpt } from '../../common/text/text';
import { createHash } from 'node:crypto';
import { toComparableCondition } from '../comparing';

interface NodePosition {
  x: number;
  y: number;
}

interface JobNode {
  /** Unique in the graph. */
  id: string;
  jobId: string;
  /** The position in the platform's editor. */
  position?: NodePosition;
  nextNodes: string[];
}

/** A status of the preceding nodes, for example `AllSuccess`, or an expression with variables of the run. */
export type Condition = { status: string } | { expression: string };

interface ConditionNode {
  id: string;
  position?: NodePosition;
  /** Undefined means the platform's default. */
  condition?: Condition;
  nextNodesSuccess: string[];
  nextNodesFailure: string[];
}

export interface PipelineGraph {
  jobNodes: JobNode[];
  conditionNodes: ConditionNode[];
}

/** Sorts nodes so that each comes after all preceding nodes. Leaves out nodes in a loop or after a loop. */
function sortTopologically(
  nodes: Iterable<string>,
  listNext: (node: string) => readonly string[],
): string[] {
  const incomingCounts = new Map([...nodes].map((node) => [node, 0]));
  for (const node of incomingCounts.keys()) {
    for (const next of listNext(node))
      incomingCounts.set(next, (incomingCounts.get(next) ?? 0) + 1);
  }
  const order = [...incomingCounts.keys()].filter((node) => incomingCounts.get(node) === 0);
  // `order` grows during this loop.
  for (const node of order) {
    for (const next of listNext(node)) {
      const remaining = (incomingCounts.get(next) ?? 1) - 1;
      incomingCounts.set(next, remaining);
      if (remaining === 0) order.push(next);
    }
  }
  return order;
}

type Node = JobNode | ConditionNode;

function listNextIds(node: Node | undefined): string[] {
  if (!node) return [];
  return 'nextNodes' in node
    ? node.nextNodes
    : [...node.nextNodesSuccess, ...node.nextNodesFailure];
}

/** Returns undefined if the graph can run. Does not check whether its jobs exist. */
export function findGraphProblem({ jobNodes, conditionNodes }: PipelineGraph): string | undefined {
  if (jobNodes.length === 0) return 'it has no job';
  const nodes = new Map<string, Node>();
  for (const node of [...jobNodes, ...conditionNodes]) {
    if (nodes.has(node.id)) return `two nodes have the ID "${cleanName(node.id)}"`;
    nodes.set(node.id, node);
  }
  for (const node of nodes.values()) {
    const missingId = listNextIds(node).find((id) => !nodes.has(id));
    if (missingId !== undefined)
      return `the node "${cleanName(node.id)}" leads to "${cleanName(missingId)}", which does not exist`;
  }
  const reachedIds = new Set([...nodes.values()].flatMap(listNextIds));
  const unreached = conditionNodes.find(({ id }) => !reachedIds.has(id));
  if (unreached) return `no node leads to the condition "${cleanName(unreached.id)}"`;
  const loop = findLoop(nodes);
  return loop && `it contains a loop: ${excerpt(loop.join(' → '), [], 1_000)}`;
}

/** Returns the IDs of the nodes of a loop, the first one again at the end; undefined if there is no loop. */
function findLoop(nodes: ReadonlyMap<string, Node>): string[] | undefined {
  const remaining = new Set(nodes.keys());
  const listNext = (id: string) => listNextIds(nodes.get(id));
  for (const id of sortTopologically(nodes.keys(), listNext)) remaining.delete(id);
  if (remaining.size === 0) return undefined;
  // Another remaining node precedes each of them, so going from node to preceding node ends in a loop.
  const previous = new Map(
    [...remaining].flatMap((id) => listNext(id).map((next) => [next, id] as const)),
  );
  const visited = new Set<string>();
  let [id = ''] = remaining;
  for (; !visited.has(id); id = previous.get(id) ?? id) visited.add(id);
  const path = [...visited];
  return [...path.slice(path.indexOf(id)), id].reverse();
}

/** Compares graphs, but not the IDs and positions of their nodes. The graphs must not have loops. */
export function isSameGraph(first: PipelineGraph, second: PipelineGraph): boolean {
  const fingerprint = (graph: PipelineGraph) => [...fingerprintNodes(graph).values()].sort().join();
  return fingerprint(first) === fingerprint(second);
}

/** Returns for each node a text that depends on its job or condition, and on all nodes before and after it, but not on node IDs. */
export function fingerprintNodes(graph: PipelineGraph): Map<string, string> {
  const nodes = [...graph.jobNodes, ...graph.conditionNodes];
  const edges = nodes.flatMap(listEdges);
  const describeOnward = buildDescriber(nodes, edges, ({ from, to }) => [from, to]);
  const describeBackward = buildDescriber(nodes, edges, ({ from, to }) => [to, from]);
  return new Map(nodes.map(({ id }) => [id, `${describeOnward(id)} ${describeBackward(id)}`]));
}

interface Edge {
  from: string;
  to: string;
  kind: 'next' | 'success' | 'failure';
}

function listEdges(node: Node): Edge[] {
  const buildEdges = (ids: string[], kind: Edge['kind']) =>
    ids.map((id) => ({ from: node.id, to: id, kind }));
  return 'jobId' in node
    ? buildEdges(node.nextNodes, 'next')
    : [
        ...buildEdges(node.nextNodesSuccess, 'success'),
        ...buildEdges(node.nextNodesFailure, 'failure'),
      ];
}

/** Builds a function that describes a node and all nodes that follow it in one direction. */
function buildDescriber(
  nodes: readonly Node[],
  edges: readonly Edge[],
  orient: (edge: Edge) => [id: string, neighborId: string],
): (id: string) => string {
  const neighborsById = new Map<string, Array<{ id: string; kind: string }>>();
  for (const edge of edges) {
    const [id, neighborId] = orient(edge);
    const neighbors = neighborsById.get(id) ?? [];
    neighborsById.set(id, neighbors);
    neighbors.push({ id: neighborId, kind: edge.kind });
  }
  const descriptions = new Map(nodes.map((node) => [node.id, describeJobOrCondition(node)]));
  const getDescription = (id: string) => descriptions.get(id) ?? '';
  const listNeighbors = (id: string) => neighborsById.get(id)?.map((neighbor) => neighbor.id) ?? [];
  // The farthest nodes come first, because the description of a node contains those of its neighbors.
  for (const id of sortTopologically(descriptions.keys(), listNeighbors).reverse()) {
    const neighbors = neighborsById.get(id) ?? [];
    const texts = neighbors.map((neighbor) => `${neighbor.kind} ${getDescription(neighbor.id)}`);
    descriptions.set(id, hash([getDescription(id), ...texts.sort()]));
  }
  return getDescription;
}

function describeJobOrCondition(node: Node): string {
  if ('jobId' in node) return JSON.stringify(node.jobId.toLowerCase());
  return JSON.stringify(toComparableCondition(node.condition));
}

function hash(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}
