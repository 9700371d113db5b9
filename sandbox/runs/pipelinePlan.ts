import {
  type Condition,
  type ConditionNode,
  type JobNode,
  listNextNodes,
  type PipelineGraph,
} from './graph';
import { isEnded, type RunStatus } from './status';
import { planRun, createRecord, type RunFacts, type StatusRecord } from './timeline';

/** Stored facts about a run of a pipeline. Times are epoch milliseconds. */
interface PipelineRunFacts {
  requestedAt: number;
  stoppedAt: number | null;
  graph: PipelineGraph;
  /** Job runs by the ID of their node. Nodes with a deleted job have none. */
  runs: ReadonlyMap<string, RunFacts>;
}

export interface ConditionResult {
  at: number;
  isSuccess: boolean;
}

export interface PipelinePlan {
  /** All statuses of the pipeline run, including future ones, oldest first. */
  records: StatusRecord[];
  /** All statuses of each job node, oldest first. */
  nodes: Map<string, StatusRecord[]>;
  /** Result of each condition; null if the condition is skipped or not evaluated. */
  conditions: Map<string, ConditionResult | null>;
}

/** Effect of an ended node on the next node: `open` lets it run, `failed` prevents that and `skipped` is ignored. */
type Exit = 'open' | 'failed' | 'skipped';

interface NodeResult {
  /** Time when the node ends; Infinity if it never ends. */
  at: number;
  exitTo: (nodeId: string) => Exit;
}

const FAILURES: readonly RunStatus[] = ['FAILED', 'ERROR', 'KILLED'];

const CONDITIONS: Record<Extract<Condition, string>, (before: Exit[]) => boolean> = {
  AllSuccess: (before) => before.every((exit) => exit === 'open'),
  AllSuccessOrSkipped: (before) => !before.includes('failed'),
  AtLeastOneSuccess: (before) => before.includes('open'),
};

/** Computes all statuses of a pipeline run, assuming that nobody stops it from now on. The result depends only on the facts. */
export function planPipelineRun(facts: PipelineRunFacts): PipelinePlan {
  const { graph, requestedAt, runs } = facts;
  const stoppedAt = facts.stoppedAt ?? Infinity;
  const nodes = new Map<string, StatusRecord[]>();
  const conditions = new Map<string, ConditionResult | null>();
  const results = new Map<string, NodeResult>();
  const before = new Map<string, (JobNode | ConditionNode)[]>();
  const allNodes = [...graph.jobNodes, ...graph.conditionNodes];
  for (const node of allNodes) {
    for (const id of listNextNodes(node)) before.set(id, [...(before.get(id) ?? []), node]);
  }
  for (const node of allNodes) planNode(node);
  return { records: planPipelineStatuses(facts, nodes), nodes, conditions };

  function planNode(node: JobNode | ConditionNode): NodeResult {
    const earlier = results.get(node.id);
    if (earlier) return earlier;
    const nodesBefore = (before.get(node.id) ?? []).map(planNode);
    const readyAt = Math.max(requestedAt, ...nodesBefore.map(({ at }) => at));
    const exits = nodesBefore.map(({ exitTo }) => exitTo(node.id));
    const result =
      'jobId' in node ? planJobNode(node, readyAt, exits) : planConditionNode(node, readyAt, exits);
    results.set(node.id, result);
    return result;
  }

  function planJobNode({ id }: JobNode, readyAt: number, exits: Exit[]): NodeResult {
    const run = runs.get(id);
    if (!run) return { at: readyAt, exitTo: () => 'skipped' };
    const canRun = exits.length === 0 || (exits.includes('open') && !exits.includes('failed'));
    const records = planJobStatuses(run, readyAt, canRun);
    nodes.set(id, records);
    const last = records.at(-1);
    if (!last || !isEnded(last.status)) return { at: Infinity, exitTo: () => 'skipped' };
    // A job that is skipped because of a failure also keeps the jobs after it from running.
    const isFailed =
      last.status === 'SKIPPED' ? exits.includes('failed') : FAILURES.includes(last.status);
    const exit = isFailed ? 'failed' : last.status === 'SKIPPED' ? 'skipped' : 'open';
    return { at: last.recordedAt, exitTo: () => exit };
  }

  function planJobStatuses(run: RunFacts, readyAt: number, canRun: boolean): StatusRecord[] {
    const waiting =
      readyAt === requestedAt
        ? []
        : [createRecord('AWAITING', requestedAt, 'Waiting for other jobs')];
    const ownStop = run.stoppedAt ?? Infinity;
    if (ownStop < readyAt)
      return [...waiting, createRecord('KILLED', ownStop, 'Stopped on request')];
    if (stoppedAt < readyAt) {
      return [...waiting, createRecord('SKIPPED', stoppedAt, 'The pipeline was stopped')];
    }
    if (readyAt === Infinity) return waiting;
    if (!canRun)
      return [...waiting, createRecord('SKIPPED', readyAt, 'A job before it did not succeed')];
    const stop = Math.min(ownStop, stoppedAt);
    const stopOrNone = stop === Infinity ? null : stop;
    return [...waiting, ...planRun({ ...run, requestedAt: readyAt, stoppedAt: stopOrNone })];
  }

  function planConditionNode(
    { id, condition, nextNodesSuccess, nextNodesFailure }: ConditionNode,
    readyAt: number,
    exits: Exit[],
  ): NodeResult {
    const isSkipped = exits.length > 0 && exits.every((exit) => exit === 'skipped');
    if (isSkipped || stoppedAt < readyAt || readyAt === Infinity) {
      conditions.set(id, null);
      return { at: Math.min(readyAt, stoppedAt), exitTo: () => 'skipped' };
    }
    // The sandbox does not evaluate expressions here: every expression except `false` is true.
    const isSuccess =
      typeof condition === 'string'
        ? CONDITIONS[condition](exits)
        : condition.expression.trim() !== 'false';
    conditions.set(id, { at: readyAt, isSuccess });
    const taken = isSuccess ? nextNodesSuccess : nextNodesFailure;
    return { at: readyAt, exitTo: (next) => (taken.includes(next) ? 'open' : 'skipped') };
  }
}

function planPipelineStatuses(
  { graph, requestedAt, stoppedAt }: PipelineRunFacts,
  nodes: Map<string, StatusRecord[]>,
): StatusRecord[] {
  const all = [...nodes.values()];
  const records = [createRecord('REQUESTED', requestedAt)];
  const running = all.flat().filter(({ status }) => status === 'RUNNING');
  if (running.length > 0) {
    records.push(createRecord('RUNNING', Math.min(...running.map(({ recordedAt }) => recordedAt))));
  }
  if (stoppedAt !== null) records.push(createRecord('KILLING', stoppedAt, 'A stop was requested'));
  const ends = all.flatMap((states) => states.slice(-1));
  if (ends.some(({ status }) => !isEnded(status))) return records;

  const endedAt = Math.max(requestedAt, ...ends.map(({ recordedAt }) => recordedAt));
  if (stoppedAt !== null)
    return [...records, createRecord('KILLED', endedAt, 'Stopped on request')];
  // A condition handles the failures of the jobs before it.
  const handlers = new Set(graph.conditionNodes.map(({ id }) => id));
  const isFailed = graph.jobNodes.some(({ id, nextNodes }) => {
    const status = nodes.get(id)?.at(-1)?.status;
    return status && FAILURES.includes(status) && !nextNodes.some((next) => handlers.has(next));
  });
  return isFailed
    ? [...records, createRecord('FAILED', endedAt, 'A job did not succeed')]
    : [...records, createRecord('SUCCEEDED', endedAt)];
}
