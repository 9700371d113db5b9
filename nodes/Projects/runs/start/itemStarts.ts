import { NodeOperationError } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import { unlessCancelled } from '../../../../platform/time/cancel';
import type { Run } from '../../../../platform/runs/read/run';
import type { RunStart, StartedRun } from '../../../../platform/runs/start/runStart';
import { nodeError } from '../../../shared/errors/errors';
import { inputOf, type ItemInput } from '../../../shared/items/items';
import type { ItemCall, OperationCall } from '../../../shared/operation/operation';
import { pickedProjectId } from '../../../shared/locators/pages';
import { failureWithRuns } from './failureWithRuns';
import { PreStartCheck } from './preStartCheck';
import { namesOf } from '../read/runOutput';
import { restoreRuns, saveRuns, startOfItem } from './keptStarts';
import { RunLog } from './runLog';
import type { Runnable } from '../runnable';
import { readStartOptions, type StartInput } from './startOptions';

/** The run that an item gets. */
interface ItemRun {
  id: string;
  status: string;
  /** Somebody else started it. */
  isTaken?: boolean;
  /** The run that was under way, where the item was skipped for it. */
  skippedFor?: Run;
}

/** What to do about a start whose execution was cancelled; its run may be known later. */
type OnCancelled = (
  call: ItemCall<PlatformClient>,
  outcome: Promise<{ id: string }>,
) => Promise<void>;

export function readStartInput(call: ItemCall<PlatformClient>, runnable: Runnable): StartInput {
  return {
    ...readStartOptions(call.parameters),
    parentId: runnable.readParentId(call),
  };
}

/**
 * The starts of all items of one call of the node. Each item gets its run once: one that an earlier try or a failed execution has
 * started, one that was under way (`ifRunning`), or a new one. Items of different jobs start at the same time. An item of a job that
 * an earlier item has, too, first waits for that one where it must not start a second run: the platform's list of runs was read
 * before either was started (`PreStartCheck`), so only the earlier item's outcome tells whether the job runs now. Where that is not
 * known, since the response to its start was lost, nothing is started beside it. What is certain to fail is refused before anything
 * is started, unless the node continues on failed items. A start is kept from the moment that it is made, so that the next try, or a
 * user's retry, goes on with it in place of starting another run; whatever ends the node, its error names the runs it has started.
 */
export class ItemStarts {
  private readonly starts: Array<RunStart | undefined>;
  private readonly previousOfJob: Array<number | undefined> = [];
  private readonly runs: Array<Promise<ItemRun> | undefined> = [];
  private readonly preStartCheck: PreStartCheck;
  private readonly log: RunLog;

  constructor(
    private readonly call: OperationCall<PlatformClient>,
    private readonly runnable: Runnable,
    private readonly inputs: ReadonlyArray<ItemInput<StartInput>>,
    private readonly onCancelled?: OnCancelled,
  ) {
    this.log = new RunLog(call.execution);
    this.preStartCheck = new PreStartCheck(call, runnable, inputs, (index) =>
      this.needsStart(index),
    );
    restoreRuns(call, runnable);
    const last = new Map<string, number>();
    this.starts = inputs.map((read, itemIndex) => {
      if ('failure' in read) return undefined;
      const { parentId } = read.input;
      this.previousOfJob[itemIndex] = last.get(parentId);
      last.set(parentId, itemIndex);
      return startOfItem(call, runnable, parentId, itemIndex);
    });
  }

  /**
   * To be called before anything is started; see `PreStartCheck`. A node that stops on error starts nothing where an item
   * cannot be started.
   */
  async checkBeforeStart(isAwaited: boolean): Promise<void> {
    await this.preStartCheck.run(isAwaited);
    if (!this.call.execution.continueOnFail()) {
      this.inputs.forEach((read, itemIndex) => {
        if ('input' in read && this.needsStart(itemIndex))
          this.refuseKnownConflict(itemIndex, read.input);
      });
    }
    this.prefetchNames(isAwaited);
  }

