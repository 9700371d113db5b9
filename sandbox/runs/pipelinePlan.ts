import type { Condition, ConditionNode, JobNode, PipelineGraph } from './graph';
import { planned, record, type RunFacts, type StatusRecord } from './timeline';
import { isEnded, type RunStatus } from './status';

/** A stored run of a pipeline. Times are epoch milliseconds. */
interface PipelineFacts {
  requestedAt: number;
  stoppedAt: number | null;
  graph: PipelineGraph;
  /** The run of each job node, by the node's id; none where its job was deleted since. */
  runs: ReadonlyMap<string, RunFacts>;
}

/** When a condition was looked at and what it gave; null: skipped, or never looked at. */
export interface ConditionResult {
  at: number;
  isSuccess: boolean;
}

export interface PipelinePlan {
  /** The states of the pipeline's run, oldest first, those to come included. */
  records: StatusRecord[];
  /** The same for each job node. */
  nodes: Map<string, StatusRecord[]>;
  conditions: Map<string, ConditionResult | null>;
}

/** How a node leaves to those after it: on, not on since something failed, or as if it were not there. */
type Exit = 'open' | 'failed' | 'skipped';

interface Settled {
  /** null: never. */
  at: number | null;
  exit: (branch: Branch) => Exit;
}

type Branch = 'always' | 'success' | 'failure';

const FAILURES: readonly RunStatus[] = ['FAILED', 'ERROR', 'KILLED'];

const CONDITION_HOLDS: Record<Extract<Condition, string>, (before: Exit[]) => boolean> = {
  AllSuccess: (before) => before.every((exit) => exit === 'open'),
  AllSuccessOrSkipped: (before) => !before.includes('failed'),
  AtLeastOneSuccess: (before) => before.includes('open'),
};

/** All that a pipeline's run will go through where nothing else happens to it: a pure function. */
export function pipelinePlan(facts: PipelineFacts): PipelinePlan {
  const { graph, requestedAt, stoppedAt, runs } = facts;
  const nodes = new Map<string, StatusRecord[]>();
  const conditions = new Map<string, ConditionResult | null>();
  const before = edgesByTarget(graph);
  const settled = new Map<string, Settled>();
  const byId = new Map<string, JobNode | ConditionNode>(
    [...graph.jobNodes, ...graph.conditionNodes].map((node) => [node.id, node]),
  );

  for (const id of byId.keys()) settle(id);
  return { records: recordsOf(facts, nodes), nodes, conditions };

  function settle(id: string): Settled {
    const known = settled.get(id);
    if (known) return known;
    const node = byId.get(id);
    if (!node) throw new Error(`Node ${id} is not in the graph`);
    const edges = (before.get(id) ?? []).map(({ from, branch }) => {
      const { at, exit } = settle(from);
      return { at, exit: exit(branch) };
    });
    const times = edges.map(({ at }) => at);
    const reachedAt = times.includes(null)
      ? null
      : Math.max(requestedAt, ...times.map((time) => time ?? 0));
    const exits = edges.map(({ exit }) => exit);
    const result =
      'jobId' in node ? settleJob(node, reachedAt, exits) : settleCondition(node, reachedAt, exits);
    settled.set(id, result);
    return result;
  }

  function settleJob({ id }: JobNode, reachedAt: number | null, exits: Exit[]): Settled {
    const run = runs.get(id);
    if (!run) return { at: reachedAt, exit: () => 'skipped' };
    const goesOn = exits.length === 0 || (exits.includes('open') && !exits.includes('failed'));
    const records = jobRecords(run, reachedAt, goesOn);
    nodes.set(id, records);
    const last = records.at(-1);
    if (!last || !isEnded(last.status)) return { at: null, exit: () => 'skipped' };
    const exit: Exit =
      last.status === 'SKIPPED' ? 'skipped' : FAILURES.includes(last.status) ? 'failed' : 'open';
    // A job that was passed over because of a failure passes the failure on.
    const passedOn = exit === 'skipped' && exits.includes('failed') ? 'failed' : exit;
    return { at: last.recordedAt, exit: () => passedOn };
  }

  function jobRecords(run: RunFacts, reachedAt: number | null, goesOn: boolean): StatusRecord[] {
    const waiting =
      reachedAt === requestedAt ? [] : [record('AWAITING', requestedAt, 'Waiting for other jobs')];
    const isBefore = (time: number | null): time is number =>
      time !== null && (reachedAt === null || time < reachedAt);
    if (isBefore(run.stoppedAt)) {
      return [...waiting, record('KILLED', run.stoppedAt, 'Stopped on request')];
    }
    if (isBefore(stoppedAt)) {
      return [...waiting, record('SKIPPED', stoppedAt, 'The pipeline was stopped')];
    }
    if (reachedAt === null) return waiting;
    if (!goesOn) {
      return [...waiting, record('SKIPPED', reachedAt, 'A job before it did not succeed')];
    }
    const stops = [run.stoppedAt, stoppedAt].filter((time) => time !== null);
    const ownStop = stops.length === 0 ? null : Math.min(...stops);
    return [...waiting, ...planned({ ...run, requestedAt: reachedAt, stoppedAt: ownStop })];
  }

  function settleCondition(node: ConditionNode, reachedAt: number | null, exits: Exit[]): Settled {
    const isStoppedBefore = stoppedAt !== null && (reachedAt === null || stoppedAt < reachedAt);
    const isPassedOver = exits.length > 0 && exits.every((exit) => exit === 'skipped');
    if (isStoppedBefore || isPassedOver || reachedAt === null) {
      conditions.set(node.id, null);
      return { at: isStoppedBefore ? stoppedAt : reachedAt, exit: () => 'skipped' };
    }
    const isSuccess = holds(node.condition, exits);
    conditions.set(node.id, { at: reachedAt, isSuccess });
    const taken: Branch = isSuccess ? 'success' : 'failure';
    return { at: reachedAt, exit: (branch) => (branch === taken ? 'open' : 'skipped') };
  }
}

