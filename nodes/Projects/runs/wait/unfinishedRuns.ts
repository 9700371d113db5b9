import { sleep } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import { OutcomeUnknownError } from '../../../../platform/errors/errors';
import { listSome } from '../../../../platform/text/amounts';
import { logProgress } from '../../../shared/operation/hints';
import type { OperationCall } from '../../../shared/operation/operation';
import type { Runnable } from '../runnable';

/** How long a canceled node stays for the responses to "stop" and to starts in flight. */
const AFTER_CANCEL_MS = 700;
const MAX_NAMED = 20;

/**
 * The runs of one call of the node that may not have ended, whether they are still waited for or not. After a cancel, they are
 * stopped if the user wants it. Others are named in n8n's log, the only thing that n8n accepts of a canceled node; the browser's
 * console shows it, too.
 */
export class UnfinishedRuns {
  /** By ID, whether it is stopped after a cancel. */
  private readonly runs = new Map<string, boolean>();
  private readonly startsInFlight: Array<Promise<void>> = [];

  constructor(
    private readonly call: OperationCall<PlatformClient>,
    private readonly runnable: Runnable,
  ) {}

  add(id: string, isStoppedOnCancel: boolean): void {
    this.runs.set(id, isStoppedOnCancel || this.runs.get(id) === true);
  }

  remove(id: string): void {
    this.runs.delete(id);
  }

  /** Adds a start that was in flight at the cancel. */
  addStart(outcome: Promise<{ id: string }>, isStoppedOnCancel: boolean): void {
    const settled = outcome.then(
      async ({ id }) => await this.stopOrName(new Map([[id, isStoppedOnCancel]])),
      (error: unknown) => {
        if (error instanceof OutcomeUnknownError) this.log(error.message);
      },
    );
    this.startsInFlight.push(settled);
  }

  /** To be called when nothing is waited for any more. Responses that come later are still dealt with. */
  async stopOrNameIfCancelled(): Promise<void> {
    if (!this.call.signal?.aborted) return;
    const settled = Promise.all([this.stopOrName(this.runs), ...this.startsInFlight]);
    await Promise.race([settled, sleep(AFTER_CANCEL_MS)]);
  }

  private async stopOrName(runs: ReadonlyMap<string, boolean>): Promise<void> {
    const toName = [...runs.keys()].filter((id) => !runs.get(id));
    const toStop = [...runs.keys()].filter((id) => runs.get(id));
    if (toName.length > 0) {
      const count = toName.length === 1 ? 'a run' : `${toName.length} runs`;
      this.log(
        `${count} may still be running on the platform (${listSome(toName, MAX_NAMED)}). Stop it there or with the operation "Stop".`,
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