  /** All together: items whose runs end one after the other would ask one by one. */
  private prefetchNames(isAwaited: boolean): void {
    this.inputs.forEach((read, itemIndex) => {
      if ('failure' in read) return;
      const { ifRunning, parentId } = read.input;
      const isSkipped =
        ifRunning === 'skip' && this.preStartCheck.runsUnderWay(itemIndex).length > 0;
      if (isAwaited || isSkipped) void namesOf(this.call, this.runnable, parentId);
    });
  }

  /** The item's run: started, or one that was under way. */
  async runOf(call: ItemCall<PlatformClient>): Promise<ItemRun> {
    return await this.runOfItem(call.itemIndex);
  }

  /** What is known of an item's run without a request. */
  knownOf({ itemIndex, parameters }: ItemCall<PlatformClient>): Partial<Run> {
    const { parentId } = this.runnable.kind;
    const projectId = pickedProjectId(this.call.client, parameters, parentId);
    return {
      [parentId]: this.starts[itemIndex]?.parentId,
      ...(projectId !== undefined && { projectId }),
    };
  }

  parentIdOf(call: ItemCall<PlatformClient>): string {
    return inputOf(this.inputs, call).parentId;
  }

  /** Does the work; where that fails, the error names the runs that were started. */
  async nameRunsInErrors<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      saveRuns(this.call, this.starts);
      throw failureWithRuns(this.call.execution.getNode(), error, this.runnable, this.starts);
    } finally {
      this.log.write();
    }
  }

  private runOfItem(itemIndex: number): Promise<ItemRun> {
    return (this.runs[itemIndex] ??= this.startOrContinue({
      ...this.call,
      itemIndex,
      parameters: this.call.parametersOf(itemIndex),
    }));
  }

  private async startOrContinue(call: ItemCall<PlatformClient>): Promise<ItemRun> {
    const input = inputOf(this.inputs, call);
    const start = this.starts[call.itemIndex] as RunStart;
    if (start.run) return { ...start.run, isTaken: start.isTaken };
    if (this.needsStart(call.itemIndex)) {
      this.preStartCheck.require(call.itemIndex);
      if (input.ifRunning !== 'start') {
        const run = await this.runUnderWay(call.itemIndex);
        if (run) return this.continueWithRunUnderWay(call, input, run);
      } else {
        this.refuseSecondStart(call.itemIndex, input);
      }
    }
    return await this.sendStart(call, start, input);
  }

  private async sendStart(
    call: ItemCall<PlatformClient>,
    start: RunStart,
    { onLostAnswer }: StartInput,
  ): Promise<ItemRun> {
    const { client, options, signal } = call;
    const starting = this.runnable.runs(client).start(start, { ...options, onLostAnswer });
    const outcome = starting.then((run) => {
      this.logRun('Started', run.id, call);
      return run;
    });
    try {
      return await unlessCancelled(outcome, signal);
    } finally {
      if (signal?.aborted) await this.onCancelled?.(call, outcome);
    }
  }

  /** Neither run nor start of an earlier try is known. */
  private needsStart(itemIndex: number): boolean {
    const start = this.starts[itemIndex];
    return start !== undefined && !start.run && !start.isUnknown;
  }

  /** What is under way for an item: the run of an item before it, or one that the check has found. */
  private async runUnderWay(itemIndex: number): Promise<Run | undefined> {
    const previous = this.previousOfJob[itemIndex];
    if (previous === undefined) return this.preStartCheck.runsUnderWay(itemIndex)[0]?.run;
    try {
      const { id, status, skippedFor } = await this.runOfItem(previous);
      return skippedFor ?? { id, status };
    } catch (error) {
      // Whether that item's start began a run is not known, so nothing is started beside it.
      if (this.starts[previous]?.isUnknown) {
        throw nodeError(this.call.execution.getNode(), error, itemIndex);
      }
      return await this.runUnderWay(previous);
    }
  }

  /** What is known before anything is started. */
  private refuseKnownConflict(itemIndex: number, input: StartInput): void {
    if (input.ifRunning === 'start') return this.refuseSecondStart(itemIndex, input);
    if (input.ifRunning !== 'error') return;
    const previous = this.previousOfJob[itemIndex];
    const run = this.preStartCheck.runsUnderWay(itemIndex)[0]?.run ?? this.knownRun(previous);
    if (run) throw this.underWayRefusal(itemIndex, input, run);
    if (previous === undefined || !this.needsStart(previous)) return;
    throw this.refusal(itemIndex, input, `is started by the items ${previous} and ${itemIndex}`, {
      description:
        'The second item would find the run of the first one. Nothing was started for them. Remove one item, or choose another value for "If Already Running".',
    });
  }

  /** The run of an earlier try. */
  private knownRun(itemIndex: number | undefined): StartedRun | undefined {
    return itemIndex === undefined ? undefined : this.starts[itemIndex]?.run;
  }

  private underWayRefusal(
    itemIndex: number,
    input: StartInput,
    run: StartedRun & { number?: number },
  ) {
    return this.refusal(itemIndex, input, `is already running: ${nameOf(run)}, ${run.status}`, {
      description:
        'Nothing was started for this item. Wait until that run ends, or choose another value for "If Already Running".',
    });
  }

  private continueWithRunUnderWay(
    call: ItemCall<PlatformClient>,
    input: StartInput,
    run: Run,
  ): ItemRun {
    const { id, status } = run;
    if (input.ifRunning === 'skip') return { id, status, skippedFor: run };
    if (input.ifRunning === 'error') throw this.underWayRefusal(call.itemIndex, input, run);
    this.runnable.runs(call.client).startRegisterOf(input.parentId).claim(id);
    this.starts[call.itemIndex]?.setRun({ id, status }, 'taken');
    this.logRun('Took', id, call);
    return { id, status, isTaken: true };
  }

  /** A user retries an execution of which nothing is known: a run like ours may be the one that it started. */
  private refuseSecondStart(itemIndex: number, input: StartInput): void {
    if (this.call.execution.getMode() !== 'retry' || input.onLostAnswer === 'startAgain') return;
    const run = this.preStartCheck.runsUnderWay(itemIndex).find(({ mayBeOurs }) => mayBeOurs)?.run;
    if (!run) return;
    throw this.refusal(
      itemIndex,
      input,
      `has a current run that the failed execution may have started: ${nameOf(run)}, ${run.status}`,
      {
        description:
          'Nothing was started for this item. To continue with that run, set "If Already Running" to "Use the Current Run". To start another run, wait until it ends, or set "If the Response Is Lost" to "Start Again".',
      },
    );
  }

  private refusal(
    itemIndex: number,
    { parentId }: StartInput,
    what: string,
    { description }: { description: string },
  ): NodeOperationError {
    const noun = this.runnable.noun === 'job' ? 'Job' : 'Pipeline';
    return new NodeOperationError(this.call.execution.getNode(), `${noun} ${parentId} ${what}`, {
      itemIndex,
      description,
    });
  }

  private logRun(what: string, runId: string, call: ItemCall<PlatformClient>): void {
    const { noun } = this.runnable;
    const parentId = this.starts[call.itemIndex]?.parentId ?? '';
    const url = this.call.client.pages.url(noun, this.knownOf(call).projectId, parentId, runId);
    const page = url ? `, ${url}` : '';
    this.log.add(`${what} run ${runId} of ${noun} ${parentId}${page}`, call.itemIndex);
  }
}

function nameOf({ id, number }: { id: string; number?: number }): string {
  return number === undefined ? `run ${id}` : `run ${number} (${id})`;
}
