import type { PlatformClient } from '../../../../platform/client';
import { OutcomeUnknownError } from '../../../../platform/common/errors/errors';
import { listSome } from '../../../../platform/common/text/amounts';
import { timeoutSignal, whenAborted } from '../../../../platform/common/time/cancel';
import { EarlierTries } from '../../../shared/items/earlierTries';
import { logProgress } from '../../../shared/operation/hints';
import type { OperationCall } from '../../../shared/operation/operation';
import type { Runnable } from '../runnable';

/** A canceled node waits this long for responses to stops and starts. */
const MAX_WAIT_AFTER_CANCEL_MS = 700;
const MAX_NAMED_RUNS = 20;

interface Unfinished {
  /** By ID; true if the run is stopped after a cancel. */
  runs: Map<string, boolean>;
  /** By item, the error of a start that may have begun a run. */
  unknownStarts: Map<number, string>;
}

/** Shared by tries, because n8n calls the node once more after a cancel between two tries. */
const unfinishedOfTries = new EarlierTries<Unfinished>();

/**
 * Runs that may not have ended. After a cancel, they are stopped if the user wants it. n8n's log names the others: it is the only
 * output that n8n accepts from a canceled node, and the browser's console also shows it.
 */
export class UnfinishedRuns {
  private readonly known: Unfinished;
  private readonly startsInFlight = new Set<Promise<void>>();

  constructor(
    private readonly call: OperationCall<PlatformClient>,
    private readonly runnable: Runnable,
  ) {
    const { execution } = call;
    const ofTries = { execution, itemIndex: 0 };
    this.known = unfinishedOfTries.recall(ofTries) ?? { runs: new Map(), unknownStarts: new Map() };
    unfinishedOfTries.keep(ofTries, this.known);
  }

  add(id: string, isStoppedOnCancel: boolean): void {
    const { runs } = this.known;
    runs.set(id, isStoppedOnCancel || runs.get(id) === true);
  }

  remove(id: string): void {
    this.known.runs.delete(id);
  }

  /** Adds the run once it is known. */
  addStart(itemIndex: number, start: Promise<{ id: string }>, isStoppedOnCancel: boolean): void {
    const { unknownStarts } = this.known;
    unknownStarts.delete(itemIndex);
    const settled: Promise<void> = start
      .then(({ id }) => this.add(id, isStoppedOnCancel))
      .catch((error: unknown) => {
        if (error instanceof OutcomeUnknownError) unknownStarts.set(itemIndex, error.message);
      })
      .then(() => this.startsInFlight.delete(settled))
      .then(() => this.stopOrNameIfCancelled());
    this.startsInFlight.add(settled);
  }

  /** Does the work, and stops or names runs after a cancel. Later responses are also handled. */
  async accountFor<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } finally {
      if (this.call.signal?.aborted) {
        const settled = Promise.all([this.stopOrNameIfCancelled(), ...this.startsInFlight]);
        const tooLate = new Promise<void>((resolve) => {
          whenAborted(timeoutSignal(MAX_WAIT_AFTER_CANCEL_MS), resolve);
        });
        await Promise.race([settled, tooLate]);
      }
    }
  }

  private async stopOrNameIfCancelled(): Promise<void> {
    if (!this.call.signal?.aborted) return;
    const { runs, unknownStarts } = this.known;
    const [ids, messages] = [[...runs.keys()], [...unknownStarts.values()]];
    const toStop = ids.filter((id) => runs.get(id));
    const toName = ids.filter((id) => !runs.get(id));
    runs.clear();
    unknownStarts.clear();
    messages.forEach((message) => this.log(message));
    if (toName.length > 0) {
      const count = toName.length === 1 ? 'a run' : `${toName.length} runs`;
      this.log(
        `${count} may still be running on the platform (${listSome(toName, MAX_NAMED_RUNS)}). Stop it there or with the operation "Stop".`,
      );
    }
    await Promise.all(toStop.map(async (id) => await this.stop(id)));
  }

  private async stop(id: string): Promise<void> {
    const { client, options } = this.call;
    try {
      // The execution's own signal would end this request as well.
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
