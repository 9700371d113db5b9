import type { PlatformClient } from '../../../../platform/client';
import { PlatformError } from '../../../../platform/common/errors/errors';
import type { RunOutcome } from '../../../../platform/runs/read/outcome';
import type { Run } from '../../../../platform/runs/read/run';
import type { RunStart } from '../../../../platform/runs/start/runStart';
import { listFirst } from '../../../../platform/common/text/amounts';
import { waitUnlessCancelled } from '../../../../platform/common/time/cancel';
import { type NodeFailure, buildItemFailure } from '../../../shared/errors/errors';
import type { ItemCall, OperationCall } from '../../../shared/operation/operation';
import type { Runnable } from '../runnable';
import type { OrderOptions } from '../runOptions';

interface WaitingItem {
  itemIndex: number;
  start(): void;
  refuse(refusal: Error): void;
}

/** One of the `maxRuns` slots for simultaneous runs, with the items that share its run. */
interface Slot {
  items: number[];
  /** Number of items that still wait for the run. */
  activeCount: number;
}

const MAX_NAMED_ITEMS = 20;

/**
 * Lets the items of a node start their runs in order, at most `maxRuns` at a time. A run has a slot until it has certainly
 * ended. So a run whose wait timed out keeps its slot, and so does a start with an unknown outcome. Open runs of an earlier
 * try have slots from the beginning.
 *
 * No more runs are started after `stopAfterFailures` failures, or if no slot can become free. If there is a limit and the node
 * stops on errors, no more runs are started after the first failure.
 */
export class RunOrder {
  private readonly waiting: WaitingItem[] = [];
  /** The key is the ID of the run, or the index of the item until its run is known. */
  private readonly slots = new Map<string | number, Slot>();
  /** Keys of `slots`, by item index. */
  private readonly slotKeys: Array<string | number | undefined> = [];
  private readonly failedItems = new Set<number>();
  private readonly stopsOnError: boolean;
  /** True after a failed run in a node that stops on errors. No run is started while the log of the failed run is read. */
  private isFailing = false;
  private failure: NodeFailure | undefined;

  constructor(
    { execution }: OperationCall<PlatformClient>,
    private readonly runnable: Runnable,
    private readonly starts: ReadonlyArray<RunStart | undefined>,
    private readonly options: OrderOptions,
  ) {
    this.stopsOnError = options.maxRuns < Infinity && !execution.continueOnFail();
    starts.forEach((start, itemIndex) => {
      if (start?.state === 'open') this.takeSlot(itemIndex, start.run?.id);
    });
  }

  /**
   * Waits for the item's turn, and then does the work, which starts a run and waits for it.
   * @throws the reason if no more runs are started
   */
  async runInTurn<Result>(
    itemCall: ItemCall<PlatformClient>,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const { itemIndex } = itemCall;
    const start = this.starts[itemIndex];
    // The parameters are invalid, which the work reports.
    if (!start) return await work();
    if (start.state === undefined) await this.waitForTurn(itemCall);
    try {
      return await work();
    } catch (error) {
      const failure = buildItemFailure(itemCall, error);
      this.countFailure(itemIndex);
      if (this.stopsOnError) this.failure ??= failure;
      throw failure;
    } finally {
      this.leaveSlot(itemIndex);
      this.giveTurns();
    }
  }

  /** Call this when an item's run is known. Items with the same run share one slot. */
  setRun(itemIndex: number, runId: string): void {
    const key = this.slotKeys[itemIndex];
    if (key === undefined || key === runId) return;
    this.slots.delete(key);
    this.takeSlot(itemIndex, runId);
    this.giveTurns();
  }

  private takeSlot(itemIndex: number, key: string | number = itemIndex): void {
    this.slotKeys[itemIndex] = key;
    const slot = this.slots.get(key) ?? { items: [], activeCount: 0 };
    slot.items.push(itemIndex);
    slot.activeCount++;
    this.slots.set(key, slot);
  }

