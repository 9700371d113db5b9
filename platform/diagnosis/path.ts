import { outcomeOf } from '../runs/read/outcome';
import type { Run } from '../runs/read/run';
import { timeMs } from '../runs/read/times';
import { ownValue } from '../common/text/names';
import { excerpt } from '../common/text/text';
import { entriesOf, fieldsOf, textOf } from '../common/text/values';

/** A job of a pipeline, or a condition. */
export interface Step {
  kind: 'job' | 'condition';
  /** Of a condition, the expression. */
  name: string;
  status: string;
  /** Whether a condition was met; null if it was not evaluated, and for jobs. */
  isMet: boolean | null;
}

const NAME_CHARACTERS = 200;

/** Names by ID: of jobs, and of the conditions of a graph. */
export interface StepNames {
  jobs: ReadonlyMap<string, string>;
  conditions: ReadonlyMap<string, string>;
}

/** @param described the run with its version, as far as the platform returns it */
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
 * Lists what ran in a pipeline's run before a run of a job, in order of time, and that run; everything without one. Jobs of
 * parallel branches are among them.
 */
export function listPath(pipelineRun: Run, jobRun: Run | undefined, names: StepNames): Step[] {
  const toStep = ({ jobId = '', jobAlias, status }: Run): Step => {
    const name = names.jobs.get(jobId) ?? shortName(jobAlias ?? jobId);
    return { kind: 'job', name, status, isMet: null };
  };
  const jobs = (entriesOf(pipelineRun.jobsInstance) as Run[])
    .filter((run) => run.id !== jobRun?.id && outcomeOf(run) !== 'skipped')
    .map((run) => ({ startMs: timeMs(run.startTime) ?? Infinity, step: toStep(run) }));
  const conditions = entriesOf(pipelineRun.conditionsInstance)
    .map(fieldsOf)
    .map(({ conditionNodeId, isSuccess, status, startTime }) => ({
      startMs: timeMs(startTime) ?? Infinity,
      step: {
        kind: 'condition' as const,
        name: names.conditions.get(String(conditionNodeId)) ?? 'AllSuccess',
        status: textOf(status) ?? 'UNKNOWN',
        isMet: typeof isSuccess === 'boolean' ? isSuccess : null,
      },
    }))
    .filter(({ step }) => outcomeOf(step) !== 'skipped');
  const untilMs = timeMs(jobRun?.startTime) ?? Infinity;
  // A condition can be evaluated in the moment in which the next job starts.
  const steps = [...conditions, ...jobs]
    .filter(({ startMs }) => startMs <= untilMs)
    .sort((a, b) => a.startMs - b.startMs || 0)
    .map(({ step }) => step);
  return jobRun ? [...steps, toStep(jobRun)] : steps;
}

function shortName(name: unknown): string {
  return excerpt(textOf(name) ?? '', [], NAME_CHARACTERS);
}
