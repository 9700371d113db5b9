import type { PlatformClient } from '../../../../platform/client';
import { OutcomeUnknownError } from '../../../../platform/common/errors/errors';
import { listFirst } from '../../../../platform/common/text/amounts';
import { createTimeout, whenAborted } from '../../../../platform/common/time/cancel';
import { EarlierTries } from '../../../shared/items/earlierTries';
import { logProgress } from '../../../shared/operation/hints';
import type { OperationCall } from '../../../shared/operation/operation';
import type { Runnable } from '../runnable';

/** How long a canceled node waits for responses to stops and starts. */
const MAX_WAIT_AFTER_CANCEL_MS = 700;
const MAX_NAMED_RUNS = 20;

interface Unfinished {
  /** By the ID of the run. True if the run is to be stopped after a cancel. */
  runs: Map<string, boolean>;
  /** Messages of starts that may have begun a run, by item index. */
  unknownStarts: Map<number, string>;
}

/** All tries share these runs, because after a cancel between two tries, n8n calls the node once more. */
const unfinishedOfTries = new EarlierTries<Unfinished>();

/**
 * Tracks runs that may not have ended. After a cancel, it stops those with "Stop on Cancel", and logs the others, because n8n
 * ignores the output of a canceled node.
 */
export class UnfinishedRuns {
  private readonly unfinished: Unfinished;
  private readonly startsInFlight = new Set<Promise<void>>();

  constructor(
    private readonly call: OperationCall<PlatformClient>,
    private readonly runnable: Runnable,
  ) {
    const { execution } = call;
    const allTries = { execution, itemIndex: 0 };
    this.unfinished = unfinishedOfTries.recall(allTries) ?? {
      runs: new Map(),
      unknownStarts: new Map(),
    };
    unfinishedOfTries.keep(allTries, this.unfinished);
  }

  add(id: string, isStoppedOnCancel: boolean): void {
    const { runs } = this.unfinished;
    runs.set(id, isStoppedOnCancel || runs.get(id) === true);
  }

  remove(id: string): void {
    this.unfinished.runs.delete(id);
  }

  /** Adds the run of a start once the run is known. */
  addStart(itemIndex: number, start: Promise<{ id: string }>, isStoppedOnCancel: boolean): void {
    const { unknownStarts } = this.unfinished;
    unknownStarts.delete(itemIndex);
    const settled: Promise<void> = start
      .then(({ id }) => this.add(id, isStoppedOnCancel))
      .catch((error: unknown) => {
        if (error instanceof OutcomeUnknownError) unknownStarts.set(itemIndex, error.message);
      })
      .then(() => this.startsInFlight.delete(settled))
      .then(() => this.stopOrLogIfCancelled());
    this.startsInFlight.add(settled);
  }

  /** Does the work. After a cancel, stops or logs its runs, including those whose start is confirmed later. */
  async handleCancelOf<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } finally {
      if (this.call.signal?.aborted) {
        const allSettled = Promise.all([this.stopOrLogIfCancelled(), ...this.startsInFlight]);
        const tooLate = new Promise<void>((resolve) => {
          whenAborted(createTimeout(MAX_WAIT_AFTER_CANCEL_MS), resolve);
        });
        await Promise.race([allSettled, tooLate]);
      }
    }
  }

  private async stopOrLogIfCancelled(): Promise<void> {
    if (!this.call.signal?.aborted) return;
    const { runs, unknownStarts } = this.unfinished;
    const [ids, messages] = [[...runs.keys()], [...unknownStarts.values()]];
    const toStop = ids.filter((id) => runs.get(id));
    const toLog = ids.filter((id) => !runs.get(id));
    runs.clear();
    unknownStarts.clear();
    messages.forEach((message) => this.log(message));
    if (toLog.length > 0) {
      const count = toLog.length === 1 ? 'a run' : `${toLog.length} runs`;
      this.log(
        `${count} may still be running on the platform (${listFirst(toLog, MAX_NAMED_RUNS)}). Stop ${toLog.length === 1 ? 'it' : 'them'} there or with the operation "Stop".`,
      );
    }
    await Promise.all(toStop.map(async (id) => await this.stop(id)));
  }

  private async stop(id: string): Promise<void> {
    const { client, options } = this.call;
    try {
      // The signal of the execution would also cancel this request.
      await this.runnable.runs(client).stop(id, { ...options, signal: undefined });
    } catch (error) {
      this.log(`the run ${id} could not be stopped: ${(error as Error).message}`);
    }
  }

  private log(text: string): void {
    const { execution } = this.call;
    logProgress(execution, `${execution.getNode().name}: ${text}`);
  }
}
