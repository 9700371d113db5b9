import { outcomeOf } from '../runs/read/outcome';
import type { Run } from '../runs/read/run';
import { timeMs } from '../runs/read/times';
import { ownValue } from '../common/text/names';
import { excerpt } from '../common/text/text';
import { toList, toObject, toText } from '../common/text/values';

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
  const { jobs, graph } = toObject(toObject(described).version);
  const { jobNodes, conditionNodes } = toObject(graph);
  const namedJobs = [...toList(jobs), ...toList(jobNodes).map((node) => toObject(node).job)].map(
    toObject,
  );
  return {
    jobs: new Map(
      namedJobs.flatMap(({ id, name }) =>
        toText(name) === undefined ? [] : [[String(id), shortName(name)]],
      ),
    ),
    conditions: new Map(
      toList(conditionNodes)
        .map(toObject)
        .map((node) => {
          const condition = toObject(node.condition);
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
  const jobs = (toList(pipelineRun.jobsInstance) as Run[])
    .filter((run) => run.id !== jobRun?.id && outcomeOf(run) !== 'skipped')
    .map((run) => ({ startMs: timeMs(run.startTime) ?? Infinity, step: toStep(run) }));
  const conditions = toList(pipelineRun.conditionsInstance)
    .map(toObject)
    .map(({ conditionNodeId, isSuccess, status, startTime }) => ({
      startMs: timeMs(startTime) ?? Infinity,
      step: {
        kind: 'condition' as const,
        name: names.conditions.get(String(conditionNodeId)) ?? shortName(conditionNodeId),
        status: toText(status) ?? 'UNKNOWN',
        isMet: typeof isSuccess === 'boolean' ? isSuccess : null,
      },
    }))
    .filter(({ step }) => outcomeOf(step) !== 'skipped');
  const untilMs = timeMs(jobRun?.startTime) ?? Infinity;
  // A condition may be evaluated at the same time as the next job starts, so conditions come first.
  const steps = [...conditions, ...jobs]
    .filter(({ startMs }) => startMs <= untilMs)
    .sort((a, b) => a.startMs - b.startMs || 0)
    .map(({ step }) => step);
  return jobRun ? [...steps, toStep(jobRun)] : steps;
}

function shortName(name: unknown): string {
  return excerpt(toText(name) ?? '', [], NAME_CHARACTERS);
}
