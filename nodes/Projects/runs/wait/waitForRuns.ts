import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import type { Progress } from '../../../../platform/runs/wait/runWaiter';
import { type FailureFacts, withFacts } from '../../../shared/errors/errors';
import { itemFailure } from '../../../shared/items/itemFailure';
import { forEachItem, inputOf, readEachItem } from '../../../shared/items/items';
import type { ItemCall, OperationCall } from '../../../shared/operation/operation';
import type { RunOrder } from '../start/runOrder';
import { itemOutcome, type AwaitedRun } from './itemOutcome';
import { progressReporter, reportUnfinished } from './progress';
import type { Runnable } from '../runnable';
import { readWaitOptions, type WaitOptions } from '../runOptions';

/** The output of an item that waits for nothing: its run was skipped. */
interface SkippedItem {
  output: IDataObject;
}

/** How long a cancelled node stays for the platform's response to "stop". */
const STOP_ON_CANCEL_TIMEOUT_MS = 700;

/**
 * Waits for one run an item, for all items together.
 * @param order of the starts, if runs are started
 */
export async function waitForRuns(
  call: OperationCall<PlatformClient>,
  runnable: Runnable,
  runOf: (
    call: ItemCall<PlatformClient>,
    options: WaitOptions,
  ) => Promise<AwaitedRun | SkippedItem>,
  order?: RunOrder,
): Promise<INodeExecutionData[]> {
  const optionsOf = await readEachItem(call, ({ parameters }) => readWaitOptions(parameters));
  const onProgress = progressReporter(call.execution);
  const waiter = runnable.runs(call.client).newWaiter({
    ...call.options,
    onProgress: (progress) => onProgress(withWaiting(progress, order)),
  });
  const unfinished = new Set<string>();
  const run = async (itemCall: ItemCall<PlatformClient>): Promise<INodeExecutionData> => {
    const options = inputOf(optionsOf, itemCall);
    const awaited = await runOf(itemCall, options);
    if ('output' in awaited) return { json: awaited.output };
    unfinished.add(awaited.id);
    try {
      return { json: await itemOutcome({ call, runnable, waiter, options, awaited }) };
    } catch (error) {
      // The requests of a wait are those of all items together.
      const isStarted = awaited.exists ?? true;
      const sendProgress = {
        isRequestSent: true,
        isChangeSent: isStarted,
        isChangeMade: isStarted,
      };
      throw withFacts(
        itemFailure({ ...itemCall, sendProgress }, error),
        knownOf(awaited, runnable),
      );
    } finally {
      const isStopped = call.signal?.aborted && options.stopOnCancel && !awaited.isAdopted;
      if (!call.signal?.aborted || isStopped) unfinished.delete(awaited.id);
      if (isStopped) await stopAfterCancel(call, runnable, awaited.id);
    }
  };
  try {
    return await forEachItem(call, {
      run: (itemCall) => (order ? order.inTurn(itemCall, () => run(itemCall)) : run(itemCall)),
      concurrency: Infinity,
    });
  } finally {
    reportUnfinished(call.execution, unfinished);
  }
}

/** Returns the facts of an item's run for its error. A run that was only waited for is no change of the node's. */
function knownOf(
  { id, parentId, exists = true }: AwaitedRun,
  { kind }: Runnable,
): Partial<FailureFacts> {
  const known = { id, ...(parentId !== undefined && { [kind.parentId]: parentId }) };
  return { known, mayHaveHappened: exists };
}

/** Stops a run of an execution that was cancelled; the node does not stay long for the response. */
export async function stopAfterCancel(
  { client, options }: OperationCall<PlatformClient>,
  runnable: Runnable,
  runId: string | Promise<string>,
): Promise<void> {
  const stop = async () => {
    // The execution's own signal would end this request as well.
    const unlessCancelled = { ...options, signal: undefined };
    await runnable.runs(client).stop(await runId, unlessCancelled);
  };
  await Promise.race([stop().catch(() => undefined), sleep(STOP_ON_CANCEL_TIMEOUT_MS)]);
}

/** Runs that have to wait for their turn are waited for as well. */
function withWaiting(progress: Progress, order: RunOrder | undefined): Progress {
  if (!order || order.waitingCount === 0) return progress;
  return new Map([...progress, ['not started', order.waitingCount]]);
}
