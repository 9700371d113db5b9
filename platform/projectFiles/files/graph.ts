import { topologicalOrder, type PipelineGraph } from '../../resources/pipeline/graph';
import { uniqueNames } from './names';
import { canonicalText, compareTexts, withoutEmpty } from './stableJson';

/** Where an editor draws a node. */
export interface Position {
  x: number;
  y: number;
}

/** The condition of a node, as the platform's word for a preset or an expression. */
export type Condition = string | { expression: string };

/** A node of a pipeline, by a name that counts within the pipeline alone. */
interface GraphNode {
  node: string;
  position?: Position;
}

interface JobNode extends GraphNode {
  /** The key of the job. */
  job: string;
  next?: string[];
}

export interface ConditionNode extends GraphNode {
  /** `AllSuccess` if it is left out. */
  condition?: Condition;
  success?: string[];
  failure?: string[];
}

/** The graph of a pipeline. */
export interface Graph {
  jobs: JobNode[];
  conditions?: ConditionNode[];
}

/** Nodes and edges that are looked at in all rounds. */
const MAX_STEPS = 100_000;

interface Node {
  source: JobNode | ConditionNode;
  /** The names of the nodes after it, by the kind of edge. */
  edges: Readonly<Record<string, readonly string[]>>;
  /** Its place among nodes that differ in what they are or in what is around them. */
  rank: number;
}

/**
 * The same graph with names and an order that come from what is in it, so that two graphs which differ in the names or the
 * order of their nodes alone are the same. Edges to nodes that do not exist are left out.
 */
export function canonicalGraph(graph: Graph): Graph {
  const sources = [...graph.jobs, ...(graph.conditions ?? [])];
  const nodes = new Map(sources.map((source) => [source.node, newNode(source)]));
  rankByNeighbors(nodes);
  const depths = measureDepths(nodes);
  const depthOf = ({ source }: Node) => depths.get(source.node) ?? nodes.size;
  const inOrder = [...nodes.values()].sort(
    (one, other) => depthOf(one) - depthOf(other) || one.rank - other.rank,
  );
  const places = new Map(inOrder.map((node, place) => [node, sortable(place)]));
  // A job's node has the job's name; what comes again has a number behind it.
  const unique = uniqueNames(
    inOrder,
    ({ source }) => ('job' in source ? source.job : 'condition'),
    (node) => places.get(node) ?? '',
  );
  const names = new Map([...unique].map(([{ source }, name]) => [source.node, name]));
  const jobs: JobNode[] = [];
  const conditions: ConditionNode[] = [];
  for (const { source, edges } of inOrder) {
    const named = { node: names.get(source.node) ?? '', ...positionOf(source) };
    const renamed = Object.fromEntries(
      Object.entries(edges).map(([edge, to]) => [
        edge,
        [...new Set(to.flatMap((name) => names.get(name) ?? []))].sort(compareTexts),
      ]),
    );
    if ('job' in source) jobs.push({ ...named, job: source.job, ...renamed });
    else conditions.push({ ...named, condition: conditionOf(source), ...renamed });
  }
  return { jobs, ...(conditions.length > 0 && { conditions }) };
}

const sortable = (place: number) => String(place).padStart(6, '0');

/** The same as platforms take it, with IDs for the names of nodes and the keys of jobs. */
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
      ...(condition !== undefined && {
        condition: typeof condition === 'string' ? { status: condition } : condition,
      }),
      ...(position && { position }),
      nextNodesSuccess: success.map(idOf),
      nextNodesFailure: failure.map(idOf),
    })),
  };
}

/** The same without where its nodes are drawn. */
export function withoutPositions(graph: Graph): Graph {
  return eachNode(graph, (node) => ({ ...node, position: undefined }));
}

/** The same with each coordinate changed. */
export function withPositions(graph: Graph, changed: (place: number) => number): Graph {
  return eachNode(graph, (node) =>
    node.position
      ? { ...node, position: { x: changed(node.position.x), y: changed(node.position.y) } }
      : node,
  );
}

function eachNode(
  { jobs, conditions }: Graph,
  change: <Kind extends GraphNode>(node: Kind) => Kind,
): Graph {
  return {
    jobs: jobs.map((node) => change(node)),
    ...(conditions && { conditions: conditions.map((node) => change(node)) }),
  };
}

