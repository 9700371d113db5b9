import { fingerprintNodes, type PipelineGraph } from '../../resources/pipeline/graph';
import { toObject, isObject } from '../../common/text/values';
import { assignUniqueNames } from '../files/names';
import { compareTexts } from '../files/stableJson';

export const GRAPH = 'version.graph';

const DEFAULT_CONDITION = 'AllSuccess';

/** Whether the platform returned the graph of a version, or the list of jobs that older platforms have instead. */
export function hasGraph({ graph, jobs }: Record<string, unknown>): boolean {
  return isObject(graph) || Array.isArray(jobs);
}

/** The position of a node in the platform's editor. */
export interface Position {
  x: number;
  y: number;
}

/** The platform's name of a preset condition, or an expression. */
export type Condition = string | { expression: string };

interface GraphNode {
  /** The name of the node, which is unique in the pipeline. */
  node: string;
  position?: Position;
}

interface JobNode extends GraphNode {
  job: string;
  next?: string[];
}

export interface ConditionNode extends GraphNode {
  /** Default: `AllSuccess`. */
  condition?: Condition;
  success?: string[];
  failure?: string[];
}

/** Edges (`next`, `success` and `failure`) are lists of names of nodes. `job` is the key of a job. */
export interface Graph {
  jobs: JobNode[];
  conditions?: ConditionNode[];
}

/**
 * Renames and sorts the nodes of a graph by their content, so that graphs that differ only in names or order become equal. Leaves
 * out edges to nodes that do not exist.
 */
export function toCanonicalGraph(graph: Graph): Graph {
  const nodes = completeGraph(graph);
  const fingerprints = fingerprintNodes(toPipelineGraph(nodes, String, String));
  const toBaseName = (node: GraphNode) => ('job' in node ? String(node.job) : 'condition');
  const all = [...nodes.jobs, ...nodes.conditions];
  const sortKeys = new Map(
    all.map((graphNode) => {
      const { node, position } = graphNode;
      const coordinates = position ? `${position.x} ${position.y}` : '';
      return [node, [toBaseName(graphNode), fingerprints.get(node), coordinates].join(' ')];
    }),
  );
  const toSortKey = ({ node }: GraphNode) => sortKeys.get(node) ?? '';
  const sortNodes = <Node extends GraphNode>(list: readonly Node[]) =>
    [...list].sort((one, other) => compareTexts(toSortKey(one), toSortKey(other)));
  const unique = assignUniqueNames(all, toBaseName, toSortKey);
  const names = new Map([...unique].map(([{ node }, name]) => [node, name]));
  const rename = (node: string) => names.get(node) ?? '';
  const renameAll = (list: readonly string[] = []) =>
    [...new Set(list.map(rename))].sort(compareTexts);
  const jobs = sortNodes(nodes.jobs).map(({ node, job, position, next }) => ({
    node: rename(node),
    ...(position && { position }),
    job,
    next: renameAll(next),
  }));
  const conditions = sortNodes(nodes.conditions).map(
    ({ node, condition, position, success, failure }) => ({
      node: rename(node),
      ...(position && { position }),
      condition,
      success: renameAll(success),
      failure: renameAll(failure),
    }),
  );
  return { jobs, ...(conditions.length > 0 && { conditions }) };
}

/** Adds default conditions, and removes edges to nodes that do not exist. */
function completeGraph({ jobs, conditions = [] }: Graph): Required<Graph> {
  const existing = new Set([...jobs, ...conditions].map(({ node }) => node));
  const selectExisting = (list: readonly string[] = []) =>
    list.filter((node) => existing.has(node));
  return {
    jobs: jobs.map((node) => ({ ...node, next: selectExisting(node.next) })),
    conditions: conditions.map((node) => ({
      ...node,
      condition: node.condition ?? DEFAULT_CONDITION,
      success: selectExisting(node.success),
      failure: selectExisting(node.failure),
    })),
  };
}

/** Returns a graph in the platform's format, with IDs in place of names of nodes and keys of jobs. */
export function toPipelineGraph(
  { jobs, conditions = [] }: Graph,
  toNodeId: (node: string) => string,
  toJobId: (key: string) => string,
): PipelineGraph {
  return {
    jobNodes: jobs.map(({ node, job, position, next = [] }) => ({
      id: toNodeId(node),
      jobId: toJobId(job),
      ...(position && { position }),
      nextNodes: next.map(toNodeId),
    })),
    conditionNodes: conditions.map(({ node, condition, position, success = [], failure = [] }) => ({
      id: toNodeId(node),
      // Some platforms have only the default condition, and no field for it.
      ...(condition !== undefined &&
        condition !== DEFAULT_CONDITION && {
          condition: typeof condition === 'string' ? { status: condition } : condition,
        }),
      ...(position && { position }),
      nextNodesSuccess: success.map(toNodeId),
      nextNodesFailure: failure.map(toNodeId),
    })),
  };
}

/** Returns the graph with changed positions, or without positions if `change` is undefined. */
export function mapPositions(
  { jobs, conditions = [] }: Graph,
  change?: (coordinate: number) => number,
): Graph {
  const mapNode = <Node extends GraphNode>({ position, ...node }: Node) => ({
    ...(node as Node),
    position: position && change && { x: change(position.x), y: change(position.y) },
  });
  return { jobs: jobs.map(mapNode), conditions: conditions.map(mapNode) };
}

export function hasPositions({ jobs, conditions = [] }: Graph): boolean {
  return [...jobs, ...conditions].some(({ position }) => position !== undefined);
}

export function fillMissingLists(graph: unknown): Required<Graph> {
  const { jobs = [], conditions = [] } = toObject(graph) as Partial<Graph>;
  return { jobs, conditions };
}

/** Builds a graph that runs jobs one after the other, as pipelines of older platforms do. */
export function buildSequentialGraph(jobs: readonly string[]): Graph {
  // The edge of the last job leads to no node, so it is left out.
  return toCanonicalGraph({
    jobs: jobs.map((job, index) => ({ node: String(index), job, next: [String(index + 1)] })),
  });
}
