import {
  type Condition,
  type ConditionNode,
  type JobNode,
  nodesAfter,
  type PipelineGraph,
} from './graph';
import { isEnded, type RunStatus } from './status';
import { planned, record, type RunFacts, type StatusRecord } from './timeline';

/** A stored run of a pipeline. Times are epoch milliseconds. */
interface PipelineFacts {
  requestedAt: number;
  stoppedAt: number | null;
  graph: PipelineGraph;
  /** By the ID of the job node; without nodes whose job was deleted. */
  runs: ReadonlyMap<string, RunFacts>;
}

export interface ConditionResult {
  at: number;
  isSuccess: boolean;
}

export interface PipelinePlan {
  /** States of the pipeline's run, oldest first, with those to come. */
  records: StatusRecord[];
  /** The same for each job node. */
  nodes: Map<string, StatusRecord[]>;
  /** null if the condition is skipped or not evaluated. */
  conditions: Map<string, ConditionResult | null>;
}

/** A node after an open exit runs, one after a failed exit does not; a skipped exit does not count. */
type Exit = 'open' | 'failed' | 'skipped';

interface Settled {
  /** Infinity: never. */
  at: number;
  exitTo: (nodeId: string) => Exit;
}

const FAILURES: readonly RunStatus[] = ['FAILED', 'ERROR', 'KILLED'];

const CONDITION_HOLDS: Record<Extract<Condition, string>, (before: Exit[]) => boolean> = {
  AllSuccess: (before) => before.every((exit) => exit === 'open'),
  AllSuccessOrSkipped: (before) => !before.includes('failed'),
  AtLeastOneSuccess: (before) => before.includes('open'),
};

/** Plays the whole run of a pipeline, as if nothing else happened to it: a pure function. */
export function pipelinePlan(facts: PipelineFacts): PipelinePlan {
  const { graph, requestedAt, runs } = facts;
  const stoppedAt = facts.stoppedAt ?? Infinity;
  const nodes = new Map<string, StatusRecord[]>();
  const conditions = new Map<string, ConditionResult | null>();
  const settled = new Map<string, Settled>();
  const before = new Map<string, (JobNode | ConditionNode)[]>();
  const all = [...graph.jobNodes, ...graph.conditionNodes];
  for (const node of all) {
    for (const id of nodesAfter(node)) before.set(id, [...(before.get(id) ?? []), node]);
  }
  for (const node of all) settle(node);
  return { records: planPipeline(facts, nodes), nodes, conditions };

  function settle(node: JobNode | ConditionNode): Settled {
    const known = settled.get(node.id);
    if (known) return known;
    const nodesBefore = (before.get(node.id) ?? []).map(settle);
    const readyAt = Math.max(requestedAt, ...nodesBefore.map(({ at }) => at));
    const exits = nodesBefore.map(({ exitTo }) => exitTo(node.id));
    const result =
      'jobId' in node ? settleJob(node, readyAt, exits) : settleCondition(node, readyAt, exits);
    settled.set(node.id, result);
    return result;
  }

  function settleJob({ id }: JobNode, readyAt: number, exits: Exit[]): Settled {
    const run = runs.get(id);
    if (!run) return { at: readyAt, exitTo: () => 'skipped' };
    const isRun = exits.length === 0 || (exits.includes('open') && !exits.includes('failed'));
    const records = planJob(run, readyAt, isRun);
    nodes.set(id, records);
    const last = records.at(-1);
    if (!last || !isEnded(last.status)) return { at: Infinity, exitTo: () => 'skipped' };
    // A job that was skipped because of a failure passes the failure on.
    const isFailed =
      last.status === 'SKIPPED' ? exits.includes('failed') : FAILURES.includes(last.status);
    const exit = isFailed ? 'failed' : last.status === 'SKIPPED' ? 'skipped' : 'open';
    return { at: last.recordedAt, exitTo: () => exit };
  }

  function planJob(run: RunFacts, readyAt: number, isRun: boolean): StatusRecord[] {
    const waiting =
      readyAt === requestedAt ? [] : [record('AWAITING', requestedAt, 'Waiting for other jobs')];
    const ownStop = run.stoppedAt ?? Infinity;
    if (ownStop < readyAt) return [...waiting, record('KILLED', ownStop, 'Stopped on request')];
    if (stoppedAt < readyAt) {
      return [...waiting, record('SKIPPED', stoppedAt, 'The pipeline was stopped')];
    }
    if (readyAt === Infinity) return waiting;
    if (!isRun) return [...waiting, record('SKIPPED', readyAt, 'A job before it did not succeed')];
    const stop = Math.min(ownStop, stoppedAt);
    const stopOrNone = stop === Infinity ? null : stop;
    return [...waiting, ...planned({ ...run, requestedAt: readyAt, stoppedAt: stopOrNone })];
  }

  function settleCondition(
    { id, condition, nextNodesSuccess, nextNodesFailure }: ConditionNode,
    readyAt: number,
    exits: Exit[],
  ): Settled {
    const isSkipped = exits.length > 0 && exits.every((exit) => exit === 'skipped');
    if (isSkipped || stoppedAt < readyAt || readyAt === Infinity) {
      conditions.set(id, null);
      return { at: Math.min(readyAt, stoppedAt), exitTo: () => 'skipped' };
    }
    // Runs have no variables here: an expression is only the word that it is.
    const isSuccess =
      typeof condition === 'string'
        ? CONDITION_HOLDS[condition](exits)
        : condition.expression.trim() !== 'false';
    conditions.set(id, { at: readyAt, isSuccess });
    const taken = isSuccess ? nextNodesSuccess : nextNodesFailure;
    return { at: readyAt, exitTo: (next) => (taken.includes(next) ? 'open' : 'skipped') };
  }
}

function planPipeline(
  { graph, requestedAt, stoppedAt }: PipelineFacts,
  nodes: Map<string, StatusRecord[]>,
): StatusRecord[] {
  const all = [...nodes.values()];
  const records = [record('REQUESTED', requestedAt)];
  const running = all.flat().filter(({ status }) => status === 'RUNNING');
  if (running.length > 0) {
    records.push(record('RUNNING', Math.min(...running.map(({ recordedAt }) => recordedAt))));
  }
  if (stoppedAt !== null) records.push(record('KILLING', stoppedAt, 'A stop was requested'));
  const ends = all.flatMap((states) => states.slice(-1));
  if (ends.some(({ status }) => !isEnded(status))) return records;

  const endedAt = Math.max(requestedAt, ...ends.map(({ recordedAt }) => recordedAt));
  if (stoppedAt !== null) return [...records, record('KILLED', endedAt, 'Stopped on request')];
  // A condition handles the failures of the jobs before it.
  const handlers = new Set(graph.conditionNodes.map(({ id }) => id));
  const isFailed = graph.jobNodes.some(({ id, nextNodes }) => {
    const status = nodes.get(id)?.at(-1)?.status;
    return status && FAILURES.includes(status) && !nextNodes.some((next) => handlers.has(next));
  });
  return isFailed
    ? [...records, record('FAILED', endedAt, 'A job did not succeed')]
    : [...records, record('SUCCEEDED', endedAt)];
}
