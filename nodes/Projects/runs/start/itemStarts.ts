import { NodeOperationError } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import { PlatformError } from '../../../../platform/errors/errors';
import type { Run } from '../../../../platform/runs/read/run';
import type { RunStart, StartedRun } from '../../../../platform/runs/start/runStart';
import type { OpenRunsRead } from '../../../../platform/runs/start/jobStarts';
import { unlessCancelled } from '../../../../platform/time/cancel';
import { outcomeOf } from '../../../../platform/runs/read/outcome';
import { nodeError, withFacts } from '../../../shared/errors/errors';
import { itemFailure } from '../../../shared/items/itemFailure';
import { inputOf, type ItemInput } from '../../../shared/items/items';
import { pickedProjectId } from '../../../shared/locators/pages';
import type { ItemCall, OperationCall } from '../../../shared/operation/operation';
import { namesOf } from '../read/runOutput';
import type { Runnable } from '../runnable';
import { readStartOptions, type StartInput } from '../runOptions';
import { restoreRuns, saveRuns, startOfItem } from './keptStarts';
import { failureWithRuns } from './startedRuns';

/** The run of an item. */
interface ItemRun {
  id: string;
  status: string;
  /** Another execution or user started it. */
  isTaken?: boolean;
  /** The run that was under way, if the item was skipped for it. */
  skippedFor?: Run;
}

/** What to do about a start whose execution was cancelled; its run may be known later. */
export type OnCancelled = (
  call: ItemCall<PlatformClient>,
  outcome: Promise<{ id: string }>,
) => Promise<void>;

export function readStartInput(call: ItemCall<PlatformClient>, runnable: Runnable): StartInput {
  return {
    ...readStartOptions(call.parameters),
    parentId: runnable.readParentId(call),
  };
}

/** Runs of a job that are read before something is started. */
const NEWEST_RUNS = 20;

/**
 * The starts of all items of one call of the node. Each item has its run once: one that an earlier try or a failed
 * execution has started, one that was under way (`ifRunning`), or a new one.
 *
 * Before anything is started, the runs of all jobs are read, and an item that is certain to fail is refused, unless the node
 * continues on failed items. Items of different jobs then start at the same time. An item of a job that an earlier item has,
 * too, waits for that one if it must not start a second run: the runs were read before either was started. If items have to
 * wait for their turn, the runs of such a job are read once more at the turn.
 *
 * A start is kept from the moment that it is made (`RunStart`): the next try, or a user's retry, continues with it. If the
 * node fails, its error names the runs that it has started.
 */
export class ItemStarts {
  /** By the item's index; undefined if its parameters cannot be used. */
  readonly starts: ReadonlyArray<RunStart | undefined>;
  private readonly previousOfJob: Array<number | undefined> = [];
  private readonly runs: Array<Promise<ItemRun> | undefined> = [];
  private readonly reads = new Map<string, OpenRunsRead>();
  private isAwaited = false;

  constructor(
    private readonly call: OperationCall<PlatformClient>,
    private readonly runnable: Runnable,
    private readonly inputs: ReadonlyArray<ItemInput<StartInput>>,
    private readonly onCancelled?: OnCancelled,
    /** How many runs may be under way at a time; see `RunOrder`. */
    private readonly maxRuns = Infinity,
  ) {
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
   * To be called before anything is started. A node that stops on error starts nothing if an item cannot be started.
   * @param isAwaited whether runs are waited for, for which the platform has to return them
   */
  async checkBeforeStart(isAwaited: boolean): Promise<void> {
    const { execution } = this.call;
    const toStart = this.inputs.flatMap((read, itemIndex) =>
      'input' in read && this.needsStart(itemIndex) ? [{ itemIndex, input: read.input }] : [],
    );
    const isRetry = execution.getMode() === 'retry';
    const isRead = ({ ifRunning, onLostAnswer }: StartInput) =>
      isAwaited || ifRunning !== 'start' || (isRetry && onLostAnswer !== 'startAgain');
    const jobs = toStart.map(({ input }) => input).filter(isRead);
    await this.readOpenRuns(
      jobs.map(({ parentId }) => parentId),
      isAwaited,
    );
    if (!execution.continueOnFail()) {
      for (const { itemIndex, input } of toStart) this.requireRead(itemIndex, input);
      for (const { itemIndex, input } of toStart) this.refuseKnownConflict(itemIndex, input);
    }
    // All together: items whose runs end one after the other would ask one by one.
    for (const read of this.inputs) {
      if ('failure' in read) continue;
      const { ifRunning, parentId } = read.input;
      const isSkipped = ifRunning === 'skip' && this.runsFound(read.input).length > 0;
      if (isAwaited || isSkipped) void namesOf(this.call, this.runnable, parentId);
    }
  }

  private async readOpenRuns(parentIds: readonly string[], isAwaited: boolean): Promise<void> {
    if (parentIds.length === 0) return;
    this.isAwaited = isAwaited;
    const { client, options } = this.call;
    const runs = this.runnable.runs(client);
    if (isAwaited) await runs.requireQuery(options);
    const reads = await runs.getOpenRuns(parentIds, NEWEST_RUNS, options);
    for (const [parentId, read] of reads) this.reads.set(parentId, read);
  }

  /** The item's run: started, or one that was under way. */
  async runOf({ itemIndex }: Pick<ItemCall<PlatformClient>, 'itemIndex'>): Promise<ItemRun> {
    const parameters = this.call.parametersOf(itemIndex);
    return await (this.runs[itemIndex] ??= this.startOrContinue({
      ...this.call,
      itemIndex,
      parameters,
    }));
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

  /** Does the work; if that fails, the error names the runs that were started. */
  async nameRunsInErrors<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      saveRuns(this.call, this.starts);
      const isLeft = (start: RunStart | undefined, itemIndex: number) =>
        start !== undefined && this.runs[itemIndex] === undefined;
      const leftCount = this.runs.length > 0 ? this.starts.filter(isLeft).length : 0;
      const node = this.call.execution.getNode();
      throw failureWithRuns(node, error, this.runnable, this.starts, leftCount);
    }
  }