/** Runs have no variables here: an expression is only ever the word it is. */
function holds(condition: Condition, exits: Exit[]): boolean {
  return typeof condition === 'string'
    ? CONDITION_HOLDS[condition](exits)
    : condition.expression.trim() !== 'false';
}

function edgesByTarget({ jobNodes, conditionNodes }: PipelineGraph) {
  const edges = new Map<string, { from: string; branch: Branch }[]>();
  const add = (from: string, branch: Branch, targets: string[]) => {
    for (const to of targets) edges.set(to, [...(edges.get(to) ?? []), { from, branch }]);
  };
  for (const { id, nextNodes } of jobNodes) add(id, 'always', nextNodes);
  for (const { id, nextNodesSuccess, nextNodesFailure } of conditionNodes) {
    add(id, 'success', nextNodesSuccess);
    add(id, 'failure', nextNodesFailure);
  }
  return edges;
}

function recordsOf(
  { graph, requestedAt, stoppedAt }: PipelineFacts,
  nodes: Map<string, StatusRecord[]>,
): StatusRecord[] {
  const all = [...nodes.values()];
  const starts = all.flatMap((records) =>
    records.filter(({ status }) => status === 'RUNNING').map(({ recordedAt }) => recordedAt),
  );
  const records = [record('REQUESTED', requestedAt)];
  if (starts.length > 0) records.push(record('RUNNING', Math.min(...starts)));
  const ends = all.map((states) => states.at(-1)).filter((last) => last !== undefined);
  const isStopped = stoppedAt !== null;
  if (isStopped) records.push(record('KILLING', stoppedAt, 'A stop was requested'));
  if (ends.some(({ status }) => !isEnded(status))) return records;

  const endedAt = Math.max(requestedAt, ...ends.map(({ recordedAt }) => recordedAt));
  if (isStopped) return [...records, record('KILLED', endedAt, 'Stopped on request')];
  const failed = graph.jobNodes.some((node) => isUnhandledFailure(node, graph, nodes));
  return [
    ...records,
    record(failed ? 'FAILED' : 'SUCCEEDED', endedAt, failed ? 'A job did not succeed' : null),
  ];
}

/** A failure that a condition node comes after is handled by it. */
function isUnhandledFailure(
  { id, nextNodes }: JobNode,
  { conditionNodes }: PipelineGraph,
  nodes: Map<string, StatusRecord[]>,
): boolean {
  const status = nodes.get(id)?.at(-1)?.status;
  if (status === undefined || !FAILURES.includes(status)) return false;
  return !nextNodes.some((next) => conditionNodes.some((condition) => condition.id === next));
}
