import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import type { Run, RunWatcher } from '../../../platform';
import { forEachItem } from '../../shared/items';
import type { ItemCall, OperationCall } from '../../shared/operation';
import type { PlatformClient } from '../../shared/platformClient';
import { runOutput } from './output';
import { progressTeller } from './progress';
import type { RunSide } from './side';
import { readWaitOptions, type WaitOptions } from './waitOptions';

/** A run that an item waits for. */
export interface AwaitedRun {
  id: string;
  /** The job or pipeline, where it is known. */
  parentId?: string;
  /** Called before the run's end is reported as a failure. */
  onFailed?(): void;
}

/** How long a cancelled node stays for the platform's answer to "stop". */
const STOP_PATIENCE_MS = 700;
/** How long a run that was told to stop may take. */
const STOPPING_TAKES_MS = 60_000;

/** Waits for one run an item, for all items together. */
export async function waitForRuns(
  call: OperationCall<PlatformClient>,
  side: RunSide,
  runOf: (call: ItemCall<PlatformClient>, options: WaitOptions) => Promise<AwaitedRun>,
): Promise<INodeExecutionData[]> {
  const watcherFor = watchers(call, side);
  const run = async (itemCall: ItemCall<PlatformClient>): Promise<INodeExecutionData> => {
    const options = readWaitOptions(call.execution, itemCall.itemIndex);
    const awaited = await runOf(itemCall, options);
    const watcher = watcherFor(options.pollIntervalSeconds);
    try {
      return { json: await outcomeOf({ call, side, watcher, options, awaited }) };
    } finally {
      if (call.signal?.aborted && options.stopOnCancel) {
        await stopAfterCancel(call, side, awaited.id);
      }
    }
  };
  return await forEachItem(call, { run, concurrency: Infinity });
}

/** Stops a run of an execution that was cancelled; the node does not stay long for the answer. */
export async function stopAfterCancel(
  { client: { api, platform } }: OperationCall<PlatformClient>,
  side: RunSide,
  runId: string | Promise<string>,
): Promise<void> {
  const stop = async () => {
    // The execution's own signal would end this request as well.
    await api.stopRun(platform.projects, side.kind(api), await runId);
  };
  await Promise.race([stop().catch(() => undefined), sleep(STOP_PATIENCE_MS)]);
}

/** Runs with one poll interval are looked at together. */
function watchers({ execution, client, signal }: OperationCall<PlatformClient>, side: RunSide) {
  const { api, platform } = client;
  const byInterval = new Map<number, RunWatcher>();
  const onProgress = progressTeller(execution);
  return (pollIntervalSeconds: number): RunWatcher => {
    const watcher =
      byInterval.get(pollIntervalSeconds) ??
      new api.RunWatcher(platform.projects, side.kind(api), {
        pollIntervalMs: pollIntervalSeconds * 1000,
        signal,
        onProgress,
      });
    byInterval.set(pollIntervalSeconds, watcher);
    return watcher;
  };
}

interface Awaiting {
  call: OperationCall<PlatformClient>;
  side: RunSide;
  watcher: RunWatcher;
  options: WaitOptions;
  awaited: AwaitedRun;
}

async function outcomeOf(awaiting: Awaiting): Promise<IDataObject> {
  const { call, side, watcher, options, awaited } = awaiting;
  const { api, platform } = call.client;
  const kind = side.kind(api);
  let wait = await watcher.end(awaited.id, options.timeoutSeconds * 1000);
  if (!wait.ended && options.onTimeout === 'stop') {
    await api.stopRun(platform.projects, kind, awaited.id, { signal: call.signal });
    wait = await watcher.end(awaited.id, STOPPING_TAKES_MS);
  }
  if (wait.ended) return await ended(awaiting, wait.run);
  const parentId = awaited.parentId ?? wait.run?.[kind.parentId];
  if (options.onTimeout === 'output') {
    const seen = wait.run ?? { id: awaited.id, status: 'UNKNOWN' };
    return { ...runOutput(kind, seen, { [kind.parentId]: parentId }), timedOut: true };
  }
  throw new api.RunTimeoutError(kind, awaited.id, parentId, wait, options.timeoutSeconds);
}

async function ended({ call, side, options, awaited }: Awaiting, run: Run): Promise<IDataObject> {
  const { api, platform } = call.client;
  const kind = side.kind(api);
  const output = runOutput(kind, run, { [kind.parentId]: awaited.parentId });
  if (api.outcomeOf(run.status) === 'succeeded') return output;
  const lastLogLines = await api.explainingLogLines(
    platform.projects,
    kind,
    run,
    options.logLines,
    {
      signal: call.signal,
    },
  );
  if (options.onFailure === 'output') return { ...output, lastLogLines };
  awaited.onFailed?.();
  throw new api.RunFailedError(
    kind,
    { ...run, [kind.parentId]: output[kind.parentId] as string | undefined },
    lastLogLines,
  );
}
