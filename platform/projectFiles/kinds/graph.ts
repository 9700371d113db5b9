import { nodeFingerprints, type PipelineGraph } from '../../resources/pipeline/graph';
import { fieldsOf, isObject } from '../../common/text/values';
import { assignUniqueNames } from '../files/names';
import { compareTexts } from '../files/stableJson';

export const GRAPH = 'version.graph';

/** Whether the platform returns what a version runs: a graph, or a row of jobs. */
export function hasGraph({ graph, jobs }: Record<string, unknown>): boolean {
  return isObject(graph) || Array.isArray(jobs);
}

/** The place of a node in the editor. */
export interface Position {
  x: number;
  y: number;
}

/** The platform's word for a preset, or an expression. */
export type Condition = string | { expression: string };

interface GraphNode {
  /** A name that only this pipeline uses. */
  node: string;
  position?: Position;
}

interface JobNode extends GraphNode {
  job: string;
  next?: string[];
}

export interface ConditionNode extends GraphNode {
  /** `AllSuccess` if it is left out. */
  condition?: Condition;
  success?: string[];
  failure?: string[];
}

export interface Graph {
  jobs: JobNode[];
  conditions?: ConditionNode[];
}

/**
 * Names and orders the nodes of a graph by its content, so that graphs become equal that differ only in the names or the order of
 * their nodes. Leaves out edges to nodes that do not exist.
 */
export function toCanonicalGraph(graph: Graph): Graph {
  const nodes = completeGraph(graph);
  const fingerprints = nodeFingerprints(toPipelineGraph(nodes, String, String));
  const firstName = (source: GraphNode) => ('job' in source ? String(source.job) : 'condition');
  const all = [...nodes.jobs, ...nodes.conditions];
  const sortKeys = new Map(
    all.map((source) => {
      const { node, position } = source;
      const place = position ? `${position.x} ${position.y}` : '';
      return [node, [firstName(source), fingerprints.get(node), place].join(' ')];
    }),
  );
  const sortKey = ({ node }: GraphNode) => sortKeys.get(node) ?? '';
  const inOrder = <Node extends GraphNode>(list: readonly Node[]) =>
    [...list].sort((one, other) => compareTexts(sortKey(one), sortKey(other)));
  const unique = assignUniqueNames(all, firstName, sortKey);
  const names = new Map([...unique].map(([{ node }, name]) => [node, name]));
  const rename = (node: string) => names.get(node) ?? '';
  const renameAll = (list: readonly string[] = []) =>
    [...new Set(list.map(rename))].sort(compareTexts);
  const jobs = inOrder(nodes.jobs).map(({ node, job, position, next }) => ({
    node: rename(node),
    ...(position && { position }),
    job,
    next: renameAll(next),
  }));
  const conditions = inOrder(nodes.conditions).map(
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

function completeGraph({ jobs, conditions = [] }: Graph): Required<Graph> {
  const known = new Set([...jobs, ...conditions].map(({ node }) => node));
  const knownIn = (list: readonly string[] = []) => list.filter((node) => known.has(node));
  return {
    jobs: jobs.map((node) => ({ ...node, next: knownIn(node.next) })),
    conditions: conditions.map((node) => ({
      ...node,
      condition: node.condition ?? DEFAULT_CONDITION,
      success: knownIn(node.success),
      failure: knownIn(node.failure),
    })),
  };
}

/** Returns a graph in the platform's format, with IDs in place of names of nodes and keys of jobs. */
export function toPipelineGraph(
  { jobs, conditions = [] }: Graph,
  idOf: (node: string) => string,
  jobIdOf: (key: string) => string,
): PipelineGraph {
  return {
    jobNodes: jobs.map(({ node, job, position, next = [] }) => ({
      id: idOf(node),
      jobId: jobIdOf(job),
      ...(position && { position }),
      nextNodes: next.map(idOf),
    })),
    conditionNodes: conditions.map(({ node, condition, position, success = [], failure = [] }) => ({
      id: idOf(node),
      // Some platforms have only the default condition, and no field for it.
      ...(condition !== undefined &&
        condition !== DEFAULT_CONDITION && {
          condition: typeof condition === 'string' ? { status: condition } : condition,
        }),
      ...(position && { position }),
      nextNodesSuccess: success.map(idOf),
      nextNodesFailure: failure.map(idOf),
    })),
  };
}

/** Returns the graph with changed positions, or without any if there is no `change`. */
export function mapPositions(
  { jobs, conditions = [] }: Graph,
  change?: (place: number) => number,
): Graph {
  const placed = <Node extends GraphNode>({ position, ...node }: Node) => ({
    ...(node as Node),
    position: position && change && { x: change(position.x), y: change(position.y) },
  });
  return { jobs: jobs.map(placed), conditions: conditions.map(placed) };
}

export function hasPositions({ jobs, conditions = [] }: Graph): boolean {
  return [...jobs, ...conditions].some(({ position }) => position !== undefined);
}

export function fillMissingLists(graph: unknown): Required<Graph> {
  const { jobs = [], conditions = [] } = fieldsOf(graph) as Partial<Graph>;
  return { jobs, conditions };
}

/** Returns the graph of a pipeline of an older platform, which runs its jobs one after the other. */
export function buildSequentialGraph(jobs: readonly string[]): Graph {
  return toCanonicalGraph({
    jobs: jobs.map((job, index) => ({
      node: String(index),
      job,
      next: index + 1 < jobs.length ? [String(index + 1)] : [],
    })),
  });
}

const DEFAULT_CONDITION = 'AllSuccess';
