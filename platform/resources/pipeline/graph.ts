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
  /** In the platform's editor. */
  position?: NodePosition;
  nextNodes: string[];
}

/** A status of the nodes before, for example `AllSuccess`, or an expression over the variables of the run. */
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

/** Leaves out nodes in a loop or after one. */
function topologicalOrder(
  nodes: Iterable<string>,
  after: (node: string) => readonly string[],
): string[] {
  const waysTo = new Map([...nodes].map((node) => [node, 0]));
  for (const node of waysTo.keys()) {
    for (const next of after(node)) waysTo.set(next, (waysTo.get(next) ?? 0) + 1);
  }
  const order = [...waysTo.keys()].filter((node) => waysTo.get(node) === 0);
  // `order` grows during this loop.
  for (const node of order) {
    for (const next of after(node)) {
      const left = (waysTo.get(next) ?? 1) - 1;
      waysTo.set(next, left);
      if (left === 0) order.push(next);
    }
  }
  return order;
}

type Node = JobNode | ConditionNode;

function nodesAfter(node: Node | undefined): string[] {
  if (!node) return [];
  return 'nextNodes' in node
    ? node.nextNodes
    : [...node.nextNodesSuccess, ...node.nextNodesFailure];
}

/** Returns undefined if the graph can run. Its jobs must be known. */
export function findGraphProblem({ jobNodes, conditionNodes }: PipelineGraph): string | undefined {
  if (jobNodes.length === 0) return 'it has no job';
  const nodes = new Map<string, Node>();
  for (const node of [...jobNodes, ...conditionNodes]) {
    if (nodes.has(node.id)) return `two nodes have the ID "${cleanName(node.id)}"`;
    nodes.set(node.id, node);
  }
  for (const node of nodes.values()) {
    const unknown = nodesAfter(node).find((id) => !nodes.has(id));
    if (unknown !== undefined)
      return `the node "${cleanName(node.id)}" leads to "${cleanName(unknown)}", which does not exist`;
  }
  const reached = new Set([...nodes.values()].flatMap(nodesAfter));
  const first = conditionNodes.find(({ id }) => !reached.has(id));
  if (first) return `no node leads to the condition "${cleanName(first.id)}"`;
  const loop = findLoop(nodes);
  return loop && `it contains a loop: ${excerpt(loop.join(' → '), [], 1_000)}`;
}

/** Returns the nodes of a loop. The last one is the first one again. */
function findLoop(nodes: ReadonlyMap<string, Node>): string[] | undefined {
  const left = new Set(nodes.keys());
  const after = (id: string) => nodesAfter(nodes.get(id));
  for (const id of topologicalOrder(nodes.keys(), after)) left.delete(id);
  if (left.size === 0) return undefined;
  // Each node that is left has one of them before it, so going back leads into a loop.
  const before = new Map([...left].flatMap((id) => after(id).map((next) => [next, id] as const)));
  const way = new Set<string>();
  let [id = ''] = left;
  for (; !way.has(id); id = before.get(id) ?? id) way.add(id);
  const passed = [...way];
  return [...passed.slice(passed.indexOf(id)), id].reverse();
}

/** Ignores the IDs of nodes. The graphs must not have loops. */
export function isSameGraph(one: PipelineGraph, other: PipelineGraph): boolean {
  const fingerprint = (graph: PipelineGraph) => [...nodeFingerprints(graph).values()].sort().join();
  return fingerprint(one) === fingerprint(other);
}

/** Describes each node without its ID: by its own work and by everything before and after it. */
export function nodeFingerprints(graph: PipelineGraph): Map<string, string> {
  const nodes = [...graph.jobNodes, ...graph.conditionNodes];
  const edges = nodes.flatMap(edgesFrom);
  const after = buildDescriber(nodes, edges, ({ from, to }) => [from, to]);
  const before = buildDescriber(nodes, edges, ({ from, to }) => [to, from]);
  return new Map(nodes.map(({ id }) => [id, `${after(id)} ${before(id)}`]));
}

interface Edge {
  from: string;
  to: string;
  kind: 'next' | 'success' | 'failure';
}

function edgesFrom(node: Node): Edge[] {
  const to = (ids: string[], kind: Edge['kind']) =>
    ids.map((id) => ({ from: node.id, to: id, kind }));
  return 'jobId' in node
    ? to(node.nextNodes, 'next')
    : [...to(node.nextNodesSuccess, 'success'), ...to(node.nextNodesFailure, 'failure')];
}

/** Returns a function that describes a node and all nodes in one direction from it. */
function buildDescriber(
  nodes: readonly Node[],
  ways: readonly Edge[],
  direction: (way: Edge) => [here: string, there: string],
): (id: string) => string {
  const beyond = new Map<string, Array<{ id: string; kind: string }>>();
  for (const way of ways) {
    const [here, there] = direction(way);
    const known = beyond.get(here) ?? [];
    beyond.set(here, known);
    known.push({ id: there, kind: way.kind });
  }
  const described = new Map(nodes.map((node) => [node.id, describeWork(node)]));
  const description = (id: string) => described.get(id) ?? '';
  const after = (id: string) => beyond.get(id)?.map((way) => way.id) ?? [];
  // The farthest nodes come first.
  for (const id of topologicalOrder(described.keys(), after).reverse()) {
    const around = beyond.get(id)?.map((way) => `${way.kind} ${description(way.id)}`) ?? [];
    described.set(id, shortHash([description(id), ...around.sort()]));
  }
  return description;
}

function describeWork(node: Node): string {
  if ('jobId' in node) return JSON.stringify(node.jobId.toLowerCase());
  return JSON.stringify(toComparableCondition(node.condition));
}

function shortHash(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}
