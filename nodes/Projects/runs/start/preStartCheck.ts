import type { PlatformClient } from '../../../../platform/client';
import { IntrospectionRefusedError } from '../../../../platform/errors/errors';
import type { RunsUnderWayRead } from '../../../../platform/runs/start/startRegister';
import { itemFailure } from '../../../shared/items/itemFailure';
import type { ItemInput } from '../../../shared/items/items';
import type { OperationCall } from '../../../shared/operation/operation';
import type { Runnable } from '../runnable';
import type { StartInput } from './startOptions';

/** Runs of a job that are read before something is started. */
const NEWEST_RUNS = 20;

/** What the items' jobs have under way, asked once for all items before anything is started. */
export class PreStartCheck {
  private reads: ReadonlyMap<string, RunsUnderWayRead> = new Map();
  private isAwaited = false;

  constructor(
    private readonly call: OperationCall<PlatformClient>,
    private readonly runnable: Runnable,
    private readonly inputs: ReadonlyArray<ItemInput<StartInput>>,
    /** Whether an item has neither a run nor a start of an earlier try. */
    private readonly needsStart: (itemIndex: number) => boolean,
  ) {}

  /** @param isAwaited whether runs are waited for, for which the platform has to tell them */
  async run(isAwaited: boolean): Promise<void> {
    const { client, options, execution } = this.call;
    const isRetry = execution.getMode() === 'retry';
    const isNeeded = ({ ifRunning, onLostAnswer }: StartInput) =>
      isAwaited || ifRunning !== 'start' || (isRetry && onLostAnswer !== 'startAgain');
    const jobs = this.inputs.flatMap((_read, itemIndex) => {
      const input = this.inputOf(itemIndex);
      return input && this.needsStart(itemIndex) && isNeeded(input) ? [input.parentId] : [];
    });
    if (jobs.length === 0) return;
    this.isAwaited = isAwaited;
    const runs = this.runnable.runs(client);
    if (isAwaited) await runs.requireQuery(options);
    this.reads = await runs.getRunsUnderWay(jobs, NEWEST_RUNS, options);
    if (execution.continueOnFail()) return;
    this.inputs.forEach((_read, itemIndex) => this.require(itemIndex));
  }

  /** @throws NodeError where the runs of the item's job could not be read, and it may not be started without */
  require(itemIndex: number): void {
    const read = this.readFor(itemIndex);
    if (!read || !('failure' in read) || !this.needsStart(itemIndex)) return;
    const isStartedInAnyCase = this.inputOf(itemIndex)?.ifRunning === 'start';
    const isHidden = read.failure instanceof IntrospectionRefusedError;
    if (!this.isAwaited && isHidden && isStartedInAnyCase) return;
    const parameters = this.call.parametersOf(itemIndex);
    throw itemFailure({ ...this.call, itemIndex, parameters }, read.failure);
  }

  /** Newest first. */
  runsUnderWay(itemIndex: number) {
    const read = this.readFor(itemIndex);
    return read && 'underWay' in read ? read.underWay : [];
  }

  private readFor(itemIndex: number): RunsUnderWayRead | undefined {
    const input = this.inputOf(itemIndex);
    return input && this.reads.get(input.parentId);
  }

  private inputOf(itemIndex: number): StartInput | undefined {
    const read = this.inputs[itemIndex];
    return read && 'input' in read ? read.input : undefined;
  }
}
