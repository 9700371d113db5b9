import { createHash } from 'node:crypto';
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

export interface JobNode extends GraphNode {
  /** The key of the job. */
  job: string;
  next?: string[];
}

export interface ConditionNode extends GraphNode {
  condition: Condition;
  success?: string[];
  failure?: string[];
}

/** The graph of a pipeline. */
export interface Graph {
  jobs: JobNode[];
  conditions?: ConditionNode[];
}

/** A graph in which nodes differ further away than this is none that anybody draws. */
const MOST_ROUNDS = 100;

interface Node {
  /** What it is, whatever its name. */
  what: string;
  source: JobNode | ConditionNode;
  /** By the kind of edge. */
  edges: Array<[edge: string, to: string[]]>;
  label: string;
  depth: number;
}

/**
 * The same graph with names and an order that come from what is in it, so that two graphs which differ in the names or the
 * order of their nodes alone are the same. Edges to nodes that are not there are left out.
 */
export function canonicalGraph(graph: Graph): Graph {
  const nodes = new Map<string, Node>();
  for (const source of graph.jobs) {
    nodes.set(source.node, newNode(source, `job ${source.job}`, [['next', source.next ?? []]]));
  }
  for (const source of graph.conditions ?? []) {
    const what = `condition ${canonicalText(source.condition)}`;
    const { success = [], failure = [] } = source;
    const edges: Node['edges'] = [
      ['success', success],
      ['failure', failure],
    ];
    nodes.set(source.node, newNode(source, what, edges));
  }
  for (const node of nodes.values()) {
    node.edges = node.edges.map(([edge, to]) => [
      edge,
      [...new Set(to)].filter((n) => nodes.has(n)),
    ]);
  }
  labelByNeighbors(nodes);
  measureDepths(nodes);
  const inOrder = [...nodes.values()].sort(
    (one, other) => one.depth - other.depth || compareTexts(one.label, other.label),
  );
  const names = namesOf(inOrder);
  const rename = (to: readonly string[] = []) =>
    to.flatMap((name) => names.get(name) ?? []).sort(compareTexts);
  const edgesOf = (node: Node, edge: string) =>
    rename(node.edges.find(([name]) => name === edge)?.[1]);
  const jobs: JobNode[] = [];
  const conditions: ConditionNode[] = [];
  for (const node of inOrder) {
    const { source } = node;
    const named = { node: names.get(source.node) ?? '', ...positionOf(source) };
    if ('job' in source) jobs.push({ ...named, job: source.job, next: edgesOf(node, 'next') });
    else {
      const { condition } = source;
      const [success, failure] = [edgesOf(node, 'success'), edgesOf(node, 'failure')];
      conditions.push({ ...named, condition, success, failure });
    }
  }
  return { jobs, ...(conditions.length > 0 && { conditions }) };
}

/** The same without where its nodes are drawn. */
export function withoutPositions({ jobs, conditions }: Graph): Graph {
  return {
    jobs: jobs.map((node) => ({ ...node, position: undefined })),
    ...(conditions && {
      conditions: conditions.map((node) => ({ ...node, position: undefined })),
    }),
  };
}

/** The same with each coordinate changed. */
export function withPositions(
  { jobs, conditions }: Graph,
  changed: (place: number) => number,
): Graph {
  const moved = <Kind extends GraphNode>(node: Kind): Kind =>
    node.position
      ? { ...node, position: { x: changed(node.position.x), y: changed(node.position.y) } }
      : node;
  return { jobs: jobs.map(moved), ...(conditions && { conditions: conditions.map(moved) }) };
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

function newNode(source: Node['source'], kind: string, edges: Node['edges']): Node {
  const { position } = source;
  const what = position ? `${kind} at ${position.x} ${position.y}` : kind;
  return { what, source, edges, label: what, depth: 0 };
}

function positionOf({ position }: GraphNode) {
  return position ? { position: { x: position.x, y: position.y } } : {};
}

/** As often as there are nodes: then what tells two nodes apart has come to them from wherever it is. */
function labelByNeighbors(nodes: Map<string, Node>): void {
  const before = new Map<string, Array<[edge: string, from: Node]>>();
  for (const node of nodes.values()) {
    for (const [edge, to] of node.edges) {
      for (const name of to) before.set(name, [...(before.get(name) ?? []), [edge, node]]);
    }
  }
  for (let round = 0; round < Math.min(nodes.size, MOST_ROUNDS); round++) {
    const labels = new Map(
      [...nodes].map(([name, { what, label, edges }]) => {
        const after = edges.map(([edge, to]) => [
          edge,
          ...to.map((next) => nodes.get(next)?.label ?? '').sort(compareTexts),
        ]);
        const from = (before.get(name) ?? [])
          .map(([edge, node]) => `${edge} ${node.label}`)
          .sort(compareTexts);
        const around = JSON.stringify([what, label, after, from]);
        return [name, `${what} ${createHash('sha256').update(around).digest('hex')}`] as const;
      }),
    );
    for (const [name, node] of nodes) node.label = labels.get(name) ?? node.label;
  }
}

/** How far each node is from the start at most. A circle ends after as many steps as there are nodes. */
function measureDepths(nodes: Map<string, Node>): void {
  for (let round = 0, moved = true; moved && round < nodes.size; round++) {
    moved = false;
    for (const node of nodes.values()) {
      for (const next of node.edges.flatMap(([, to]) => to)) {
        const after = nodes.get(next);
        if (!after || after.depth > node.depth) continue;
        after.depth = node.depth + 1;
        moved = true;
      }
    }
  }
}

/** A job's node has the job's name, a condition a number; what comes again has a number behind it. */
function namesOf(nodes: readonly Node[]): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const { source } of nodes) {
    const first = 'job' in source ? source.job : 'condition';
    let name = first;
    for (let number = 2; taken.has(name); number++) name = `${first}_${number}`;
    taken.add(name);
    names.set(source.node, name);
  }
  return names;
}
