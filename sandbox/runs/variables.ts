import { nodesAfter, type PipelineGraph } from './graph';

/** A variable that a run read or set. */
export interface ExecutionVariable {
  key: string;
  value: string | null;
  isPassword: boolean;
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
