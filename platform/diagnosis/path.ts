import { outcomeOf } from '../runs/read/outcome';
import type { Run } from '../runs/read/run';
import { ownValue } from '../text/names';
import { excerpt } from '../text/text';
import { entriesOf, fieldsOf, textOf } from '../text/values';

/** A job of a pipeline, or a condition. */
export interface Step {
  kind: 'job' | 'condition';
  /** Of a condition, what it asks for. */
  name: string;
  status: string;
  /** Of a condition that was evaluated; otherwise null. */
  isMet: boolean | null;
}

/** The way through a pipeline that explains a run of a job, or why none ran. */
export interface Path {
  steps: Step[];
  /** The condition that did not lead on. */
  closedBy?: string;
  /** By ID. */
  jobNames: ReadonlyMap<string, string>;
}

interface Edge {
  from: string;
  to: string;
  /** Whether the run went there. */
  isOpen: boolean;
}

const MAX_STEPS = 50;
const NAME_CHARACTERS = 200;

/**
 * @param jobRun none, if no job failed: the way leads to a condition then
 * @param described the run with its version, as far as the platform returns that
 */
export function pathTo(jobRun: Run | undefined, pipelineRun: Run, described: unknown): Path {
  const { jobs, graph } = fieldsOf(fieldsOf(described).version);
  const jobNodes = entriesOf(fieldsOf(graph).jobNodes).map(fieldsOf);
  const runs = entriesOf(pipelineRun.jobsInstance) as Run[];
  const conditions = entriesOf(pipelineRun.conditionsInstance).map(fieldsOf);
  const jobNames = new Map<string, string>();
  for (const { id, name } of [...entriesOf(jobs), ...jobNodes.map(({ job }) => job)].map(
    fieldsOf,
  )) {
    if (textOf(name) !== undefined) jobNames.set(String(id), shown(name));
  }
  const steps = new Map<string, Step>();
  const edges: Edge[] = [];
  const add = (from: string, next: unknown, isOpen: boolean) =>
    edges.push(...entriesOf(next).map((to) => ({ from, to: String(to), isOpen })));
  const stepOf = ({ jobId = '', jobAlias, status }: Partial<Run>): Step => {
    const name = jobNames.get(jobId) ?? shown(jobAlias ?? jobId);
    return { kind: 'job', name, status: status ?? 'UNKNOWN', isMet: null };
  };

  let target: string | undefined;
  for (const node of jobNodes) {
    const [id, jobId] = [String(node.id), String(fieldsOf(node.job).id)];
    const run =
      runs.find((one) => one.jobNodeId === id) ??
      runs.find((one) => one.jobNodeId === undefined && one.jobId === jobId);
    if (jobRun && run?.id === jobRun.id) target = id;
    steps.set(id, stepOf(run ?? { jobId }));
    add(id, node.nextNodes, run?.succeeded === true);
  }
  for (const node of entriesOf(fieldsOf(graph).conditionNodes).map(fieldsOf)) {
    const id = String(node.id);
    const seen = conditions.find(({ conditionNodeId }) => conditionNodeId === id) ?? {};
    const isMet = typeof seen.isSuccess === 'boolean' ? seen.isSuccess : null;
    const status = textOf(seen.status) ?? 'UNKNOWN';
    if (!jobRun && (isMet === false || outcomeOf({ status }) === 'failed')) target ??= id;
    const condition = fieldsOf(node.condition);
    const words = condition.expression ?? condition.value ?? ownValue(condition, 'toString');
    const name = shown(words ?? 'AllSuccess');
    steps.set(id, { kind: 'condition', name, status, isMet });
    add(id, node.nextNodesSuccess, isMet === true);
    add(id, node.nextNodesFailure, isMet === false);
  }
  if (target !== undefined) return { ...wayTo(target, steps, edges), jobNames };
  // Older pipelines are rows of jobs.
  const upTo = runs.slice(0, runs.findIndex(({ id }) => id === jobRun?.id) + 1);
  return { steps: upTo.slice(-MAX_STEPS).map(stepOf), jobNames };
}

/** Backwards: to what has run, the way that was open; to what was skipped, the way that was not. */
function wayTo(target: string, steps: ReadonlyMap<string, Step>, edges: readonly Edge[]) {
  const way: string[] = [];
  const found: Step[] = [];
  let closedBy = steps.get(target)?.kind === 'condition' ? target : undefined;
  let at: string | undefined = target;
  while (at !== undefined && !way.includes(at) && way.length < MAX_STEPS) {
    way.push(at);
    const step = steps.get(at);
    if (step) found.unshift(step);
    const wasReached = step !== undefined && !isSkipped(step);
    // What did not run itself explains least.
    const rank = ({ from, isOpen }: Edge) =>
      (isOpen === wasReached ? 0 : 2) + Number(isSkipped(steps.get(from)));
    const [edge] = edges.filter(({ to }) => to === way.at(-1)).sort((a, b) => rank(a) - rank(b));
    at = edge?.from;
    const isClosed = !wasReached && edge?.isOpen === false && steps.get(edge.from)?.isMet !== null;
    if (isClosed) closedBy ??= at;
  }
  const name = steps.get(closedBy ?? '')?.name;
  return { steps: found, ...(name && { closedBy: name }) };
}

function isSkipped(step: Step | undefined): boolean {
  return outcomeOf({ status: step?.status ?? '' }) === 'skipped';
}

function shown(name: unknown): string {
  return excerpt(textOf(name) ?? '', [], NAME_CHARACTERS);
}
