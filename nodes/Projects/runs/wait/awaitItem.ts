import { buildNodeError, addFacts } from '../../../shared/errors/errors';
import type { IDataObject } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import { PlatformError, OutcomeUnknownError } from '../../../../platform/common/errors/errors';
import { findOutcome, type RunOutcome } from '../../../../platform/runs/read/outcome';
import type { Run } from '../../../../platform/runs/read/run';
import { RunFailedError, RunTimeoutError } from '../../../../platform/runs/wait/failure';
import type { RunWaiter } from '../../../../platform/runs/wait/runWaiter';
import type { OperationCall } from '../../../shared/operation/operation';
import { loadParentFields, buildLogOutput, buildRunOutput } from '../read/runOutput';
import { loadVariables } from '../read/runVariables';
import type { Runnable } from '../runnable';
import type { WaitOptions } from '../runOptions';

export interface AwaitedRun {
  id: string;
  parentId?: string;
  /** True if the ID comes from the user, so that the run may not exist. */
  isNamedByUser?: boolean;
  isStoppedOnCancel: boolean;
  onFirstRead?: (run: Run) => void;
  /** Called if a stop was sent after the timeout and may have had an effect. */
  onStopSent?(): void;
  /** An untracked run (its status stays `UNKNOWN`) counts as failed, but may continue. */
  onEnded?(run: Run, outcome: RunOutcome | 'untracked'): void;
  /** Called before an ended run is reported as a failure. Not called for an untracked run. */
  onFailed?(): void;
}

export const STOP_TIMEOUT_MS = 60_000;
/** If the platform refuses the stop, the run may already have ended, so the wait continues briefly. */
const REFUSED_STOP_TIMEOUT_MS = 2_000;

interface ItemWait {
  call: OperationCall<PlatformClient>;
  runnable: Runnable;
  waiter: RunWaiter;
  options: WaitOptions;
  awaited: AwaitedRun;
}

/** Waits until the item's run has ended or the time is over. Depending on the options, returns the run or throws an error. */
export async function awaitItem(itemWait: ItemWait): Promise<IDataObject> {
  const { call, runnable, waiter, options, awaited } = itemWait;
  const { kind } = runnable;
  const pollIntervalMs = options.pollIntervalSeconds * 1000;
  const hasEnded = (run: Run) => findOutcome(run, options.finalStatuses) !== undefined;
  let result = await waiter.waitForEnd(awaited.id, {
    timeoutMs: options.timeoutSeconds * 1000,
    pollIntervalMs,
    mayNotExist: awaited.isNamedByUser,
    onFirstRead: awaited.onFirstRead,
    hasEnded,
  });
  let stopMessage: string | undefined;
  if (result.kind === 'timedOut' && options.onTimeout === 'stop') {
    const stopFailure = await stopAfterTimeout(itemWait);
    const timeoutMs = stopFailure?.timeoutMs ?? STOP_TIMEOUT_MS;
    const { run: runBefore } = result;
    result = await waiter.waitForEnd(awaited.id, { timeoutMs, pollIntervalMs, hasEnded });
    if (result.kind === 'timedOut') result = { ...result, run: result.run ?? runBefore };
    stopMessage = stopFailure?.message ?? 'A stop was requested.';
  }
  if (result.kind !== 'timedOut') {
    const outcome =
      result.kind === 'ended'
        ? (findOutcome(result.run, options.finalStatuses) ?? 'failed')
        : 'untracked';
    awaited.onEnded?.(result.run, outcome);
    const run = { ...result.run, succeeded: outcome === 'succeeded' };
    return await reportEnd(itemWait, run, outcome);
  }
  const lastRead = result.run;
  const parentId = awaited.parentId ?? lastRead?.[kind.parentIdField];
  const parentFields = await loadParentFields(call, runnable, parentId);
  if (options.onTimeout === 'output') {
    const reported = lastRead ?? { id: awaited.id, status: 'UNKNOWN' };
    return { ...buildRunOutput(call.client, kind, reported, parentFields), timedOut: true };
  }
  const output = lastRead ? buildRunOutput(call.client, kind, lastRead, parentFields) : {};
  const run = { ...parentFields, ...lastRead, ...pickUrl(output), id: awaited.id };
  const failure = new RunTimeoutError(kind, run, result, options.timeoutSeconds, stopMessage);
  throw addFacts(failure, { knownFields: output });
}

function pickUrl({ url }: IDataObject): Pick<Run, 'url'> {
  return typeof url === 'string' ? { url } : {};
}

/** @returns undefined if the platform accepted the stop, otherwise a message and how long to wait for the end of the run */
async function stopAfterTimeout({ call, runnable, awaited }: ItemWait) {
  const { client, options, signal } = call;
  try {
    await runnable.runs(client).stop(awaited.id, options);
    awaited.onStopSent?.();
    return undefined;
  } catch (error) {
    if (!(error instanceof PlatformError) || error.effect !== 'none') awaited.onStopSent?.();
    if (signal?.aborted || !(error instanceof PlatformError)) {
      throw buildNodeError(call.execution.getNode(), error);
    }
    const isUnknown = error instanceof OutcomeUnknownError;
    return {
      message: isUnknown
        ? `It is not known whether the run was stopped: ${error.failure.message}.`
        : `The run could not be stopped: ${error.message}.`,
      timeoutMs: isUnknown ? STOP_TIMEOUT_MS : REFUSED_STOP_TIMEOUT_MS,
    };
  }
}

async function reportEnd(
  itemWait: ItemWait,
  run: Run,
  outcome: RunOutcome | 'untracked',
): Promise<IDataObject> {
  const { call, runnable, options, awaited } = itemWait;
  const { kind } = runnable;
  const parentId = run[kind.parentIdField] ?? awaited.parentId;
  const parentFields = await loadParentFields(call, runnable, parentId);
  const { logLines, includeVariables, finalStatuses } = options;
  const runs = runnable.runs(call.client);
  const hasSucceeded = outcome === 'succeeded';
  const [variables, log] = await Promise.all([
    loadVariables(call, runnable, run.id, includeVariables),
    hasSucceeded
      ? undefined
      : runs.readFailureLog(run, logLines, { ...call.options, finalStatuses }),
  ]);
  const output = { ...buildRunOutput(call.client, kind, run, parentFields), ...variables };
  if (hasSucceeded) return output;
  const failedOutput = { ...output, ...buildLogOutput(log) };
  if (options.onFailure === 'output') return failedOutput;
  if (outcome !== 'untracked') awaited.onFailed?.();
  const failedRun = { ...parentFields, ...run, ...pickUrl(output) };
  throw addFacts(new RunFailedError(kind, failedRun, log, outcome), { knownFields: failedOutput });
}
