import { findOutcome } from '../runs/read/outcome';
import type { Run } from '../runs/read/run';
import { parseTimeMs } from '../runs/read/times';
import { ownValue } from '../common/text/names';
import { excerpt } from '../common/text/text';
import { toList, toObject, toText } from '../common/text/values';

export interface Step {
  kind: 'job' | 'condition';
  /** The name of the job or the expression of the condition. If the graph could not be read, an alias or ID. */
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

/** @param pipelineRun a response with the fields `STEP_NAMES` */
export function readStepNames(pipelineRun: unknown): StepNames {
  const { jobs, graph } = toObject(toObject(pipelineRun).version);
  const { jobNodes, conditionNodes } = toObject(graph);
  const namedJobs = [...toList(jobs), ...toList(jobNodes).map((node) => toObject(node).job)].map(
    toObject,
  );
  return {
    jobs: new Map(
      namedJobs.flatMap(({ id, name }) =>
        toText(name) === undefined ? [] : [[String(id), shortenName(name)]],
      ),
    ),
    conditions: new Map(
      toList(conditionNodes)
        .map(toObject)
        .map((node) => {
          const condition = toObject(node.condition);
          const name = condition.expression ?? condition.value ?? ownValue(condition, 'toString');
          return [String(node.id), shortenName(name ?? 'AllSuccess')];
        }),
    ),
  };
}

/**
 * Lists the jobs and conditions that started before a job run, in order of time and on all branches, then the job run itself.
 * Without a job run, lists all jobs and conditions. Skipped ones are left out.
 */
export function listSteps(pipelineRun: Run, jobRun: Run | undefined, names: StepNames): Step[] {
  const toStep = ({ jobId = '', jobAlias, status }: Run): Step => {
    const name = names.jobs.get(jobId) ?? shortenName(jobAlias ?? jobId);
    return { kind: 'job', name, status, isMet: null };
  };
  const jobs = (toList(pipelineRun.jobsInstance) as Run[])
    .filter((run) => run.id !== jobRun?.id && findOutcome(run) !== 'skipped')
    .map((run) => ({ startMs: parseTimeMs(run.startTime) ?? Infinity, step: toStep(run) }));
  const conditions = toList(pipelineRun.conditionsInstance)
    .map(toObject)
    .map(({ conditionNodeId, isSuccess, status, startTime }) => ({
      startMs: parseTimeMs(startTime) ?? Infinity,
      step: {
        kind: 'condition' as const,
        name: names.conditions.get(String(conditionNodeId)) ?? shortenName(conditionNodeId),
        status: toText(status) ?? 'UNKNOWN',
        isMet: typeof isSuccess === 'boolean' ? isSuccess : null,
      },
    }))
    .filter(({ step }) => findOutcome(step) !== 'skipped');
  const jobRunStartMs = parseTimeMs(jobRun?.startTime) ?? Infinity;
  // The sort keeps conditions before jobs with the same start: a condition is evaluated before the next job starts.
  const steps = [...conditions, ...jobs]
    .filter(({ startMs }) => startMs <= jobRunStartMs)
    // Without `|| 0`, the result for two unknown starts would be NaN.
    .sort((a, b) => a.startMs - b.startMs || 0)
    .map(({ step }) => step);
  return jobRun ? [...steps, toStep(jobRun)] : steps;
}

function shortenName(name: unknown): string {
  return excerpt(toText(name) ?? '', [], NAME_CHARACTERS);
}