  private async startOrContinue(call: ItemCall<PlatformClient>): Promise<ItemRun> {
    const input = inputOf(this.inputs, call);
    const start = this.starts[call.itemIndex] as RunStart;
    if (start.run) return { ...start.run, isTaken: start.isTaken };
    if (this.needsStart(call.itemIndex)) {
      await this.renewRead(call, input);
      this.requireRead(call.itemIndex, input);
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
      this.logRun('Started run', run.id, call);
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

  /** Reads the runs of the item's job again if the item waited so long that they no longer show what is new to its start. */
  private async renewRead(
    { client }: ItemCall<PlatformClient>,
    { parentId, ifRunning }: StartInput,
  ): Promise<void> {
    const read = this.reads.get(parentId);
    const isReadLater = ifRunning !== 'start' && this.maxRuns < Infinity;
    if (!read || 'failure' in read || isReadLater) return;
    if (this.runnable.runs(client).jobStartsOf(parentId).hasBaseline) return;
    await this.readOpenRuns([parentId], this.isAwaited);
    const renewed = this.reads.get(parentId);
    if (renewed && 'failure' in renewed) this.reads.set(parentId, read);
  }

  /** @throws NodeError if the runs of the item's job could not be read, and it may not be started without */
  private requireRead(itemIndex: number, input: StartInput): void {
    const read = this.reads.get(input.parentId);
    if (!read || !('failure' in read)) return;
    const { failure } = read;
    const isHidden = failure instanceof PlatformError && failure.code === 'NOT_SUPPORTED';
    if (!this.isAwaited && isHidden && input.ifRunning === 'start') {
      throw this.refusal(
        itemIndex,
        input,
        'was not started: the failed execution may have started it, and its runs cannot be read',
        `Check the runs of the ${this.runnable.noun} on the platform. To start it again, set "If the Response Is Lost" to "Start Again". ${failure.message}.`,
      );
    }
    throw itemFailure({ ...this.call, itemIndex }, failure);
  }

  /** What the check has found, newest first. */
  private runsFound({ parentId, finalStatuses }: StartInput) {
    const read = this.reads.get(parentId);
    const found = read && 'openRuns' in read ? read.openRuns : [];
    return found.filter(({ run }) => outcomeOf(run, finalStatuses) === undefined);
  }

  /** What is under way for an item: the run of an item before it, or one that the check has found. */
  private async runUnderWay(itemIndex: number): Promise<Run | undefined> {
    const ofPrevious = await this.runOfPrevious(itemIndex);
    const input = inputOf(this.inputs, { itemIndex });
    if (this.maxRuns === Infinity) return ofPrevious ?? this.runsFound(input)[0]?.run;
    const isOpen = (start?: RunStart) =>
      start?.state === 'open' && start.run?.id === ofPrevious?.id;
    if (ofPrevious && this.starts.some(isOpen)) return ofPrevious;
    // The item had to wait for its turn: what was found before may have ended, and others may have begun.
    await this.readOpenRuns([input.parentId], this.isAwaited);
    this.requireRead(itemIndex, input);
    return this.runsFound(input)[0]?.run;
  }

  /** The run of an item before it, or the one that was under way for that. */
  private async runOfPrevious(itemIndex: number): Promise<Run | undefined> {
    const previous = this.previousOfJob[itemIndex];
    if (previous === undefined) return undefined;
    try {
      const { id, status, skippedFor } = await this.runOf({ itemIndex: previous });
      return skippedFor ?? { id, status };
    } catch (error) {
      // Whether that item's start began a run is not known, so nothing is started beside it.
      if (this.starts[previous]?.isUnknown) {
        throw nodeError(this.call.execution.getNode(), error, itemIndex);
      }
      return await this.runOfPrevious(previous);
    }
  }

  private continueWithRunUnderWay(
    call: ItemCall<PlatformClient>,
    input: StartInput,
    run: Run,
  ): ItemRun {
    const { id, status } = run;
    if (input.ifRunning === 'skip') return { id, status, skippedFor: run };
    if (input.ifRunning === 'error') throw this.underWayRefusal(call.itemIndex, input, run);
    this.runnable.runs(call.client).jobStartsOf(input.parentId).claim(id);
    this.starts[call.itemIndex]?.setRun({ id, status }, 'taken');
    this.logRun('Took run', id, call);
    return { id, status, isTaken: true };
  }

  /** What is known before anything is started. */
  private refuseKnownConflict(itemIndex: number, input: StartInput): void {
    if (input.ifRunning === 'start') return this.refuseSecondStart(itemIndex, input);
    if (input.ifRunning !== 'error') return;
    const previous = this.previousOfJob[itemIndex];
    // One by one, the run of that item has ended by then, and what is under way is read again.
    if (previous !== undefined && this.maxRuns === 1) return;
    const ofPrevious = previous === undefined ? undefined : this.starts[previous]?.run;
    const run = this.runsFound(input)[0]?.run ?? ofPrevious;
    if (run) throw this.underWayRefusal(itemIndex, input, run);
    if (previous === undefined || !this.needsStart(previous)) return;
    throw this.refusal(
      itemIndex,
      input,
      `is started by the items ${previous} and ${itemIndex}`,
      'The second item would find the run of the first one. Nothing was started for them. Remove one item, or choose another value for "If Already Running".',
    );
  }

  /** A user retries an execution of which nothing is known: a run like ours may be the one that it started. */
  private refuseSecondStart(itemIndex: number, input: StartInput): void {
    if (this.call.execution.getMode() !== 'retry' || input.onLostAnswer === 'startAgain') return;
    const run = this.runsFound(input).find(({ mayBeOurs }) => mayBeOurs)?.run;
    if (!run) return;
    throw this.refusal(
      itemIndex,
      input,
      `has a current run that the failed execution may have started: ${nameOf(run)}, ${run.status}`,
      'Nothing was started for this item. To continue with that run, set "If Already Running" to "Use the Current Run". To start another run, wait until it ends, or set "If the Response Is Lost" to "Start Again".',
    );
  }

  private underWayRefusal(
    itemIndex: number,
    input: StartInput,
    run: StartedRun & { number?: number },
  ): NodeOperationError {
    return this.refusal(
      itemIndex,
      input,
      `is already running: ${nameOf(run)}, ${run.status}`,
      'Nothing was started for this item. Wait until that run ends, or choose another value for "If Already Running".',
    );
  }

  private refusal(
    itemIndex: number,
    { parentId }: StartInput,
    what: string,
    description: string,
  ): NodeOperationError {
    const noun = this.runnable.noun === 'job' ? 'Job' : 'Pipeline';
    const message = `${noun} ${parentId} ${what}`;
    const node = this.call.execution.getNode();
    const refusal = new NodeOperationError(node, message, { itemIndex, description });
    return withFacts(refusal, { errorCode: 'NOT_ALLOWED' });
  }

  private logRun(what: string, runId: string, call: ItemCall<PlatformClient>): void {
    const { noun } = this.runnable;
    const parentId = this.starts[call.itemIndex]?.parentId ?? '';
    const url = this.call.client.pages.url(noun, this.knownOf(call).projectId, parentId, runId);
    const page = url ? `, ${url}` : '';
    const { execution, itemIndex } = call;
    const where = `(execution ${execution.getExecutionId()}, item ${itemIndex})`;
    const { name } = execution.getNode();
    execution.logger.info(`${name}: ${what} ${runId} of ${noun} ${parentId}${page} ${where}`);
  }
}

function nameOf({ id, number }: { id: string; number?: number }): string {
  return number === undefined ? `run ${id}` : `run ${number} (${id})`;
}