/** The same for a platform that has no conditions but the default one. */
export function withoutDefaultConditions({ jobs, conditions }: Graph): Graph {
  const bare = conditions?.map(({ condition, ...node }) => ({
    ...node,
    ...(condition !== DEFAULT_CONDITION && { condition }),
  }));
  return { jobs, ...(bare && { conditions: bare }) };
}

export function hasPositions({ jobs, conditions = [] }: Graph): boolean {
  return [...jobs, ...conditions].some(({ position }) => position !== undefined);
}

/** A pipeline of a platform without graphs: its jobs run one after the other. */
export function rowOf(jobs: readonly string[]): Graph {
  return canonicalGraph({
    jobs: jobs.map((job, index) => ({
      node: String(index),
      job,
      next: index + 1 < jobs.length ? [String(index + 1)] : [],
    })),
  });
}

/** The jobs of a graph that is a plain row, one after the other; undefined for any other one. */
export function rowIn(graph: Graph | undefined): string[] | undefined {
  const { jobs = [], conditions = [] } = graph ?? {};
  const row = jobs.map(({ job }) => job);
  if (conditions.length > 0) return undefined;
  const bare = withoutPositions({ jobs }).jobs;
  const form = (value: unknown) => canonicalText(withoutEmpty(value) ?? null);
  return form({ jobs: bare }) === form(rowOf(row)) ? row : undefined;
}

function newNode(source: Node['source']): Node {
  const edges: Node['edges'] =
    'job' in source
      ? { next: source.next ?? [] }
      : { success: source.success ?? [], failure: source.failure ?? [] };
  return { source, edges, rank: 0 };
}

const DEFAULT_CONDITION = 'AllSuccess';

function conditionOf({ condition = DEFAULT_CONDITION }: ConditionNode): Condition {
  return condition;
}

function positionOf({ position }: GraphNode) {
  return position ? { position: { x: position.x, y: position.y } } : {};
}

/** What a node is, whatever its name. */
function describeNode({ source }: Node): string {
  const kind =
    'job' in source ? `job ${source.job}` : `condition ${canonicalText(conditionOf(source))}`;
  const { position } = source;
  return position ? `${kind} at ${position.x} ${position.y}` : kind;
}

/** Until no more nodes differ: then what distinguishes two nodes has reached them from anywhere in the graph. */
function rankByNeighbors(nodes: ReadonlyMap<string, Node>): void {
  const all = [...nodes.values()];
  const edges = all.flatMap((from) =>
    Object.entries(from.edges).flatMap(([kind, names]) =>
      [...new Set(names)].flatMap((name) => {
        const to = nodes.get(name);
        return to ? [{ from, kind, to }] : [];
      }),
    ),
  );
  let count = rank(all, describeNode);
  const rounds = Math.ceil(MAX_STEPS / (nodes.size + edges.length + 1));
  for (let round = 0, before = 0; before < count && round < rounds; round++) {
    const around = new Map(all.map((node) => [node, [] as string[]]));
    for (const { from, kind, to } of edges) {
      around.get(from)?.push(`${kind} ${to.rank}`);
      around.get(to)?.push(`after ${kind} ${from.rank}`);
    }
    before = count;
    count = rank(all, (node) => String(around.get(node)?.sort()));
  }
}

/**
 * Ranks nodes of one rank by a text; those of different ranks keep their order.
 * @returns how many ranks there are
 */
function rank(nodes: readonly Node[], describe: (node: Node) => string): number {
  const texts = nodes.map((node) => `${sortable(node.rank)} ${describe(node)}`);
  const inOrder = [...new Set(texts)].sort(compareTexts);
  const ranks = new Map(inOrder.map((text, index) => [text, index + 1]));
  for (const [index, node] of nodes.entries()) node.rank = ranks.get(texts[index] ?? '') ?? 0;
  return inOrder.length;
}

/** How far each node is from the start at most; none for those in a circle or behind one. */
function measureDepths(nodes: ReadonlyMap<string, Node>): Map<string, number> {
  const after = (name: string) => Object.values(nodes.get(name)?.edges ?? {}).flat();
  const order = topologicalOrder(nodes.keys(), after);
  const depths = new Map(order.map((name) => [name, 0]));
  for (const name of order) {
    const depth = (depths.get(name) ?? 0) + 1;
    for (const next of after(name)) {
      const known = depths.get(next);
      if (known !== undefined && known < depth) depths.set(next, depth);
    }
  }
  return depths;
}
