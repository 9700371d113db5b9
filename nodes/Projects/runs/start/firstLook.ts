import type { PlatformClient } from '../../../../platform/client';
import { IntrospectionRefusedError } from '../../../../platform/errors/errors';
import type { RunsUnderWayRead } from '../../../../platform/runs/start/runsUnderWay';
import { nodeError } from '../../../shared/errors/errors';
import type { ItemInput } from '../../../shared/items/items';
import type { OperationCall } from '../../../shared/operation/operation';
import type { Runnable } from '../runnable';
import type { StartInput } from './startOptions';

/** Runs of a job that are looked at before something is started. */
const NEWEST_RUNS = 20;

/** What the items' jobs have under way, asked once for all items before anything is started. */
export class FirstLook {
  private looks: ReadonlyMap<string, RunsUnderWayRead> = new Map();
  private isAwaited = false;

  constructor(
    private readonly call: OperationCall<PlatformClient>,
    private readonly runnable: Runnable,
    private readonly inputs: ReadonlyArray<ItemInput<StartInput>>,
    /** Whether an item has neither a run nor a start of an earlier try. */
    private readonly isToStart: (itemIndex: number) => boolean,
  ) {}

  /** @param isAwaited whether runs are waited for, for which the platform has to tell them */
  async look(isAwaited: boolean): Promise<void> {
    const { client, options, execution } = this.call;
    const isRetry = execution.getMode() === 'retry';
    const isNeeded = ({ ifRunning, onLostAnswer }: StartInput) =>
      isAwaited || ifRunning !== 'start' || (isRetry && onLostAnswer !== 'startAgain');
    const jobs = this.inputs.flatMap((_read, itemIndex) => {
      const input = this.inputOf(itemIndex);
      return input && this.isToStart(itemIndex) && isNeeded(input) ? [input.parentId] : [];
    });
    if (jobs.length === 0) return;
    this.isAwaited = isAwaited;
    const runs = this.runnable.runs(client);
    if (isAwaited) await runs.requireQuery(options);
    this.looks = await runs.getRunsUnderWay(jobs, NEWEST_RUNS, options);
    if (execution.continueOnFail()) return;
    this.inputs.forEach((_read, itemIndex) => this.require(itemIndex));
  }

  /** @throws NodeError where the item's job could not be looked at, and may not be started without */
  require(itemIndex: number): void {
    const look = this.lookFor(itemIndex);
    if (!look || !('failure' in look) || !this.isToStart(itemIndex)) return;
    const isStartedInAnyCase = this.inputOf(itemIndex)?.ifRunning === 'start';
    const isHidden = look.failure instanceof IntrospectionRefusedError;
    if (!this.isAwaited && isHidden && isStartedInAnyCase) return;
    throw nodeError(this.call.execution.getNode(), look.failure, itemIndex);
  }

  /** Newest first. */
  runsUnderWay(itemIndex: number) {
    const look = this.lookFor(itemIndex);
    return look && 'underWay' in look ? look.underWay : [];
  }

  private lookFor(itemIndex: number): RunsUnderWayRead | undefined {
    const input = this.inputOf(itemIndex);
    return input && this.looks.get(input.parentId);
  }

  private inputOf(itemIndex: number): StartInput | undefined {
    const read = this.inputs[itemIndex];
    return read && 'input' in read ? read.input : undefined;
  }
}
