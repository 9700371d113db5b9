import { findOutcome } from '../runs/read/outcome';
import type { Run } from '../runs/read/run';
import { parseTimeMs } from '../runs/read/times';
import { ownValue } from '../common/text/names';
import { excerpt } from '../common/text/text';
import { entriesOf, fieldsOf, textOf } from '../common/text/values';

export interface Step {
  kind: 'job' | 'condition';
  /** For a condition, the expression, or the ID if the graph could not be read. */
  name: string;
  status: string;
  /** Null for jobs, and for a condition that was not evaluated. */
  isMet: boolean | null;
}

const NAME_CHARACTERS = 200;

/** Names by ID. */
export interface StepNames {
  jobs: ReadonlyMap<string, string>;
  conditions: ReadonlyMap<string, string>;
}

/** @param described the run with the parts of its version that the platform returns */
export function readStepNames(described: unknown): StepNames {
  const { jobs, graph } = fieldsOf(fieldsOf(described).version);
  const { jobNodes, conditionNodes } = fieldsOf(graph);
  const namedJobs = [
    ...entriesOf(jobs),
    ...entriesOf(jobNodes).map((node) => fieldsOf(node).job),
  ].map(fieldsOf);
  return {
    jobs: new Map(
      namedJobs.flatMap(({ id, name }) =>
        textOf(name) === undefined ? [] : [[String(id), shortName(name)]],
      ),
    ),
    conditions: new Map(
      entriesOf(conditionNodes)
        .map(fieldsOf)
        .map((node) => {
          const condition = fieldsOf(node.condition);
          const words = condition.expression ?? condition.value ?? ownValue(condition, 'toString');
          return [String(node.id), shortName(words ?? 'AllSuccess')];
        }),
    ),
  };
}

/**
 * Lists the jobs and conditions that ran before a job run in order of time, also on parallel branches, and then that run.
 * Without a job run, lists everything.
 */
export function listPath(pipelineRun: Run, jobRun: Run | undefined, names: StepNames): Step[] {
  const toStep = ({ jobId = '', jobAlias, status }: Run): Step => {
    const name = names.jobs.get(jobId) ?? shortName(jobAlias ?? jobId);
    return { kind: 'job', name, status, isMet: null };
  };
  const jobs = (entriesOf(pipelineRun.jobsInstance) as Run[])
    .filter((run) => run.id !== jobRun?.id && findOutcome(run) !== 'skipped')
    .map((run) => ({ startMs: parseTimeMs(run.startTime) ?? Infinity, step: toStep(run) }));
  const conditions = entriesOf(pipelineRun.conditionsInstance)
    .map(fieldsOf)
    .map(({ conditionNodeId, isSuccess, status, startTime }) => ({
      startMs: parseTimeMs(startTime) ?? Infinity,
      step: {
        kind: 'condition' as const,
        name: names.conditions.get(String(conditionNodeId)) ?? shortName(conditionNodeId),
        status: textOf(status) ?? 'UNKNOWN',
        isMet: typeof isSuccess === 'boolean' ? isSuccess : null,
      },
    }))
    .filter(({ step }) => findOutcome(step) !== 'skipped');
  const untilMs = parseTimeMs(jobRun?.startTime) ?? Infinity;
  // A condition may be evaluated at the same time as the next job starts, so conditions come first.
  const steps = [...conditions, ...jobs]
    .filter(({ startMs }) => startMs <= untilMs)
    .sort((a, b) => a.startMs - b.startMs || 0)
    .map(({ step }) => step);
  return jobRun ? [...steps, toStep(jobRun)] : steps;
}

function shortName(name: unknown): string {
  return excerpt(textOf(name) ?? '', [], NAME_CHARACTERS);
}
