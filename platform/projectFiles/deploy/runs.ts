import { CancelledError, PlatformError } from '../../common/errors/errors';
import type { CallOptions } from '../../graphql/send/endpoint';
import { pause } from '../../http/retry';
import { waitUnlessCancelled } from '../../common/time/cancel';
import type { Platform } from '../../connection/platform';
import { RunFailedError, RunTimeoutError } from '../../runs/wait/failure';
import { readFailureLog } from '../../runs/logs/failureLog';
import { JOB_RUNS, PIPELINE_RUNS, type RunKind } from '../../runs/kinds';
import type { Run } from '../../runs/read/run';
import { readRunsBeforeStart } from '../../runs/start/jobStarts';
import { RunStart } from '../../runs/start/runStart';
import { findOutcome } from '../../runs/read/outcome';
import { RunWaiter } from '../../runs/wait/runWaiter';
import { excerpt } from '../../common/text/text';
import type { DeployOptions, DeployTiming } from '../options';
import type { Plan } from '../plan/plan';
import type { RunAfter } from '../plan/runAfter';
import { isEntityStep, needsChange, type EntityStep } from '../plan/step';

/** The existing job or pipeline of "Run After". */
export type RunParent = Pick<RunAfter, 'kind' | 'key' | 'name'> & { id: string };

const RUNS: Record<RunParent['kind'], RunKind> = { job: JOB_RUNS, pipeline: PIPELINE_RUNS };
const MAX_NEWEST_RUNS = 20;
const MAX_LOG_LINES = 20;

/**
 * Waits until the open runs of jobs and pipelines that the plan changes have ended. Reads only the newest 20 runs of each.
 * @returns whether it had to wait
 * @throws PlatformError if a run is open and the user chose an error, or if the runs do not end in time
 */
export async function waitForOpenRuns(
  { projects }: Platform,
  plan: Plan,
  { ifRunning = 'deploy', ...planOptions }: DeployOptions,
  { deadlineMs, pollIntervalMs }: { deadlineMs: number; pollIntervalMs: number },
  options: CallOptions,
): Promise<boolean> {
  if (ifRunning === 'deploy') return false;
  const changing = plan.steps
    .filter(isEntityStep)
    .filter((step) => step.current && needsChange(step, planOptions));
  const findRunning = async (kind: RunParent['kind']) => {
    const ofKind = changing.filter((step) => step.kind === kind);
    const ids = ofKind.flatMap(({ current }) => current?.id ?? []);
    const reads = await readRunsBeforeStart(projects, RUNS[kind], ids, MAX_NEWEST_RUNS, options);
    return ofKind.filter(({ current }) => {
      const read = reads.get(current?.id ?? '');
      if (read && 'failure' in read) throw read.failure;
      return read?.runs.some((run) => findOutcome(run) === undefined);
    });
  };
  for (let hasWaited = false; ; hasWaited = true) {
    const [jobs, pipelines] = await Promise.all([findRunning('job'), findRunning('pipeline')]);
    const [first, ...others] = [...jobs, ...pipelines];
    if (!first) return hasWaited;
    if (ifRunning === 'error' || Date.now() > deadlineMs) {
      throw buildAlreadyRunningError(first, others.length);
    }
    await pause(pollIntervalMs, options.signal);
  }
}

function buildAlreadyRunningError({ kind, name }: EntityStep, more: number): PlatformError {
  const others = more === 1 ? 'is 1 other job or pipeline' : `are ${more} other jobs or pipelines`;
  const alsoRunning = more > 0 ? `, and so ${others}` : '';
  return new PlatformError(`The ${kind} "${excerpt(name)}" is already running${alsoRunning}`, {
    hint: 'Nothing was changed. Wait until the run ends, or choose another value for "If Running".',
    code: 'NOT_ALLOWED',
  });
}

/**
 * Runs a job or pipeline and returns its run if it succeeds.
 * @throws RunFailedError, RunTimeoutError, CancelledError
 */
export async function runAndWait(
  { projects }: Platform,
  parent: RunParent,
  { getStart, onCanceledDuringRun, onRunFailed }: DeployOptions,
  { runsTimeoutMs, pollIntervalMs }: DeployTiming,
  options: CallOptions,
): Promise<Run> {
  const kind = RUNS[parent.kind];
  const runStart = getStart?.(kind, parent.id) ?? new RunStart(projects, kind, parent.id);
  // `JobStarts` keeps the newest run as a baseline. If the response to the start is lost, only this baseline shows which run was
  // started. If the read fails, the run starts anyway.
  await readRunsBeforeStart(projects, kind, [parent.id], MAX_NEWEST_RUNS, options);
  const starting = runStart.start(options);
  const waitForEnd = async () => {
    const { id } = await waitUnlessCancelled(starting, options.signal);
    const waiter = new RunWaiter(projects, kind, options);
    return { id, ...(await waiter.waitForEnd(id, { timeoutMs: runsTimeoutMs, pollIntervalMs })) };
  };
  const wait = await waitForEnd().catch(async (error: unknown) => {
    if (error instanceof CancelledError) await onCanceledDuringRun?.(kind, starting);
    throw error;
  });
  const parentName = { [kind.parentNameField]: parent.name };
  if (wait.kind === 'timedOut') {
    const run = { ...parentName, ...wait.run, id: wait.id };
    throw new RunTimeoutError(kind, run, wait, Math.round(runsTimeoutMs / 1000));
  }
  const outcome = wait.kind === 'ended' ? findOutcome(wait.run) : 'untracked';
  if (outcome === 'succeeded') return wait.run;
  const log = await readFailureLog(projects, kind, wait.run, MAX_LOG_LINES, options);
  // An untracked run may still continue, so a retry waits for it again.
  if (wait.kind === 'ended') onRunFailed?.();
  throw new RunFailedError(kind, { ...parentName, ...wait.run }, log, outcome);
}
