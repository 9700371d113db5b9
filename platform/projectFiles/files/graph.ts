import { topologicalOrder } from '../../resources/pipeline/graph';
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

/** No graph that a person draws has nodes that only differ further away than this. */
const MAX_ROUNDS = 100;
/** Nodes and edges that are looked at in all rounds. */
const MAX_STEPS = 100_000;

interface Node {
  /** What it is, whatever its name. */
  what: string;
  source: JobNode | ConditionNode;
  /** The names of the nodes after it, by the kind of edge. */
  edges: Readonly<Record<string, readonly string[]>>;
  /** Its place among nodes that differ in what they are or in what is around them. */
  rank: number;
  /** What is around it, by kind of edge and rank. */
  around: string[];
  depth: number;
}

/**
 * The same graph with names and an order that come from what is in it, so that two graphs which differ in the names or the
 * order of their nodes alone are the same. Edges to nodes that do not exist are left out.
 */
export function canonicalGraph(graph: Graph): Graph {
  const sources = [...graph.jobs, ...(graph.conditions ?? [])];
  const known = new Set(sources.map(({ node }) => node));
  const nodes = new Map(sources.map((source) => [source.node, newNode(source, known)]));
  rankByNeighbors(nodes);
  measureDepths(nodes);
  const inOrder = [...nodes.values()].sort(
    (one, other) => one.depth - other.depth || one.rank - other.rank,
  );
  const names = namesOf(inOrder);
  const jobs: JobNode[] = [];
  const conditions: ConditionNode[] = [];
  for (const { source, edges } of inOrder) {
    const named = { node: names.get(source.node) ?? '', ...positionOf(source) };
    const renamed = eachEdge(edges, (to) =>
      to.flatMap((name) => names.get(name) ?? []).sort(compareTexts),
    );
    if ('job' in source) jobs.push({ ...named, job: source.job, ...renamed });
    else conditions.push({ ...named, condition: conditionOf(source), ...renamed });
  }
  return { jobs, ...(conditions.length > 0 && { conditions }) };
}

function eachEdge(
  edges: Node['edges'],
  change: (to: readonly string[]) => string[],
): Record<string, string[]> {
  return Object.fromEntries(Object.entries(edges).map(([edge, to]) => [edge, change(to)]));
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

function newNode(source: Node['source'], known: ReadonlySet<string>): Node {
  const isJob = 'job' in source;
  const kind = isJob ? `job ${source.job}` : `condition ${canonicalText(conditionOf(source))}`;
  const { position } = source;
  const what = position ? `${kind} at ${position.x} ${position.y}` : kind;
  const edges: Node['edges'] = isJob
    ? { next: source.next ?? [] }
    : { success: source.success ?? [], failure: source.failure ?? [] };
  const toKnown = eachEdge(edges, (to) => [...new Set(to)].filter((name) => known.has(name)));
  return { what, source, edges: toKnown, rank: 0, around: [], depth: 0 };
}

const DEFAULT_CONDITION = 'AllSuccess';

function conditionOf({ condition = DEFAULT_CONDITION }: ConditionNode): Condition {
  return condition;
}

function positionOf({ position }: GraphNode) {
  return position ? { position: { x: position.x, y: position.y } } : {};
}

/** Until no more nodes differ: then what distinguishes two nodes has reached them from anywhere in the graph. */
function rankByNeighbors(nodes: ReadonlyMap<string, Node>): void {
  const edges: Array<{ from: Node; kind: string; to: Node }> = [];
  for (const from of nodes.values()) {
    for (const [kind, names] of Object.entries(from.edges)) {
      for (const name of names) {
        const to = nodes.get(name);
        if (to) edges.push({ from, kind, to });
      }
    }
  }
  const all = [...nodes.values()];
  let count = rank(all, ({ what }) => what);
  const rounds = Math.min(MAX_ROUNDS, Math.ceil(MAX_STEPS / (nodes.size + edges.length + 1)));
  for (let round = 0, before = 0; before < count && round < rounds; round++) {
    for (const node of all) node.around = [];
    for (const { from, kind, to } of edges) {
      from.around.push(`${kind} ${to.rank}`);
      to.around.push(`after ${kind} ${from.rank}`);
    }
    before = count;
    count = rank(all, ({ around }) => around.sort().join());
  }
}

/**
 * Ranks nodes of one rank by a text; those of different ranks keep their order.
 * @returns how many ranks there are
 */
function rank(nodes: readonly Node[], textOf: (node: Node) => string): number {
  const ranked = nodes.map((node) => ({ node, before: node.rank, text: textOf(node) }));
  ranked.sort((one, other) => one.before - other.before || compareTexts(one.text, other.text));
  let count = 0;
  for (const [index, { node, before, text }] of ranked.entries()) {
    const previous = ranked[index - 1];
    if (previous?.before !== before || previous.text !== text) count++;
    node.rank = count;
  }
  return count;
}

/** How far each node is from the start at most; those in a circle or behind one come last. */
function measureDepths(nodes: ReadonlyMap<string, Node>): void {
  const after = (name: string) => Object.values(nodes.get(name)?.edges ?? {}).flat();
  const order = topologicalOrder(nodes.keys(), after);
  const inOrder = new Set(order);
  for (const [name, node] of nodes) if (!inOrder.has(name)) node.depth = nodes.size;
  for (const name of order) {
    const depth = (nodes.get(name)?.depth ?? 0) + 1;
    for (const next of after(name)) {
      const node = nodes.get(next);
      if (node && node.depth < depth) node.depth = depth;
    }
  }
}

/** A job's node has the job's name, a condition a number; what comes again has a number behind it. */
function namesOf(nodes: readonly Node[]): Map<string, string> {
  const names = new Map<string, string>();
  const used = new Set<string>();
  const numbers = new Map<string, number>();
  for (const { source } of nodes) {
    const first = 'job' in source ? source.job : 'condition';
    let name = first;
    for (let number = numbers.get(first) ?? 2; used.has(name); number++) {
      name = `${first}_${number}`;
      numbers.set(first, number);
    }
    used.add(name);
    names.set(source.node, name);
  }
  return names;
}