  private leaveSlot(itemIndex: number): void {
    const key = this.slotKeys[itemIndex] ?? itemIndex;
    const slot = this.slots.get(key);
    if (this.starts[itemIndex]?.state !== 'open') this.slots.delete(key);
    else if (slot) slot.activeCount--;
  }

  /**
   * Call this as soon as an item's run has ended. An untracked run counts as failed, but keeps its slot.
   * @param isError true if an unsuccessful run is an error of the item
   */
  setEnded(itemIndex: number, run: Run, outcome: RunOutcome | 'untracked', isError: boolean): void {
    const start = this.starts[itemIndex];
    const isAlreadyCounted = start?.run?.outcome !== undefined;
    if (outcome !== 'untracked') start?.setEnded(run, outcome);
    if (outcome === 'succeeded' || isAlreadyCounted) return;
    this.countFailure(itemIndex);
    this.isFailing ||= isError && this.stopsOnError;
  }

  /** Call this just before a start that had to wait for other starts. @throws the reason if no more runs are started */
  requireTurn(itemIndex: number): void {
    const refusal = this.starts[itemIndex]?.state === undefined && this.findRefusal(itemIndex);
    if (refusal) throw refusal;
  }

  private countFailure(itemIndex: number): void {
    if (!this.findRefusal(itemIndex)) this.failedItems.add(itemIndex);
  }

  private async waitForTurn({ itemIndex, signal }: ItemCall<PlatformClient>): Promise<void> {
    const turn = new Promise<void>((start, refuse) => {
      this.waiting.push({ itemIndex, start, refuse });
    });
    this.giveTurns();
    await waitUnlessCancelled(turn, signal);
  }

  private giveTurns(): void {
    for (let next = this.waiting[0]; next; next = this.waiting[0]) {
      const refusal = this.findRefusal(next.itemIndex);
      const mustWait = this.isFailing || this.slots.size >= this.options.maxRuns;
      if (!refusal && mustWait) return;
      this.waiting.shift();
      if (refusal) {
        next.refuse(refusal);
      } else {
        this.takeSlot(next.itemIndex);
        next.start();
      }
    }
  }

  /** Returns undefined if the item may start, now or later. */
  private findRefusal(itemIndex: number): Error | undefined {
    if (this.failure) return this.failure;
    const { maxRuns, stopAfterFailures } = this.options;
    if (this.failedItems.size >= stopAfterFailures) {
      return this.notStartedError(
        itemIndex,
        'other items failed',
        [...this.failedItems],
        `"Stop After Failures" is ${stopAfterFailures}. Fix the failed items, and run the remaining ones.`,
      );
    }
    if (this.slots.size < maxRuns) return undefined;
    const stuckSlots = [...this.slots.values()].filter(({ activeCount }) => activeCount === 0);
    if (stuckSlots.length < maxRuns) return undefined;
    return this.notStartedError(
      itemIndex,
      'runs of other items may not have ended',
      stuckSlots.flatMap(({ items }) => items),
      `"Max Concurrent Runs" is ${maxRuns}. To continue after a timeout, set "On Timeout" to "Stop the Run". A run with the status UNKNOWN counts as running until it ends. To count it as ended, set "Final Statuses" to UNKNOWN=failed.`,
    );
  }

  private notStartedError(
    itemIndex: number,
    reason: string,
    items: readonly number[],
    advice: string,
  ): PlatformError {
    const { noun } = this.runnable;
    const name = `${noun === 'job' ? 'Job' : 'Pipeline'} ${this.starts[itemIndex]?.parentId}`;
    const itemList = listFirst(items, MAX_NAMED_ITEMS);
    return new PlatformError(`${name} was not started, because ${reason}: ${itemList}`, {
      hint: `Nothing was started for this item. ${advice}`,
      code: 'NOT_STARTED',
    });
  }
}
