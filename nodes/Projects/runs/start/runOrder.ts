import type { PlatformClient } from '../../../../platform/client';
import { PlatformError } from '../../../../platform/common/errors/errors';
import type { RunOutcome } from '../../../../platform/runs/read/outcome';
import type { Run } from '../../../../platform/runs/read/run';
import type { RunStart } from '../../../../platform/runs/start/runStart';
import { listSome } from '../../../../platform/common/text/amounts';
import { unlessCancelled } from '../../../../platform/common/time/cancel';
import { type NodeFailure, itemFailure } from '../../../shared/errors/errors';
import type { ItemCall, OperationCall } from '../../../shared/operation/operation';
import type { Runnable } from '../runnable';
import type { OrderOptions } from '../runOptions';

/** An item whose run is not started yet. */
interface WaitingItem {
  itemIndex: number;
  start(): void;
  refuse(refusal: Error): void;
}

/** One of the runs that there may be at a time, with the items that share it. */
interface Place {
  items: number[];
  /** How many of them still wait for the run. */
  activeCount: number;
}

const MAX_NAMED = 20;

/**
 * The order in which the runs of one call of the node are started: that of the items, and never more than `maxRuns` at a time. A
 * run has a place until it is known to have ended, whatever the number of items that share it: one whose wait timed out, or of which
 * it is not known whether it was started, keeps the place. Runs of an earlier try have places from the beginning.
 *
 * Nothing more is started after this many failures, if no place can become free, or, if there is a limit, after the failure of an
 * item where the node stops on error.
 */
export class RunOrder {
  private readonly waiting: WaitingItem[] = [];
  /** By the ID of a run; by the index of an item until its run is known. */
  private readonly places = new Map<string | number, Place>();
  /** By item, the key of its place. */
  private readonly placeOf: Array<string | number | undefined> = [];
  private readonly failedItems = new Set<number>();
  private readonly stopsOnError: boolean;
  /** Whether the node is going to fail: nothing more is started. */
  private isFailing = false;
  /** The failure that it is going to report, once the log of its run was read. */
  private failure: NodeFailure | undefined;

  constructor(
    { execution }: OperationCall<PlatformClient>,
    private readonly runnable: Runnable,
    private readonly starts: ReadonlyArray<RunStart | undefined>,
    private readonly options: OrderOptions,
  ) {
    this.stopsOnError = options.maxRuns < Infinity && !execution.continueOnFail();
    starts.forEach((start, itemIndex) => {
      if (start?.state === 'open') this.enter(itemIndex, start.run?.id);
    });
  }

  /**
   * Starts an item's run and waits for it, in its turn.
   * @throws PlatformError with the code `NOT_STARTED`; what the work throws
   */
  async inTurn<Result>(
    itemCall: ItemCall<PlatformClient>,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const { itemIndex } = itemCall;
    const start = this.starts[itemIndex];
    // Its parameters cannot be used, which the work reports.
    if (!start) return await work();
    if (start.state === undefined) await this.turnOf(itemCall);
    try {
      return await work();
    } catch (error) {
      const failure = itemFailure(itemCall, error);
      this.countFailure(itemIndex);
      if (this.stopsOnError) this.failure ??= failure;
      throw failure;
    } finally {
      this.leave(itemIndex);
      this.giveTurns();
    }
  }

  /** To be called when an item's run is known: if other items have the same run, they share one place. */
  setRun(itemIndex: number, runId: string): void {
    const place = this.placeOf[itemIndex];
    if (place === undefined || place === runId) return;
    this.places.delete(place);
    this.enter(itemIndex, runId);
    this.giveTurns();
  }

  private enter(itemIndex: number, place: string | number = itemIndex): void {
    this.placeOf[itemIndex] = place;
    const shared = this.places.get(place) ?? { items: [], activeCount: 0 };
    shared.items.push(itemIndex);
    shared.activeCount++;
    this.places.set(place, shared);
  }

  private leave(itemIndex: number): void {
    const key = this.placeOf[itemIndex] ?? itemIndex;
    const place = this.places.get(key);
    if (this.starts[itemIndex]?.state !== 'open') this.places.delete(key);
    else if (place) place.activeCount--;
  }

  /**
   * To be called as soon as an item's run has ended. One that counts as failed because it is untracked keeps its place.
   * @param isError whether a run that did not succeed is an error of the item
   */
  setEnded(itemIndex: number, run: Run, outcome: RunOutcome | 'untracked', isError: boolean): void {
    const start = this.starts[itemIndex];
    const isCountedBefore = start?.run?.outcome !== undefined;
    if (outcome !== 'untracked') start?.setEnded(run, outcome);
    if (outcome === 'succeeded' || isCountedBefore) return;
    this.countFailure(itemIndex);
    this.isFailing ||= isError && this.stopsOnError;
  }

  /** To be called just before a start that had to wait for others. @throws PlatformError as `inTurn` */
  requireTurn(itemIndex: number): void {
    const refusal = this.starts[itemIndex]?.state === undefined && this.refusalOf(itemIndex);
    if (refusal) throw refusal;
  }

  private countFailure(itemIndex: number): void {
    if (!this.refusalOf(itemIndex)) this.failedItems.add(itemIndex);
  }

  private async turnOf({ itemIndex, signal }: ItemCall<PlatformClient>): Promise<void> {
    const turn = new Promise<void>((start, refuse) => {
      this.waiting.push({ itemIndex, start, refuse });
    });
    this.giveTurns();
    await unlessCancelled(turn, signal);
  }

  private giveTurns(): void {
    for (let next = this.waiting[0]; next; next = this.waiting[0]) {
      const refusal = this.refusalOf(next.itemIndex);
      const isHeld = this.isFailing || this.places.size >= this.options.maxRuns;
      if (!refusal && isHeld) return;
      this.waiting.shift();
      if (refusal) {
        next.refuse(refusal);
      } else {
        this.enter(next.itemIndex);
        next.start();
      }
    }
  }

  /** Returns why an item is not started, now or later. */
  private refusalOf(itemIndex: number): Error | undefined {
    if (this.failure) return this.failure;
    const { maxRuns, stopAfterFailures } = this.options;
    if (this.failedItems.size >= stopAfterFailures) {
      return this.notStarted(
        itemIndex,
        'other items failed',
        [...this.failedItems],
        `"Stop After Failures" is ${stopAfterFailures}. Correct what failed, and run the remaining items.`,
      );
    }
    if (this.places.size < maxRuns) return undefined;
    const stuck = [...this.places.values()].filter(({ activeCount }) => activeCount === 0);
    if (stuck.length < maxRuns) return undefined;
    return this.notStarted(
      itemIndex,
      'runs of other items may not have ended',
      stuck.flatMap(({ items }) => items),
      `"Max Concurrent Runs" is ${maxRuns}. To continue after a timeout, set "On Timeout" to "Stop the Run". A run whose status stays UNKNOWN keeps its place until it ends; "Final Statuses" can say otherwise.`,
    );
  }

  private notStarted(
    itemIndex: number,
    reason: string,
    items: readonly number[],
    advice: string,
  ): PlatformError {
    const { noun } = this.runnable;
    const name = `${noun === 'job' ? 'Job' : 'Pipeline'} ${this.starts[itemIndex]?.parentId}`;
    const named = listSome(items, MAX_NAMED);
    return new PlatformError(`${name} was not started, because ${reason}: ${named}`, {
      hint: `Nothing was started for this item. ${advice}`,
      code: 'NOT_STARTED',
    });
  }
}
