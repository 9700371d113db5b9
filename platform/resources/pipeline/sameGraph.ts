import { createHash } from 'node:crypto';
import { comparableCondition } from '../comparing';
import type { ConditionNode, JobNode, PipelineGraph } from './graphShape';
import { topologicalOrder } from './topologicalOrder';

/** Whether two graphs run the same jobs in the same order under the same conditions, whatever their nodes are called. */
export function isSameGraph(one: PipelineGraph, other: PipelineGraph): boolean {
  return fingerprintOfGraph(one) === fingerprintOfGraph(other);
}

/** @param graph one without a circle @returns the same for graphs that do the same */
export function fingerprintOfGraph(graph: PipelineGraph): string {
  const nodes = [...graph.jobNodes, ...graph.conditionNodes];
  const ways = nodes.flatMap(edgesFrom);
  const after = describer(nodes, ways, ({ from, to }) => [from, to]);
  const before = describer(nodes, ways, ({ from, to }) => [to, from]);
  return shortHash(nodes.map(({ id }) => `${after(id)} ${before(id)}`).sort());
}

type Node = JobNode | ConditionNode;

/** That one node may follow another one. */
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

/** Tells what a node does, together with all nodes that lie in one direction of it. */
function describer(
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
  const described = new Map(nodes.map((node) => [node.id, workOf(node)]));
  const description = (id: string) => described.get(id) ?? '';
  const after = (id: string) => beyond.get(id)?.map((way) => way.id) ?? [];
  // The furthest ones first.
  for (const id of topologicalOrder(described.keys(), after).reverse()) {
    const around = beyond.get(id)?.map((way) => `${way.kind} ${description(way.id)}`) ?? [];
    described.set(id, shortHash([description(id), ...around.sort()]));
  }
  return description;
}

function workOf(node: Node): string {
  if ('jobId' in node) return JSON.stringify(node.jobId.toLowerCase());
  return JSON.stringify(comparableCondition(node.condition));
}

function shortHash(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}
